import { printError, printOver } from './print.ts';

/** The words of progress messages, such as `Writing files` and `Wrote 25% of 800 files.` */
interface ProgressWords {
  readonly doing: string;
  readonly done: string;
  readonly things: string;
}

/** Shows the progress of long work: a line that counts on a terminal, a line for each quarter elsewhere. */
export class Progress {
  /** The parts done so far: percent on a terminal, quarters elsewhere. Undefined before the work begins. */
  #parts: number | undefined;
  #isLineOpen = false;
  readonly #words: ProgressWords;

  constructor(words: ProgressWords) {
    this.#words = words;
  }

  readonly update = (count: number, total: number): void => {
    const { doing, done, things } = this.#words;
    const isTerminal = process.stderr.isTTY;
    const parts = Math.floor(((isTerminal ? 100 : 4) * count) / total);
    if (parts === this.#parts) return;
    if (isTerminal) {
      printOver(`${doing}: ${parts}% of ${total}`);
      this.#isLineOpen = true;
      if (count === total) this.stop();
    } else if (parts > 0) printError(`${done} ${parts * 25}% of ${total} ${things}.`);
    this.#parts = parts;
  };

  /** Ends the line on the terminal, even if the work ended early. */
  stop(): void {
    if (this.#isLineOpen) printError('');
    this.#isLineOpen = false;
  }
}
