import type { IsoDate } from '../../money/calendar.ts';
import { securityPath } from '../../api/paths.ts';
import type { SiteFile } from '../../api/site-file.ts';

export interface SecurityFileInput {
  /** Where to report a vulnerability: a `mailto:` or `https:` URL. */
  readonly contact: string;
  /** Origin of the site; undefined if it isn't known yet. */
  readonly url: string | undefined;
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: IsoDate;
}

/** Where to report a vulnerability, in the file that RFC 9116 defines. */
export function securityFile({ contact, url, asOf }: SecurityFileInput): SiteFile {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${quarterAfterNext(asOf)}`,
    // A canonical URL needs the site's host.
    ...(url === undefined ? [] : [`Canonical: ${url}/${securityPath}`]),
  ];
  return { path: securityPath, body: lines.map((line) => `${line}\n`).join('') };
}

/**
 * The start of the quarter after the next quarter: `2026-11-21` → `2027-04-01T00:00:00Z`. This is three to six months
 * ahead. So the file stays valid between publishes, and changes only four times a year.
 */
function quarterAfterNext(date: IsoDate): string {
  const [year = NaN, month = NaN] = date.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  return new Date(Date.UTC(year, (quarter + 2) * 3)).toISOString().replace('.000', '');
}
