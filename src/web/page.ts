import { addressOf, initialState, type PageState, parseState } from './address-state.ts';
import { Converter } from './converter.ts';
import { enableCopyButtons } from './copy-button.ts';
import { enliven } from './currency-table.ts';
import type { PublishedDay } from '../documents/published-files.ts';
import { paths } from '../documents/paths.ts';
import { loadDay } from './load.ts';
import { isPeriod } from '../rates/period.ts';
import { find } from './elements.ts';
import { showFreshness } from './freshness-note.ts';
import { HistoryChart } from './history-chart.ts';
import { showPairTables } from './pair-tables.ts';

/** Brings the page to life with the day's rates. */
function start(day: PublishedDay): void {
  const has = (code: string) => day.currencies.has(code);
  const chart = new HistoryChart();
  const converter = new Converter({
    day,
    onPair: (pair) => {
      state = { ...state, ...pair };
      history.pushState(null, '', addressOf(state));
      showPair();
    },
    onAmount: (amount) => {
      state = { ...state, amount };
      history.replaceState(null, '', addressOf(state));
      converter.show(state);
    },
  });

  let state = parseState(location.search, has);
  const periods = [...document.querySelectorAll<HTMLInputElement>('input[name="period"]')];
  const showPair = () => {
    const [from, to] = [day.currencies.get(state.from), day.currencies.get(state.to)];
    if (!from || !to) return;
    converter.show(state);
    showPairTables(from, to);
    showCall(state);
    for (const radio of periods) radio.checked = radio.value === state.period;
    document.title =
      state.from === initialState.from && state.to === initialState.to
        ? initialTitle
        : `${state.from} to ${state.to} · Ratesheet`;
    void chart.show(state);
  };

  for (const radio of periods) {
    radio.addEventListener('change', () => {
      if (isPeriod(radio.value)) state = { ...state, period: radio.value };
      history.replaceState(null, '', addressOf(state));
      showPair();
    });
  }
  addEventListener('popstate', () => {
    state = parseState(location.search, has);
    showPair();
  });

  showFreshness(day);
  enliven(day);
  showPair();
}

const initialTitle = document.title;

/** The call that answers for the pair on show, on this very host. */
function showCall({ from, to }: PageState): void {
  const call = `${location.origin}/${paths.pairDetail(from, to)}`.replace(/\.json$/, '');
  find('call', HTMLElement).textContent = `curl ${call}`;
  find('call-link', HTMLAnchorElement).href = call;
}

async function main(): Promise<void> {
  showDown(false);
  let day: PublishedDay;
  try {
    day = await loadDay();
  } catch {
    showDown(true);
    return;
  }
  start(day);
}

/** Without rates the page says so and hides what cannot work; the list that it was published with stays. */
function showDown(down: boolean): void {
  find('problem', HTMLElement).hidden = !down;
  find('main', HTMLElement).classList.toggle('down', down);
}

enableCopyButtons();
find('retry', HTMLButtonElement).addEventListener('click', () => void main());
await main();
