import { publishedOrder } from '../currencies/catalogue.ts';
import { addressBelow, isHttpAddress } from '../dataset/address.ts';
import { DownloadError } from '../dataset/errors.ts';
import { addresses, paths, proofPaths, sourceFile } from '../documents/paths.ts';
import { MOST_CHECKSUMS_BYTES } from '../documents/receipt-chain.ts';
import type { Receipt } from '../documents/receipt.ts';
import { startPreview } from '../preview/preview-server.ts';
import { sha256 } from '../site/checksums.ts';
import { controlFiles } from '../site/host-limits.ts';
import type { SiteProblem } from '../site/site-problems.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type AnswerProblem, questions } from './check-instance.ts';
import { CommandError } from './command.ts';
import { commitOfCode } from './commit.ts';
import { bytesAsServed, compareServed, sampleOf } from './compare-with-folder.ts';
import { askAt, get } from './get.ts';
import { problemLines } from './problem-lines.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { remakeSite } from './remake-site.ts';
import { SiteFiles } from './site-files.ts';
import { assertSpareFiles } from './spare-files.ts';
import { print, tell } from './tell.ts';

export interface VerifyOptions {
  /** The site's base address, or a folder with the same files. */
  readonly site: string;
  /** Whether every file is fetched that is served, and not a sample of each kind. */
  readonly all: boolean;
  /** The clock, ISO 8601 UTC. */
  readonly now: string;
}

/** Milliseconds for one try at a file: `SHA256SUMS` of a site without a limit has 14 MB. */
const TIMEOUT = 60_000;

/**
 * Makes a published site again, from what it publishes and with this code, and compares every hash with its `SHA256SUMS`;
 * and looks whether its host serves, or its folder holds, what was hashed. Says what was compared. A site that is published
 * anew meanwhile is read once more.
 *
 * @throws {CommandError} when anything is otherwise, or cannot be compared
 * @throws the signal's reason
 */
export async function verifySite(options: VerifyOptions, signal: AbortSignal): Promise<void> {
  assertSpareFiles();
  const readFiles = () => new SiteFiles(options.site, { signal, timeout: TIMEOUT });
  const files = readFiles();
  try {
    await verify(files, options, signal);
  } catch (error) {
    if (!(error instanceof CommandError) || !isHttpAddress(options.site)) throw error;
    const fresh = readFiles();
    if (!(await isChanged(files, fresh))) throw error;
    tell(`${files.place} was published anew meanwhile: what is said of it may be of both. It is read once more.`);
    await verify(fresh, options, signal);
  }
}

/** Whether what changes with each publish is otherwise than it was read; not, as far as nobody can tell. */
async function isChanged({ read }: SiteFiles, fresh: SiteFiles): Promise<boolean> {
  for (const path of [proofPaths.checksums, paths.referenceRates]) {
    const before = read.get(path);
    if (!before) continue;
    try {
      if (sha256(await fresh.bytes(path, MOST_CHECKSUMS_BYTES)) !== sha256(before)) return true;
    } catch (error) {
      if (!(error instanceof DownloadError)) throw error;
    }
  }
  return false;
}

async function verify(files: SiteFiles, { site, all, now }: VerifyOptions, signal: AbortSignal): Promise<void> {
  const isServed = isHttpAddress(site);
  const claim = await readClaim(files, isServed ? undefined : site, now, signal);
  const { sums, published, receipt } = claim;
  print(
    `${files.place}: rates of ${receipt.date}, made by ${codeOf(receipt)}, as it says.`,
    `Receipts: ${published.receipts.length}, since ${published.receipts[0]?.date ?? ''}, one chain.`,
    published.source
      ? `Source: ${sourceFile}, as fetched from ${receipt.source.url}.`
      : 'Source: the bytes of the newest dataset were not kept.',
  );
  using remade = await remakeSite(claim, signal);
  print(`Made again: ${sums.size} files, ${remade.problems.length} of them differ.`);
  const served = isServed ? await servedProblems(site, all, claim, remade.folder, signal) : [];
  if (!isServed) print(`Looked at: all files of the folder, problems: ${claim.problems.length}.`);
  const problems = [...claim.problems, ...remade.problems, ...served];
  if (problems.length > 0) throw refusal(problems, remade.problems.length > 0, receipt);
  print(`Verified: ${files.place} is what its archive and this code make.`);
}

/** What a host serves otherwise than was hashed, or than the site that was made again answers. */
async function servedProblems(
  address: string,
  isWhole: boolean,
  { sums, published }: Claim,
  remade: string,
  signal: AbortSignal,
): Promise<SiteProblem[]> {
  // What tells the host what to do it serves to nobody: of that, its answers tell.
  const all = [...sums.keys()].filter((path) => !controlFiles.includes(path));
  const sample = isWhole ? all : sampleOf(all);
  const served = await compareServed(askAt(address, signal), remade, sample, (path, bytes) =>
    sha256(bytes) === sums.get(path) ? undefined : `is not what ${proofPaths.checksums} says of ${path}`,
  );
  const asked = [...questions.map(([path]) => path), ...chanceQuestions(published)];
  const answered = await answerProblems(address, remade, asked, signal);
  const problems = [...served, ...answered].map(({ asked, message }) => ({ path: asked, message }));
  print(
    `Asked for: ${sample.length} of ${all.length} files, and ${asked.length} questions, problems: ${problems.length}.`,
  );
  return problems;
}

const CHANCE_QUESTIONS = 12;

/** Conversions that nobody can foresee: each an amount of one currency in another, at the rate of a day. */
function chanceQuestions({ archive }: Claim['published']): string[] {
  const pick = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)];
  return Array.from({ length: CHANCE_QUESTIONS }, () => {
    const query = new URLSearchParams({
      from: pick(publishedOrder) ?? '',
      to: pick(publishedOrder) ?? '',
      amount: String(Math.floor(Math.random() * 1e6) / 100),
      date: pick(archive.days)?.date ?? '',
    });
    return `${addresses.datedConversion}?${query.toString()}`;
  });
}

/** What is answered otherwise than by the site that was made again: by its Function, and by the rules of addresses. */
async function answerProblems(
  address: string,
  remade: string,
  asked: readonly string[],
  signal: AbortSignal,
): Promise<AnswerProblem[]> {
  await using own = await startPreview(remade, 0);
  const compared = asked.map(async (path): Promise<AnswerProblem | []> => {
    const [answer, expected] = await Promise.all([
      get(addressBelow(address, path), signal),
      get(addressBelow(own.url, path), signal),
    ]);
    if (answer.failure !== undefined) return { asked: path, message: `no answer: ${answer.failure}` };
    const isSame =
      expected.failure === undefined &&
      answer.response.status === expected.response.status &&
      bytesAsServed(answer).equals(expected.bytes);
    return isSame ? [] : { asked: path, message: 'is not what the site that was made again answers' };
  });
  return (await Promise.all(compared)).flat();
}

/** What is wrong, and what that means. */
function refusal(problems: readonly SiteProblem[], isMadeOtherwise: boolean, receipt: Receipt): CommandError {
  return new CommandError(
    ...problemLines(problems),
    isMadeOtherwise && !isThisCode(receipt)
      ? `Not verified: the site says it was made by ${codeOf(receipt)}, this is ${codeOf(thisCode())}. ${howToGetIt(receipt)}`
      : 'Not verified: the site is not what its archive and this code make.',
  );
}

type Code = Pick<Receipt, 'version' | 'commit'>;

function thisCode(): Code {
  return { version: packageJson.version, commit: commitOfCode() };
}

function isThisCode({ version, commit }: Code): boolean {
  const own = thisCode();
  return version === own.version && commit !== undefined && own.commit?.startsWith(commit) === true;
}

function codeOf({ version, commit }: Code): string {
  return `version ${version}, ${commit === undefined ? 'of a commit that nobody knows' : `commit ${commit}`}`;
}

function howToGetIt({ commit }: Code): string {
  return commit === undefined
    ? 'Whether that is the reason, nobody can tell.'
    : `Check that out and verify again: git checkout ${commit} && npm ci`;
}
