import { create } from '../frame/elements.ts';
import { store, stored } from '../visitor/stored.ts';

/** Where the browser keeps the title of the tab that the visitor chose last. */
const KEPT = 'ratesheet-tab';

/** A group of sections, of which one is visible. */
interface Group {
  readonly element: HTMLElement;
  readonly tabs: readonly HTMLButtonElement[];
}

/**
 * Turns each `.tabs` into tabs, as https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ describes. If the visitor chooses a
 * tab, all groups on this page and on later pages show their tab with the same title.
 */
export function enableTabs(): void {
  const groups = Array.from(document.querySelectorAll<HTMLElement>('.tabs'), makeTabs);
  const chooseTitle = (title: string) => {
    for (const { tabs } of groups) {
      const tab = tabs.find(({ textContent }) => textContent === title);
      if (tab) select(tab, tabs);
    }
  };
  const choose = ({ element }: Group, tab: HTMLButtonElement) => {
    const { top } = element.getBoundingClientRect();
    chooseTitle(tab.textContent);
    store(KEPT, tab.textContent);
    // Groups above may have another height now, but the tab stays where the visitor chose it.
    scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  };
  for (const group of groups) {
    for (const tab of group.tabs) {
      tab.addEventListener('click', () => choose(group, tab));
      tab.addEventListener('keydown', (event) => {
        const next = neighbor(event.key, tab, group.tabs);
        if (!next) return;
        event.preventDefault();
        choose(group, next);
        next.focus();
      });
    }
  }
  const showLinked = () => {
    const titles = document.querySelectorAll<HTMLAnchorElement>('.tabs > section > h3 > a');
    const linked = Array.from(titles).find(({ hash }) => hash === location.hash);
    if (!linked) return;
    chooseTitle(linked.textContent);
    linked.closest('.tabs')?.scrollIntoView({ behavior: 'instant' });
  };
  addEventListener('hashchange', showLinked);
  chooseTitle(stored(KEPT) ?? '');
  showLinked();
}

/** Adds the tabs of a group and selects the first. */
function makeTabs(element: HTMLElement): Group {
  const tabs = Array.from(element.children, (panel) => {
    const tab = create('button', { type: 'button', role: 'tab', id: `tab-${panel.id}`, 'aria-controls': panel.id });
    tab.append(panel.querySelector('h3')?.textContent ?? '');
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  element.prepend(create('div', { role: 'tablist', 'aria-label': 'Language or program' }, ...tabs));
  const [first] = tabs;
  if (first) select(first, tabs);
  element.classList.add('ready');
  return { element, tabs };
}

function select(selected: HTMLButtonElement, tabs: readonly HTMLButtonElement[]): void {
  for (const tab of tabs) {
    const isSelected = tab === selected;
    tab.setAttribute('aria-selected', String(isSelected));
    // The Tab key reaches only the selected tab. Arrow keys move between tabs.
    tab.tabIndex = isSelected ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    if (panel) panel.hidden = !isSelected;
  }
}

/** The tab that a key moves to. */
function neighbor(key: string, tab: HTMLButtonElement, tabs: readonly HTMLButtonElement[]) {
  const place = tabs.indexOf(tab);
  const places: Record<string, number> = {
    ArrowRight: (place + 1) % tabs.length,
    // `at(-1)` is the last tab.
    ArrowLeft: place - 1,
    Home: 0,
    End: -1,
  };
  const next = places[key];
  return next === undefined ? undefined : tabs.at(next);
}
