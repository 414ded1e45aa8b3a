import { securityPath } from '../api/format/paths.ts';
import type { SiteFile } from './template/site-file.ts';

export interface SecurityFileInput {
  /** Where to report a hole: a `mailto:` or `https:` address. */
  readonly contact: string;
  /** Where the site is published; undefined where nobody knows yet. */
  readonly url: string | undefined;
  /** The date of the rates, `YYYY-MM-DD`. */
  readonly asOf: string;
}

/** Whom to tell of a hole in the site, where those who find one look (RFC 9116). */
export function securityFile({ contact, url, asOf }: SecurityFileInput): SiteFile {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${quarterAfterNext(asOf)}`,
    // Nobody knows the address of a site that is not yet anywhere.
    ...(url === undefined ? [] : [`Canonical: ${url}/${securityPath}`]),
  ];
  return { path: securityPath, body: lines.map((line) => `${line}\n`).join('') };
}

/**
 * The start of the quarter after the next one: `2026-11-21` → `2027-04-01T00:00:00Z`. It is three to six months ahead, so
 * that a site that is published stays within it, and changes the file four times a year rather than with every publish.
 */
function quarterAfterNext(date: string): string {
  const [year = NaN, month = NaN] = date.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  return new Date(Date.UTC(year, (quarter + 2) * 3)).toISOString().replace('.000', '');
}
