import { paths, proofPaths, sourceFile } from '../../api/paths.ts';
import { datedCopyOf } from '../../sources/mirrors.ts';
import type { ReceiptCheck } from './check-receipt.ts';
import type { RateReceipt } from './rate-receipt.ts';
import { valueOf } from './file-problem.ts';

/**
 * The commands to check a receipt without this page.
 *
 * @param check undefined before the check; the commands then lack the expected hashes
 * @param origin the site's origin
 */
export function commandsFor(
  { date, isNewest, official, source, sides }: RateReceipt,
  check: ReceiptCheck | undefined,
  origin: string,
): string {
  const found = (check && valueOf(check.versions)) ?? [];
  const archived = check && valueOf(check.archived);
  const archiveFile = paths.archiveYear(date.slice(0, 4));
  const { url, sha256 } = found.at(-1)?.source ?? {};
  const copy = datedCopyOf(source, date, url);
  const codes = sides.map(({ code }) => code).join('|');
  const curl = (path: string, options = '-fsS') => `curl ${options} ${quoted(`${origin}/${path}`)}`;
  const rowsOf = (path: string) => `${curl(path)} | grep -E '^${date},(${codes}),'`;
  const table = curl(archiveFile);
  const cut = archived ? ` | cut -d, -f${[1, ...archived.columns].join()}` : '';
  const officialDay = valueOf(official)?.day.date;
  const logFile = curl(proofPaths.publishLogYear(date.slice(0, 4)));
  return [
    step('Source values', `${table}${cut} | grep -E '^(date|${date})'`),
    ...(codes === ''
      ? []
      : [
          step('Rejected values and reasons (prints nothing if no value was rejected)', rowsOf(paths.archiveRejected)),
          step(
            'Comparisons with witnesses (prints nothing if no comparison affected a rate)',
            rowsOf(paths.archiveEvidence),
          ),
        ]),
    ...(officialDay === undefined
      ? []
      : [
          step(
            'Official rates, in units per 1 EUR',
            `${curl(paths.officialYear('ecb', officialDay.slice(0, 4)))} | grep -E '^(date|${officialDay}),'`,
          ),
        ]),
    ...(copy
      ? [
          step(
            'SHA-256 of the dated copy',
            `curl -fsSL ${quoted(copy.url)} | sha256sum`,
            copy.isSameFile ? sha256 : undefined,
          ),
        ]
      : []),
    ...(isNewest && sha256
      ? [step('SHA-256 of the downloaded dataset', `${curl(sourceFile)} | sha256sum`, sha256)]
      : []),
    ...found.map(({ line, sha256OfLine }) =>
      step(
        `SHA-256 of line ${line} of the year’s publish log`,
        `${logFile} | sed -n ${line}p | tr -d '\\n' | sha256sum`,
        sha256OfLine,
      ),
    ),
    step('SHA-256 of the archive file', `${table} | sha256sum`, archived?.sha256),
    step('The archive file’s hash in SHA256SUMS', `${curl(proofPaths.checksums)} | grep ' ${archiveFile}$'`),
    step(
      'GitHub’s signature of SHA256SUMS, if a public repository publishes this site',
      `${curl(proofPaths.checksums, '-fsSO')} && gh attestation verify SHA256SUMS --repo OWNER/REPO`,
    ),
    step('Rebuild and compare the whole site, in a clone of its repository', `npm run verify -- ${quoted(origin)}`),
  ].join('\n\n');
}

/** Quotes a text for a shell, because the host's name may contain any character. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** @param expected the expected output, if known */
function step(what: string, command: string, expected?: string | null): string {
  return `# ${what}${expected ? `: ${expected}` : ''}\n${command}`;
}
