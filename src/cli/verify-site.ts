import { addressBelow, isHttpAddress } from '../dataset/address.ts';
import { paths, sourceFile } from '../documents/paths.ts';
import type { ReceiptLine } from '../documents/receipt.ts';
import { startPreview } from '../preview/preview-server.ts';
import { MOST_CHECKSUMS_BYTES, sha256 } from '../site/checksums.ts';
import { controlFiles } from '../site/host-limits.ts';
import { problemLine, type SiteProblem } from '../site/site-problems.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type AnswerProblem, questions } from './check-instance.ts';
import { CommandError } from './command.ts';
import { commitOfCode } from './commit.ts';
import { bytesAsServed, compareServed, sampleOf } from './compare-with-folder.ts';
import { get } from './get.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { remakeSite } from './remake-site.ts';
import { print } from './tell.ts';

export interface VerifyOptions {
  /** The site's base address, or a folder with the same files. */
  readonly site: string;
  /** Whether every file is fetched that is served, and not a sample of each kind. */
  readonly all: boolean;
  /** The clock, ISO 8601 UTC. */
  readonly now: string;
}

/**
 * Makes a published site again, from what it publishes and with this code, and compares every hash with its `SHA256SUMS`;
 * and looks whether its host serves, or its folder holds, what was hashed. Says what was compared.
 *
 * @throws {CommandError} when anything is otherwise, or cannot be compared
 * @throws the signal's reason
 */
export async function verifySite({ site, all, now }: VerifyOptions, signal: AbortSignal): Promise<void> {
  const claim = await readClaim(site, now, signal);
  const { files, sums, published, receipt } = claim;
  print(
    `${files.place}: rates of ${receipt.date}, made by ${codeOf(receipt)}.`,
    `Receipts: ${published.receipts.length}, since ${published.receipts[0]?.date ?? ''}, one chain.`,
    published.source
      ? `Source: ${sourceFile}, as fetched from ${receipt.source.url}.`
      : 'Source: the bytes of the newest dataset were not kept.',
  );
  using remade = await remakeSite(claim, signal);
  print(`Made again: ${sums.size} files, ${remade.problems.length} otherwise.`);
  const problems = [...claim.problems, ...remade.problems];
  if (isHttpAddress(site)) problems.push(...(await servedProblems(site, all, claim, remade.folder, signal)));
  else print(`Looked at: all files of the folder, ${claim.problems.length} problems.`);
  if (problems.length > 0) throw refusal(problems, remade.problems.length > 0, receipt);
  print(`Verified: ${files.place} is what its archive and this code make.`);
}

/** What a host serves otherwise than was hashed, or than the Function that was made again answers. */
async function servedProblems(
  address: string,
  isWhole: boolean,
  { files, checksums, sums }: Claim,
  remade: string,
  signal: AbortSignal,
): Promise<SiteProblem[]> {
  // What tells the host what to do it serves to nobody: of that, its answers tell.
  const all = [...sums.keys()].filter((path) => !controlFiles.includes(path));
  const sample = isWhole ? all : sampleOf(all);
  const served = await compareServed(address, remade, sample, signal, (path, bytes) =>
    sha256(bytes) === sums.get(path) ? undefined : `is not what ${paths.checksums} says of ${path}`,
  );
  const answered = await answerProblems(address, remade, signal);
  const problems = [...served, ...answered].map(({ asked, message }) => ({ path: asked, message }));
  print(
    `Asked for: ${sample.length} of ${all.length} files, and ${questions.length} questions: ` +
      `${problems.length} problems.`,
  );
  if (problems.length > 0 && (await files.text(paths.checksums, MOST_CHECKSUMS_BYTES)) !== checksums) {
    throw new CommandError(`${files.place} was published anew meanwhile: verify it again.`);
  }
  return problems;
}

/** What is answered otherwise than by the site that was made again: by its Function, and by the rules of addresses. */
async function answerProblems(address: string, remade: string, signal: AbortSignal): Promise<AnswerProblem[]> {
  await using own = await startPreview(remade, 0);
  const compared = questions.map(async ([path]): Promise<AnswerProblem | []> => {
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

/** Problems that are told one by one: beyond, their number says enough. */
const SHOWN_PROBLEMS = 20;

/** What is wrong, and what that means. */
function refusal(problems: readonly SiteProblem[], isMadeOtherwise: boolean, receipt: ReceiptLine): CommandError {
  const shown = problems.slice(0, SHOWN_PROBLEMS).map(problemLine);
  const more = problems.length - shown.length;
  return new CommandError(
    ...shown,
    ...(more > 0 ? [`And ${more} more.`] : []),
    isMadeOtherwise && !isThisCode(receipt)
      ? `Not verified: the site was made by ${codeOf(receipt)}, this is ${codeOf(thisCode())}. ${howToGetIt(receipt)}`
      : 'Not verified: the site is not what its archive and this code make.',
  );
}

type Code = Pick<ReceiptLine, 'version' | 'commit'>;

function thisCode(): Code {
  return { version: packageJson.version, commit: commitOfCode() };
}

function isThisCode({ version, commit }: Code): boolean {
  const own = thisCode();
  return version === own.version && commit !== undefined && commit === own.commit;
}

function codeOf({ version, commit }: Code): string {
  return `version ${version}, ${commit === undefined ? 'of a commit that nobody knows' : `commit ${commit}`}`;
}

function howToGetIt({ commit }: Code): string {
  return commit === undefined
    ? 'Whether that is the reason, nobody can tell.'
    : `Check that out and verify again: git checkout ${commit} && npm ci`;
}
