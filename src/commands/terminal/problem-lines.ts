import { type SiteProblem, problemLine } from '../../text/site-problem.ts';

/** Problems that are told one by one: beyond, their number says enough. */
const SHOWN = 20;

/** Problems of a published site, which may have any number. */
export function problemLines(problems: readonly SiteProblem[]): string[] {
  const more = problems.length - SHOWN;
  return [...problems.slice(0, SHOWN).map(problemLine), ...(more > 0 ? [`And ${more} more.`] : [])];
}
