import { paths, proofPaths, sourceFile } from '../../api/paths.ts';
import type { OfficialReceipt } from '../../api/explain/official-receipt.ts';
import type { RateReceipt } from '../../api/explain/rate-receipt.ts';
import { datedCopyOf } from '../../sources/mirrors.ts';
import { FileError } from '../../text/site-problem.ts';
import type { ReceiptCheck } from './check-receipt.ts';

/** What the commands check. */
export interface Checked {
  /** The receipt of the market rate; undefined if the page shows a bank's. */
  readonly receipt: RateReceipt | undefined;
  /** The receipt of a bank's rate; undefined if the page shows the market's. */
  readonly official: OfficialReceipt | undefined;
  /** Undefined before the check; the commands then lack the expected hashes. */
  readonly check: ReceiptCheck | undefined;
}

/**
 * The commands to check receipts without this page.
 *
 * @param origin the site's origin
 */
export function commandsFor({ receipt, official, check }: Checked, origin: string): string {
  const curl = (path: string, options = '-fsS') => `curl ${options} ${quoted(`${origin}/${path}`)}`;
  return [
    ...(receipt ? marketSteps(receipt, check, curl) : []),
    ...(official ? officialSteps(official, curl) : []),
    step(
      'GitHub’s signature of SHA256SUMS, if a public repository publishes this site',
      `${curl(proofPaths.checksums, '-fsSO')} && gh attestation verify SHA256SUMS --repo OWNER/REPO`,
    ),
    step('Rebuild and compare the whole site, in a clone of its repository', `npm run verify -- ${quoted(origin)}`),
  ].join('\n\n');
}

/** The command that downloads a file of the site. */
type Curl = (path: string, options?: string) => string;

function marketSteps(
  { date, isNewest, provider, sides }: RateReceipt,
  check: ReceiptCheck | undefined,
  curl: Curl,
): string[] {
  const versions = !check || check.versions instanceof FileError ? [] : check.versions;
  const archived = check?.archived instanceof FileError ? undefined : check?.archived;
  const archiveFile = paths.archiveYear(date.slice(0, 4));
  const { url, sha256 } = versions.at(-1)?.source ?? {};
  const copy = datedCopyOf(provider, date, url);
  const codes = sides.map(({ code }) => code).join('|');
  const rowsOf = (path: string) => `${curl(path)} | grep -E '^${date},(${codes}),'`;
  const table = curl(archiveFile);
  const cut = archived ? ` | cut -d, -f${[1, ...archived.columns].join()}` : '';
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
    ...versions.map(({ line, sha256OfLine }) =>
      step(
        `SHA-256 of line ${line} of the year’s publish log`,
        `${logFile} | sed -n ${line}p | tr -d '\\n' | sha256sum`,
        sha256OfLine,
      ),
    ),
    ...hashSteps(archiveFile, curl, archived?.sha256),
  ];
}

function officialSteps({ bank: { name }, quotes }: OfficialReceipt, curl: Curl): string[] {
  const datesByFile = Map.groupBy(quotes, ({ path }) => path);
  return [...datesByFile].flatMap(([path, ofFile]) => {
    const dates = [...new Set(ofFile.map(({ date }) => date))].join('|');
    return [step(`Official rates: ${name}`, `${curl(path)} | grep -E '^(date|${dates}),'`), ...hashSteps(path, curl)];
  });
}

/** The commands that compare a file with the checksums. @param expected the file's SHA-256, if known */
function hashSteps(path: string, curl: Curl, expected?: string): string[] {
  return [
    step('SHA-256 of the archive file', `${curl(path)} | sha256sum`, expected),
    step('The archive file’s hash in SHA256SUMS', `${curl(proofPaths.checksums)} | grep ' ${path}$'`),
  ];
}

/** Quotes a text for a shell, because the host's name may contain any character. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** @param expected the expected output, if known */
function step(what: string, command: string, expected?: string | null): string {
  return `# ${what}${expected ? `: ${expected}` : ''}\n${command}`;
}
