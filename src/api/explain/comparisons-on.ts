import type { IsoDate } from '../../money/calendar.ts';
import type { Comparison } from '../../archive/comparison.ts';
import { parseComparisonsFile } from '../../archive/comparisons-file.ts';
import { FileError } from '../../text/site-problem.ts';
import { paths } from '../paths.ts';
import type { PublishedFile } from '../query/published-file.ts';
import type { PublishedSite } from '../query/site.ts';

const path = paths.archiveEvidence;

/** The file grows with each day, and the Pages Function has little time. So it parses only the rows of a day. */
const comparisonsText: PublishedFile<string> = {
  path,
  parse(text) {
    if (!text.endsWith('\n')) throw new FileError(path, 'is cut off before the end of its last line');
    return text;
  },
};

/**
 * The stored comparisons of a day's source values with witnesses.
 *
 * @throws {FileError} if the file is missing or invalid
 */
export async function comparisonsOn(date: IsoDate, site: PublishedSite): Promise<readonly Comparison[]> {
  const text = await site.read(comparisonsText);
  const header = text.slice(0, text.indexOf('\n') + 1);
  // Rows are sorted by date.
  const [first, last] = [text.indexOf(`\n${date},`), text.lastIndexOf(`\n${date},`)];
  const rows = first < 0 ? '' : text.slice(first + 1, text.indexOf('\n', last + 1) + 1);
  return parseComparisonsFile(path, header + rows).filter((row) => row.date === date);
}
