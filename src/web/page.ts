import { addressOf, initialState, type PageState, parseState } from './address-state.ts';
import { isRange } from './chart-range.ts';
import { Converter, type PastRate } from './converter.ts';
import { enableCopyButtons } from './copy-button.ts';
import { enliven } from './currency-table.ts';
import type { PublishedDay } from '../documents/published-files.ts';
import { addresses, paths } from '../documents/paths.ts';
import { loadDay, loadRates, loadReach } from './load.ts';
import { dateOfDay, dayNumber, isDate } from '../rates/calendar.ts';
import { latestDay, MOST_DAYS_BACK, withDates } from '../rates/past-rates.ts';
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
      converter.showResult(state, pastRate);
      showCall(state);
    },
    onDate: (date) => {
      state = { ...state, date: isDate(date) ? date : '' };
      history.pushState(null, '', addressOf(state));
      showPair();
    },
  });
  // Without it any day may be chosen, and is told that it has no rate.
  loadReach().then(
    (reach) => {
      converter.limitDate(reach);
    },
    () => undefined,
  );

  let state = parseState(location.search, has);
  const ranges = [...document.querySelectorAll<HTMLInputElement>('input[name="range"]')];
  const showPair = () => {
    const [from, to] = [day.currencies.get(state.from), day.currencies.get(state.to)];
    if (!from || !to) return;
    void price();
    showPairTables(from, to);
    showCall(state);
    for (const radio of ranges) radio.checked = radio.value === state.range;
    document.title =
      state.from === initialState.from && state.to === initialState.to
        ? initialTitle
        : `${state.from} to ${state.to} · Ratesheet`;
    void chart.show(state);
  };

  /** The rate of the day that is chosen. */
  let pastRate: PastRate = 'today';
  const price = async () => {
    const wanted = state;
    pastRate = wanted.date === '' ? 'today' : 'loading';
    converter.show(wanted, pastRate);
    if (pastRate === 'today') return;
    const found = await loadPastRate(wanted, day);
    // Another pair or day may have been chosen meanwhile, or another amount typed.
    if (state.from !== wanted.from || state.to !== wanted.to || state.date !== wanted.date) return;
    pastRate = found;
    converter.showResult(state, pastRate);
  };

  for (const radio of ranges) {
    radio.addEventListener('change', () => {
      if (isRange(radio.value)) state = { ...state, range: radio.value };
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

/** The rate of a pair on a day, and the other way round, by the same rules as the API's. */
async function loadPastRate({ from, to, date }: PageState, day: PublishedDay): Promise<PastRate> {
  try {
    const { first } = await loadReach();
    if (date < first || date > latestDay(day.checkedAt)) return 'none';
    const weekBefore = dateOfDay(dayNumber(date) - MOST_DAYS_BACK);
    const rate = withDates(await loadRates(from, to, weekBefore, date)).at(-1);
    if (!rate) return 'none';
    const [inverse] = withDates(await loadRates(to, from, rate.date, rate.date));
    return inverse ? { ...rate, inverse: inverse.rate } : 'none';
  } catch {
    return 'failed';
  }
}

/** The call that answers for the pair on show, on this very host. */
function showCall({ from, to, amount, date }: PageState): void {
  const query = new URLSearchParams({ from, to, amount: String(amount), date });
  const address =
    date === ''
      ? `/${paths.pairDetail(from, to)}`.replace(/\.json$/, '')
      : `${addresses.datedConversion}?${query.toString()}`;
  const call = location.origin + address;
  find('call', HTMLElement).textContent = date === '' ? `curl ${call}` : `curl '${call}'`;
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
