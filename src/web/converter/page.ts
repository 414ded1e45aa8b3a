import { addressOf, initialState, type PageState, parseState } from '../shared/address-state.ts';
import { isRange } from '../shared/chart-range.ts';
import { Converter, type PastRate } from './converter.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { codeOfRow, CurrencyTable } from './currency-table.ts';
import type { PublishedDay } from '../../api/published/published-files.ts';
import { addresses, pairFiles } from '../../api/format/paths.ts';
import type { PricedCurrency } from '../../snapshot/published-currency.ts';
import { type LoadedDay, loadDay, loadPastDay, loadRates, loadReach } from '../shared/load.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { latestDay, MAX_DAYS_BACK, withDates } from '../../rates/past-rates.ts';
import { find } from '../shared/elements.ts';
import { showFreshness } from '../shared/freshness-note.ts';
import { HistoryChart } from '../chart/history-chart.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { KeptCodes } from '../shared/kept.ts';
import { showPairTables } from './pair-tables.ts';
import { CurrencySearch } from './search-currencies.ts';
import { Several } from './several.ts';
import { stayLanded } from '../shared/stay-landed.ts';
import { localDate } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';

/** Starts the page with the day's rates. */
function start(day: LoadedDay): void {
  const has = (code: string) => day.currencies.has(code);
  const search = new CurrencySearch({ ...listedFacts(day), locale: visitorLocale() });
  const recent = new KeptCodes('recent', MOST_RECENT);
  const chart = new HistoryChart();
  const table = new CurrencyTable(day, search);
  const several = new Several(day, search, recent);
  const choose = (changes: Partial<PageState>) => {
    state = { ...state, ...changes };
    history.pushState(null, '', addressOf(state));
    showPair();
  };
  const converter = new Converter({
    day,
    search,
    recent,
    onPair: choose,
    onAmount: (amount, from = state.from) => {
      const isPair = from !== state.from;
      state = { ...state, amount, from, to: from === state.to ? state.from : state.to };
      history.replaceState(null, '', addressOf(state));
      if (isPair) {
        showPair();
        return;
      }
      converter.showResult(state, pastRate);
      table.show(state);
      showCall(state);
      void showSeveral();
    },
    onDate: (date) => choose({ date: isDate(date) ? date : '' }),
  });
  // If it fails, the visitor can choose any day, and the form shows a message for a day without a rate.
  loadReach()
    .then((reach) => converter.limitDate(reach))
    .catch(() => undefined);

  const todaysRates = new Map(Array.from(day.currencies, ([code, { perUsd }]) => [code, perUsd]));
  let state = parseState(location.search, has, visitorLocale());
  const ranges = [...document.querySelectorAll<HTMLInputElement>('input[name="range"]')];
  const showPair = () => {
    const [from, to] = [day.currencies.get(state.from), day.currencies.get(state.to)];
    if (!from || !to) return;
    void price();
    showPairTables(from, to);
    table.show(state);
    showCall(state);
    for (const radio of ranges) radio.checked = radio.value === state.range;
    document.title =
      state.from === initialState.from && state.to === initialState.to
        ? initialTitle
        : `${state.from} to ${state.to} · Ratesheet`;
    void chart.show(state);
  };

  let pastRate: PastRate = 'today';
  const price = async () => {
    const wanted = state;
    pastRate = wanted.date === '' ? 'today' : 'loading';
    converter.show(wanted, pastRate);
    void showSeveral();
    if (pastRate === 'today') return;
    const found = await loadPastRate(wanted, day);
    // The visitor may have chosen another pair, day or amount in the meantime.
    if (state.from !== wanted.from || state.to !== wanted.to || state.date !== wanted.date) return;
    pastRate = found;
    converter.showResult(state, pastRate);
    void showSeveral();
  };

  const showSeveral = async () => {
    const rate = pastRate;
    if (rate === 'today') several.show(state, todaysRates, state.date === '' ? undefined : day.asOf);
    if (typeof rate === 'string') return;
    const rates = await loadPastDay(rate.date);
    if (rate === pastRate) several.show(state, rates, rate.date);
  };

  for (const radio of ranges) {
    radio.addEventListener('change', () => {
      if (isRange(radio.value)) state = { ...state, range: radio.value };
      history.replaceState(null, '', addressOf(state));
      showPair();
    });
  }
  addEventListener('popstate', () => {
    state = parseState(location.search, has, visitorLocale());
    showPair();
  });

  showFreshness(day);
  showPair();
  converter.takeUp();
  stayLanded();
  void keepForOffline();
}

/** Number of recently picked currencies that come first in the lists. */
const MOST_RECENT = 5;

/** Reads data from the page's table: the currencies by rank, and the countries where they're legal tender. */
function listedFacts({ currencies }: PublishedDay) {
  const rows = [...document.querySelectorAll<HTMLElement>('#currencies tbody tr')];
  const ranks = new Map(rows.map((row, rank) => [codeOfRow(row), rank]));
  const countries = new Map(rows.map((row) => [codeOfRow(row), row.dataset['countries']?.split(' ') ?? []]));
  const rankOf = ({ code }: PricedCurrency) => ranks.get(code) ?? rows.length;
  return {
    currencies: [...currencies.values()].sort((a, b) => rankOf(a) - rankOf(b)),
    countriesOf: (code: string) => countries.get(code)?.filter((country) => country !== '') ?? [],
  };
}

const initialTitle = document.title;

/** The rate and the inverse rate of a pair on a day, by the same rules as in the API. */
async function loadPastRate({ from, to, date }: PageState, day: PublishedDay): Promise<PastRate> {
  try {
    const { first } = await loadReach();
    if (date < first || date > latestDay(day.checkedAt)) return 'none';
    if (date >= day.asOf) return 'today';
    const weekBefore = dateOfDay(dayNumber(date) - MAX_DAYS_BACK);
    const rate = withDates(await loadRates(from, to, weekBefore, date)).at(-1);
    if (!rate) return 'none';
    const [inverse] = withDates(await loadRates(to, from, rate.date, rate.date));
    return inverse ? { ...rate, inverse: inverse.rate } : 'none';
  } catch {
    return 'failed';
  }
}

/** Shows an API request for the current pair on this host. */
function showCall({ from, to, amount, date }: PageState): void {
  const query = new URLSearchParams({ from, to, amount: String(amount), date });
  const address =
    date === ''
      ? `/${pairFiles.detail(from, to)}`.replace(/\.json$/, '')
      : `${addresses.datedConversion}?${query.toString()}`;
  const call = location.origin + address;
  find('call', HTMLElement).textContent = date === '' ? `curl ${call}` : `curl '${call}'`;
  find('call-link', HTMLAnchorElement).href = call;
  find('receipt-link', HTMLAnchorElement).search = query.toString();
}

async function main(): Promise<void> {
  showDown(false);
  const day = await loadDay().catch(() => undefined);
  if (day) start(day);
  else showDown(true);
}

/** Without rates, the page shows a message and hides everything except the table that it was published with. */
function showDown(down: boolean): void {
  find('problem', HTMLElement).hidden = !down;
  find('main', HTMLElement).classList.toggle('down', down);
}

for (const time of document.querySelectorAll('time')) time.textContent = localDate(time.dateTime);
enableCopyButtons();
find('retry', HTMLButtonElement).addEventListener('click', () => void main());
await main();
