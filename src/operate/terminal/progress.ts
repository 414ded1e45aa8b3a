import { printProgress } from './print.ts';

/** Returns a function that prints the progress of long work: a line for each quarter, `Wrote 25% of 800 files.` */
export function progress(done: string, things: string): (count: number, total: number) => void {
  let quarters = 0;
  return (count, total) => {
    const now = Math.floor((4 * count) / total);
    if (now !== quarters) printProgress(`${done} ${now * 25}% of ${total} ${things}.`);
    quarters = now;
  };
}
