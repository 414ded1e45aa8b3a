import { Presets, SingleBar } from 'cli-progress';
import { printError } from './print.ts';

/** The words of progress messages, such as `Writing files` and `Wrote 25% of 800 files.` */
interface ProgressWords {
  readonly doing: string;
  readonly done: string;
  readonly things: string;
}

/** Shows the progress of long work: a bar on a terminal, a line for each quarter elsewhere. */
export class Progress {
  #bar: SingleBar | undefined;
  #quarters = 0;
  readonly #words: ProgressWords;

  constructor(words: ProgressWords) {
    this.#words = words;
  }

  readonly update = (count: number, total: number): void => {
    const { doing, done, things } = this.#words;
    if (process.stderr.isTTY) {
      if (!this.#bar) {
        const format = `${doing} {bar} {percentage}% | {value}/{total} | {eta_formatted} left`;
        this.#bar = new SingleBar({ format, hideCursor: true }, Presets.shades_classic);
        this.#bar.start(total, 0);
      }
      this.#bar.update(count);
      if (count === total) this.stop();
      return;
    }
    const quarters = Math.floor((4 * count) / total);
    if (quarters > this.#quarters) printError(`${done} ${quarters * 25}% of ${total} ${things}.`);
    this.#quarters = quarters;
  };

  /** Restores the terminal, even if the work ended early. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }
}
