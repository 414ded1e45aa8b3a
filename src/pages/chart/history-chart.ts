import type uPlot from 'uplot';
import { dateOfDay } from '../../money/calendar.ts';
import { elementAt } from '../../money/element-at.ts';
import { type BrowserSite, reachOf } from '../frame/browser-site.ts';
import { find } from '../frame/elements.ts';
import { text } from '../frame/text.ts';
import { drawPlot } from './chart-plot.ts';
import { type Chart, type ChartChoice, readChart } from './chart-rates.ts';
import { listRates, saveRates, showDay, showNothing, showSummary } from './chart-words.ts';
import { moved, nearestKnown } from './past-line.ts';
import { showRange } from './range-choice.ts';

/** Size of a printed chart in CSS pixels, which fits between the margins of an A4 page. */
const PRINT_SIZE = { width: 660, height: 208 };

/** A pair's past rates as a line, a summary, a table and a file. */
export class HistoryChart {
  readonly #site: BrowserSite;
  readonly #onChoose: (date: string) => void;
  readonly #card = find('history', HTMLElement);
  readonly #figure = find('chart', HTMLElement);
  readonly #message = find('chart-message', HTMLElement);
  readonly #retry = find('chart-retry', HTMLButtonElement);
  readonly #details = find('chart-details', HTMLDetailsElement);
  #plot: uPlot | undefined;
  #library: typeof uPlot | undefined;
  #chart: Chart | undefined;
  /** Index of the selected day. */
  #pointed: number | undefined;
  #wanted: ChartChoice | undefined;
  /** The newest day that the pair can have. */
  #newest = '';

  /** @param onChoose called with a day that the visitor clicks, taps or chooses with Enter; empty for the newest day */
  constructor(site: BrowserSite, onChoose: (date: string) => void) {
    this.#site = site;
    this.#onChoose = onChoose;
    new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.#figure;
      if (this.#plot && (this.#plot.width !== clientWidth || this.#plot.height !== clientHeight)) this.#draw();
    }).observe(this.#figure);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
    addEventListener('beforeprint', () => this.#draw(PRINT_SIZE));
    addEventListener('afterprint', () => this.#draw());
    this.#figure.addEventListener('keydown', this.#onKey);
    this.#figure.addEventListener('blur', () => this.#point(undefined));
    // uPlot follows only a mouse, so touches need their own code.
    for (const type of ['pointerdown', 'pointermove'] as const) {
      this.#figure.addEventListener(type, ({ pointerType, clientX }) => {
        if (pointerType !== 'mouse') this.#point(this.#indexAt(clientX));
      });
    }
    // uPlot ends clicks on the plot, so they are taken on their way to it.
    const onClick = ({ clientX }: MouseEvent) => {
      const index = this.#indexAt(clientX);
      if (index !== undefined) this.#choose(index);
    };
    this.#figure.addEventListener('click', onClick, { capture: true });
    this.#details.addEventListener('toggle', () => this.#fillTable());
    find('chart-download', HTMLButtonElement).addEventListener('click', () => {
      if (this.#chart) saveRates(this.#chart);
    });
    this.#retry.addEventListener('click', () => {
      if (!this.#wanted) return;
      // The button disappears while the rates load.
      void this.show({ ...this.#wanted }).then(() => (this.#chart ? this.#figure : this.#retry).focus());
    });
  }

  /** Shows a pair and a range. If calls overlap, only the latest call shows its result. */
  async show(choice: ChartChoice): Promise<void> {
    this.#wanted = choice;
    this.#card.ariaBusy = 'true';
    const found = await this.#load(choice).catch(() => 'failed' as const);
    if (this.#wanted !== choice) return;
    this.#card.ariaBusy = 'false';
    this.#chart = typeof found === 'string' ? undefined : found;
    this.#message.textContent = this.#chart ? '' : text(found === 'failed' ? 'chartFailed' : 'chartEmpty');
    this.#retry.hidden = found !== 'failed';
    this.#card.classList.toggle('charted', this.#chart !== undefined);
    if (this.#chart) showSummary(this.#chart);
    else showNothing();
    this.#draw();
    this.#fillTable();
  }

  /** Loads the chart's library beside the rates, because the first result doesn't need it. */
  async #load(choice: ChartChoice): Promise<Chart | undefined> {
    const [chart, library] = await Promise.all([this.#read(choice), import('./chart-library.ts')]);
    this.#library = library.default;
    return chart;
  }

  async #read(choice: ChartChoice): Promise<Chart | undefined> {
    const { from, to, range, source } = choice;
    // A currency has no rate against itself.
    if (from === to) return undefined;
    const reach = await reachOf([from, to], source, this.#site);
    if (!reach) return undefined;
    this.#newest = reach.last;
    if (this.#wanted === choice) showRange(range, reach);
    return readChart(choice, reach, this.#site);
  }

  #draw(size = { width: this.#figure.clientWidth, height: this.#figure.clientHeight }): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (!this.#chart || !this.#library) return;
    this.#plot = drawPlot(this.#library, this.#chart, this.#figure, size, this.#say);
    this.#figure.ariaValueMax = String(this.#chart.days.length - 1);
    this.#point(undefined);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#chart || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && this.#pointed !== undefined) this.#choose(this.#pointed);
    const index = moved(event.key, this.#chart, this.#pointed);
    if (index === undefined) return;
    event.preventDefault();
    this.#point(index);
  };

  /** Index of the day with a rate that is nearest to a place on the screen. */
  #indexAt(clientX: number): number | undefined {
    if (!this.#plot || !this.#chart) return undefined;
    const left = clientX - this.#plot.over.getBoundingClientRect().left;
    return nearestKnown(this.#chart, this.#plot.posToIdx(left));
  }

  #choose(index: number): void {
    if (!this.#chart) return;
    const date = dateOfDay(elementAt(this.#chart.days, index));
    this.#onChoose(date === this.#newest ? '' : date);
  }

  #point(index: number | undefined): void {
    const plot = this.#plot;
    if (!plot || !this.#chart) return;
    const place =
      index === undefined
        ? { left: -10, top: -10 }
        : { left: plot.valToPos(elementAt(this.#chart.days, index), 'x'), top: 0 };
    plot.setCursor(place, false);
    this.#say(index);
  }

  /** Shows the rate of the selected day. Without a selection, it's of the chosen day or of the last day with a rate. */
  readonly #say = (index: number | undefined): void => {
    if (!this.#chart) return;
    this.#pointed = index;
    const at = index ?? this.#chart.chosen ?? this.#chart.rates.findLastIndex((rate) => rate !== null);
    this.#figure.ariaValueNow = String(at);
    this.#figure.ariaValueText = showDay(this.#chart, at);
  };

  /** Fills the table if the visitor has opened it. */
  #fillTable(): void {
    if (this.#chart && this.#details.open) listRates(this.#chart);
  }
}
