import { addressOf, initialState, type PageState, parseState } from '../shared/address-state.ts';
import { isRange } from '../shared/chart-range.ts';
import { Converter, type ShownRate, todaysRate } from './converter.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { codeOfRow, CurrencyTable } from './currency-table.ts';
import type { PublishedDay } from '../../api/published/market-files.ts';
import { addresses, paths } from '../../api/paths.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { BrowserSite } from '../shared/browser-site.ts';
import { histories, type LoadedDay, loadOfficialDay, loadPastDay } from '../shared/load.ts';
import { dateOfDay, dayNumber, isDate } from '../../rates/calendar.ts';
import { outsideCoverage } from '../../rates/coverage.ts';
import { MAX_DAYS_BACK, withDates } from '../../rates/past-rates.ts';
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
function start(site: BrowserSite): void {
  const { day } = site;
  const has = (code: string) => day.currencies.has(code);
  const search = new CurrencySearch({ ...listedFacts(day), locale: visitorLocale() });
  const recent = new KeptCodes('recent', MOST_RECENT);
  const chart = new HistoryChart(site);
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
      converter.showResult(state, shownRate);
      table.show(state);
      showCall(state);
      void showSeveral();
    },
    onDate: (date) => choose({ date: isDate(date) ? date : '' }),
  });
  const dateRates = showFreshness(day);

  const todaysRates = new Map(Array.from(day.currencies, ([code, { perUsd }]) => [code, perUsd]));
  let state = parseState(location.search, has, visitorLocale());
  const [ranges = [], sources = []] = ['range', 'source'].map((name) => [
    ...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`),
  ]);
  const showPair = () => {
    state = withSource(state);
    const [from, to] = [day.currencies.get(state.from), day.currencies.get(state.to)];
    if (!from || !to) return;
    void price(from, to);
    void showReach();
    table.show(state);
    showCall(state);
    for (const radio of sources) radio.checked = radio.value === state.source;
    document.title =
      state.from === initialState.from && state.to === initialState.to
        ? initialTitle
        : `${state.from} to ${state.to} · Ratesheet`;
    void chart.show(state);
  };

  /** Whether the page still shows the pair, day and source of a state. If not, data loaded for the state is ignored. */
  const isWanted = ({ from, to, date, source }: PageState) =>
    state.from === from && state.to === to && state.date === date && state.source === source;

  let shownRate: ShownRate = 'today';
  const price = async (from: PricedCurrency, to: PricedCurrency) => {
    const wanted = state;
    shownRate = wanted.date === '' && wanted.source === 'market' ? 'today' : 'loading';
    converter.show(wanted, shownRate);
    if (shownRate === 'loading') {
      const found = await loadRate(wanted, day);
      if (!isWanted(wanted)) return;
      shownRate = found;
      converter.showResult(state, shownRate);
    }
    if (shownRate === 'today' || typeof shownRate !== 'string') {
      showPairTables(from, to, shownRate === 'today' ? todaysRate(day, from, to) : shownRate);
    }
    void showSeveral();
  };

  const showSeveral = async () => {
    const rate = shownRate;
    if (rate === 'today') several.show(state, todaysRates, state.date === '' ? '' : atRates(day.asOf));
    if (typeof rate === 'string') return;
    const isOfficial = state.source === 'ecb';
    const rates = await (isOfficial ? loadOfficialDay : loadPastDay)(rate.date);
    if (rate === shownRate) several.show(state, rates, atRates(rate.date, isOfficial ? 'official ' : ''));
  };

  /** Limits the date field to the days with rates, and shows the date of the source's newest rates. */
  const showReach = async () => {
    const wanted = state;
    // If loading fails, the visitor can choose any day. For a day without a rate, the form shows a message.
    const reach = await histories[wanted.source].loadReach(wanted.from, wanted.to, day).catch(() => undefined);
    if (!isWanted(wanted)) return;
    if (reach) converter.limitDate(reach);
    const isOfficial = wanted.source === 'ecb';
    dateRates(isOfficial ? reach?.last : undefined);
  };

  for (const radio of ranges) {
    radio.addEventListener('change', () => {
      if (isRange(radio.value)) state = { ...state, range: radio.value };
      history.replaceState(null, '', addressOf(state));
      showPair();
    });
  }
  for (const radio of sources) {
    radio.addEventListener('change', () => choose({ source: radio.value === 'ecb' ? 'ecb' : 'market' }));
  }
  addEventListener('popstate', () => {
    state = parseState(location.search, has, visitorLocale());
    showPair();
  });

  showPair();
  converter.takeUp();
  stayLanded();
  void keepForOffline();
}

const atRates = (date: string, kind = '') => `, at the ${kind}rates of ${localDate(date)}`;

/**
 * Changes a state's source to the market if the European Central Bank doesn't quote both currencies. If the source
 * changes, the page says why.
 */
function withSource(state: PageState): PageState {
  const sources = find('sources', HTMLFieldSetElement);
  const quoted = new Set(sources.dataset['codes']?.split(' '));
  const without = [state.from, state.to].filter((code) => !quoted.has(code));
  sources.hidden = without.length > 0;
  const isReplaced = state.source === 'ecb' && sources.hidden;
  find('source-note', HTMLElement).textContent = isReplaced
    ? `The European Central Bank doesn’t quote ${without.join(' and ')}, so this is the market rate.`
    : '';
  if (!isReplaced) return state;
  const onMarket: PageState = { ...state, source: 'market' };
  history.replaceState(null, '', addressOf(onMarket));
  return onMarket;
}

/** Number of recently picked currencies that come first in the lists. */
const MOST_RECENT = 5;

/** Reads from the page's table which currencies are traded most, and in which countries each is legal tender. */
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
async function loadRate({ from, to, date, source }: PageState, day: LoadedDay): Promise<ShownRate> {
  try {
    const { loadReach, loadRates } = histories[source];
    const reach = await loadReach(from, to, day);
    const until = date === '' ? reach.last : date;
    if (outsideCoverage(until, reach, new Date().toISOString())) return 'none';
    if (source === 'market' && until >= day.asOf) return 'today';
    const weekBefore = dateOfDay(dayNumber(until) - MAX_DAYS_BACK);
    const rate = withDates(await loadRates(from, to, weekBefore, until)).at(-1);
    if (!rate) return 'none';
    const [inverse] = withDates(await loadRates(to, from, rate.date, rate.date));
    return inverse ? { ...rate, inverse: inverse.rate } : 'none';
  } catch {
    return 'failed';
  }
}

/** Shows an API request for the current pair on this host. */
function showCall({ from, to, amount, date, source }: PageState): void {
  const query = new URLSearchParams({ from, to, amount: String(amount), ...(date !== '' && { date }) });
  find('receipt-link', HTMLAnchorElement).search = query.toString();
  if (source === 'ecb') query.set('source', source);
  // Today's rates of each base are a static file, which isn't metered. Only some pairs have a file of their own.
  const isFile = date === '' && source === 'market';
  const address = isFile ? `/${paths.ratesByBase(from)}` : `${addresses.convertOnDate}?${query.toString()}`;
  const call = location.origin + address;
  find('call', HTMLElement).textContent = isFile ? `curl ${call}` : `curl '${call}'`;
  find('call-link', HTMLAnchorElement).href = call;
}

async function main(): Promise<void> {
  showDown(false);
  const site = await BrowserSite.open(find('date', HTMLInputElement).min).catch(() => undefined);
  if (site) start(site);
  else showDown(true);
}

/** Shows a message if the rates can't be loaded, and hides the parts of the page that need them. */
function showDown(down: boolean): void {
  find('problem', HTMLElement).hidden = !down;
  find('main', HTMLElement).classList.toggle('down', down);
}

for (const time of document.querySelectorAll('time')) time.textContent = localDate(time.dateTime);
enableCopyButtons();
find('retry', HTMLButtonElement).addEventListener('click', () => void main());
await main();
