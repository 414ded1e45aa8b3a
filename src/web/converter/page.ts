import { addresses, paths } from '../../api/paths.ts';
import { sourceNames, type SourceName } from '../../api/source-fields.ts';
import { currencyOf, subUnits, unitOf } from '../../currencies/sub-units.ts';
import type { PricedCurrency } from '../../rates/published-currency.ts';
import { HistoryChart } from '../chart/history-chart.ts';
import { keepForOffline } from '../offline/keep-for-offline.ts';
import { initialState, type PageState, parseState, queryOf } from '../shared/address-state.ts';
import { BrowserSite, reachOf } from '../shared/browser-site.ts';
import { isRange } from '../shared/chart-range.ts';
import { enableCopyButtons } from '../shared/copy-button.ts';
import { find } from '../shared/elements.ts';
import { showFreshness } from '../shared/freshness-note.ts';
import { KeptCodes } from '../shared/kept.ts';
import { stayLanded } from '../shared/stay-landed.ts';
import { stub } from '../typing/typed-money.ts';
import { currencyName } from '../visitor/money.ts';
import { localDate } from '../visitor/visitor-format.ts';
import { visitorLocale } from '../visitor/visitor-locale.ts';
import { amountsOf, answerTo, type PairAnswer } from './answer.ts';
import { Converter } from './converter.ts';
import { codeOfRow, CurrencyTable } from './currency-table.ts';
import { DayAndSource } from './day-and-source.ts';
import { showPairTables } from './pair-tables.ts';
import { Result } from './result.ts';
import { CurrencySearch } from './search-currencies.ts';
import { Several } from './several.ts';
import { enableSharing, showLink } from './share.ts';

/** Milliseconds until the page says that it's loading. Most rates are there sooner, and a text would flicker. */
const PATIENCE = 150;

/** Number of recently picked currencies that come first in the lists. */
const MOST_RECENT = 5;

const initialTitle = document.title;

/** Starts the page with the day's rates. */
function start(site: BrowserSite): void {
  const { day } = site;
  const locale = visitorLocale();
  const search = new CurrencySearch({ ...listedFacts(site), locale });
  const recent = new KeptCodes('recent', MOST_RECENT);
  let state = parseState(location.search, locale);
  let answer: PairAnswer | undefined;

  const choose = (changes: Partial<PageState>) => {
    state = { ...state, ...changes };
    history.pushState(null, '', queryOf(state));
    showState();
  };
  const parse = stub(locale, (unit) => search.named(unit)?.code);
  const converter = new Converter({
    ...{ parse, search, recent, nameOf: currencyName, onPair: choose },
    onAmount(amount, given) {
      state = { ...state, amount, given };
      history.replaceState(null, '', queryOf(state));
      showAmounts();
    },
  });
  const early = earlyAmount();
  const dayAndSource = new DayAndSource(choose);
  const result = new Result(choose);
  const showDate = showFreshness(day);
  const chart = new HistoryChart(site);
  const table = new CurrencyTable(day, search);
  const several = new Several(day, search, recent);

  /** Answers the state. If the state changes before the answer is there, the answer is ignored. */
  const showState = () => {
    const wanted = state;
    answer = undefined;
    converter.show(state);
    dayAndSource.show(state);
    table.show(state);
    void chart.show({ ...state, from: unitOf(state.from), to: unitOf(state.to), source: sourceOf(state) });
    document.title = isInitialPair(state) ? initialTitle : `${unitOf(state.from)} → ${unitOf(state.to)} · Ratesheet`;
    const waiting = setTimeout(() => result.showLoading(), PATIENCE);
    answerTo(state, site)
      .then((found) => {
        if (!isSamePair(wanted, state)) return;
        answer = found;
        showAmounts();
      })
      .catch((problem: unknown) => {
        if (isSamePair(wanted, state)) showProblem(problem);
      })
      .finally(() => clearTimeout(waiting));
    void limitDays(wanted);
  };

  /** Shows the amounts at the loaded rate. */
  const showAmounts = () => {
    showLink(queryOf(state));
    showCall(state);
    if (!answer) return;
    const isNewest = state.date === '';
    showDate({ date: answer.isOfficial ? answer.date : isNewest ? day.asOf : answer.date, isNewest, isOfficial: answer.isOfficial });
    showPairTables(answer);
    if (state.amount === '') {
      result.clear();
      converter.showComputed(undefined);
      return;
    }
    try {
      const amounts = amountsOf(state, answer);
      result.show(state, answer);
      converter.showComputed(amounts[state.given === 'from' ? 'to' : 'from']);
      several.show(state, answer, amounts.from);
    } catch (problem) {
      showProblem(problem);
    }
  };

  const showProblem = (problem: unknown) => {
    showDate(undefined);
    result.showProblem(state, problem);
    converter.showComputed(undefined);
  };

  /** If loading fails, the visitor can choose any day. The API's error then says which days there are. */
  const limitDays = async (wanted: PageState) => {
    const reach = await reachOf([unitOf(wanted.from), unitOf(wanted.to)], sourceOf(wanted), site).catch(() => undefined);
    if (reach && isSamePair(wanted, state)) dayAndSource.limit(reach);
  };

  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="range"]')) {
    radio.addEventListener('change', () => {
      if (!isRange(radio.value)) return;
      state = { ...state, range: radio.value };
      history.replaceState(null, '', queryOf(state));
      void chart.show({ ...state, from: unitOf(state.from), to: unitOf(state.to), source: sourceOf(state) });
    });
  }
  addEventListener('popstate', () => {
    state = parseState(location.search, locale);
    showState();
  });

  showState();
  converter.takeUp(early);
  enableSharing();
  stayLanded();
  void keepForOffline();
}
