import { Presets, SingleBar } from 'cli-progress';
import { tell } from './tell.ts';

/** Shows how far the writing of files is: a bar on a terminal, a line for each quarter elsewhere. */
export class Progress {
  #bar: SingleBar | undefined;
  #quarters = 0;

  readonly update = (files: number, total: number): void => {
    if (process.stderr.isTTY) {
      if (!this.#bar) {
        this.#bar = new SingleBar(
          { format: 'Writing files {bar} {percentage}% | {value}/{total} | {eta_formatted} left', hideCursor: true },
          Presets.shades_classic,
        );
        this.#bar.start(total, 0);
      }
      this.#bar.update(files);
      if (files === total) this.stop();
      return;
    }
    const quarters = Math.floor((4 * files) / total);
    if (quarters > this.#quarters) tell(`Wrote ${quarters * 25}% of ${total} files.`);
    this.#quarters = quarters;
  };

  /** Gives the terminal back, also when the work ended early. */
  stop(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }
}
