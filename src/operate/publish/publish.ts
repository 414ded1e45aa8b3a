import type { Instant } from '../../money/calendar.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import type { Status } from '../../api/documents/status.ts';
import { paths } from '../../api/paths.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { check } from '../../site/check/check.ts';
import { checkResponses } from '../../site/check/check-responses.ts';
import { type Ask, askAt } from '../../site/check/get.ts';
import { startPreview } from '../../site/serve/preview-server.ts';
import type { SiteData } from '../../site/site-data.ts';
import { SiteFiles } from '../../site/site-files.ts';
import { isHttpAddress } from '../../text/address.ts';
import { problemLines, type SiteProblem } from '../../text/site-problem.ts';
import type { About, Deployed, Host, Live } from '../hosts/host.ts';
import { completenessProblems } from '../../validation/completeness.ts';
import { CommandError, PublishFailure, StoppedError } from '../terminal/command.ts';
import { annotate, print, printError, printProgress } from '../terminal/print.ts';
import { checkDeployed } from './check-deployed.ts';
import { assertHasDates, dataToKeep } from './data-to-keep.ts';
import { limits } from './limits.ts';
import { publishAdvice } from './publish-options.ts';

export interface PublishOptions {
  readonly now: Instant;
  /** The folder of the new site. */
  readonly folder: string;
  /**
   * Builds the new site in the folder.
   *
   * @param previous base URL or folder of the site to continue; undefined to start a new archive
   * @param url the URL that callers use
   * @returns the data of the previous site
   */
  readonly build: (previous: string | undefined, url: string, signal: AbortSignal) => Promise<SiteData | undefined>;
  /** The commit of this code, for the host's list of versions. */
  readonly commit?: string | undefined;
  readonly host: Host;
  readonly fileLimit: number;
  /** URL that callers use, if the site has a custom domain. */
  readonly url?: string | undefined;
  /** Base URL or folder of a site to restore. By default, the live site is continued. */
  readonly previous?: string | undefined;
  /** Whether the new site may lack days of the live site. */
  readonly startOver: boolean;
  /** Maximum number of seconds to repeat the checks of a version, because it doesn't reach all locations at once. */
  readonly patience: number;
  /** Whether the repository has published before. */
  readonly hasPublished: (signal: AbortSignal) => Promise<boolean>;
  /** Called with what is live, before the new site is built. */
  readonly onLive?: (live: Live, signal: AbortSignal) => Promise<void>;
  /**
   * Called when the new site is live and healthy at its own URL, or if a later job of the workflow makes it live.
   *
   * @param isFunctionTried whether the Function's responses were checked at the host
   */
  readonly onPublished?: (isFunctionTried: boolean) => void;
}

/** Milliseconds by which this machine's clock may differ from the host's. */
const MAX_CLOCK_ERROR = 3_600_000;

/**
 * Publishes a site: reads what is live, builds the next site on it, checks it, uploads it, checks it again at a URL that
 * callers don't see, makes it live, and checks it once more or rolls back. Until it is live, the live site is unchanged.
 *
 * @returns what the host shows beside the new site
 * @throws {CommandError} if the site wasn't published, or is live with problems
 * @throws {StoppedError} if the command was stopped when it may already have changed something
 */
export async function publish(options: PublishOptions, signal: AbortSignal): Promise<About> {
  const { host, folder, now, fileLimit, commit } = options;
  let state = 'The live site is unchanged.';
  const step = steps(signal, () => state);
  try {
    const live = await step('live', async (signal) => {
      const live = await host.live(() => assertMayStart(options, signal), signal);
      assertRightClock(now, live.clock);
      await options.onLive?.(live, signal);
      return live;
    });
    const { deployed: before } = live;
    const url = options.url ?? live.address;
    const continued = await step('build', async (signal) => {
      const previous = options.previous ?? (options.startOver ? undefined : before?.url);
      if (!before) print('Nothing is published yet, so this is the first publish.');
      else if (previous === undefined) print('Starting over: the data of the live site isn’t used.');
      return options.build(previous, url, signal);
    });
    const { rate_as_of } = await step('check', async (signal) => {
      if (options.startOver) return assertValid(folder, { fileLimit, continues: undefined }, signal);
      const isRestored = before !== null && options.previous !== undefined;
      if (!isRestored) return assertValid(folder, { fileLimit, continues: continued }, signal);
      // A restored site doesn't continue the live site, but must not lack anything of it either.
      const kept = await dataToKeep(before.url, now, signal);
      const restored = await assertValid(folder, { fileLimit, continues: kept.data }, signal);
      assertHasDates(restored, kept.dates);
      return restored;
    });
    const about = { asOf: rate_as_of, commit };
    await using local = await startPreview(folder, 0);
    const checkAt = (deployed: Deployed, signal: AbortSignal) =>
      checkVersion(deployed.url, before, askAt(local.url, signal), options, signal);

    const ours = await promoteIfHealthy({ host, folder, about, before }, step, async (candidate, signal) => {
      const { problems } = await checkAt(candidate, signal);
      if (problems.length === 0) {
        print(`Tested at ${candidate.url}: all checks passed.`);
        state = 'Either the previous site or the new site, which was tested, is live.';
      }
      return problems;
    });
    if (!ours) {
      options.onPublished?.(true);
      return about;
    }
    const health = await step('checkLive', (signal) => checkAt(ours, signal)).catch((error: unknown) => {
      // A site that can't be checked isn't healthy.
      if (signal.aborted || !(error instanceof CommandError)) throw error;
      return { problems: [{ path: ours.url, problem: error.message }], isFunctionTried: false };
    });
    if (health.problems.length > 0) {
      // Printed now, because the rollback may take a while.
      printError(...problemLines(health.problems), `The site that is live now, ${ours.url}, isn't healthy.`);
      throw new PublishFailure('unhealthy', await host.rollBack(ours, before));
    }
    if (!health.isFunctionTried) annotate(usedUp);
    options.onPublished?.(health.isFunctionTried);
    state = `The new site is live, but wasn't tested at ${url}.`;
    await step('checkAddress', (signal) => assertReached(url, before, options, signal));
    print(`Published: ${url}`);
    return about;
  } catch (error) {
    const saysSo = error instanceof StoppedError || error instanceof CommandError;
    throw signal.aborted && !saysSo ? new StoppedError(`Stopped. ${state}`) : error;
  }
}

/** Runs a step of a publish. */
type Step = <T>(name: keyof typeof limits, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** Runs the steps of a publish, each within its limit, and prints how long each took. */
function steps(signal: AbortSignal, state: () => string): Step {
  return async (name, work) => {
    const begin = performance.now();
    const limit = AbortSignal.timeout(limits[name]);
    try {
      const result = await work(AbortSignal.any([signal, limit]));
      printProgress(`Step ${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
      return result;
    } catch (error) {
      if (!limit.aborted || signal.aborted) throw error;
      const minutes = limits[name] / 60_000;
      throw new CommandError(
        `The step ${name} wasn't complete after ${minutes} minutes, so it was stopped. ${state()} Try again.`,
      );
    }
  };
}

interface Upload {
  readonly host: Host;
  readonly folder: string;
  readonly about: About;
  readonly before: Deployed | null;
}

/**
 * Uploads a site to a URL that callers don't see, checks it there, and makes it live.
 *
 * @param problemsOf finds what is wrong with the uploaded version
 * @returns the live version; null if a later job of the workflow makes it live
 */
async function promoteIfHealthy(
  { host, folder, about, before }: Upload,
  step: Step,
  problemsOf: (candidate: Deployed, signal: AbortSignal) => Promise<readonly SiteProblem[]>,
): Promise<Deployed | null> {
  await using candidate = await step('upload', (signal) => host.upload(folder, about, signal));
  const problems = await step('checkCandidate', (signal) => problemsOf(candidate, signal));
  if (problems.length > 0)
    throw unhealthy(problems, `The new site isn't healthy at ${candidate.url}. The live site is unchanged.`);
  return await step('promote', (signal) => host.promote(folder, about, before, signal));
}

/** Hands the files of the site in a folder to a second host. If that fails, a warning says why. */
export async function publishMirror(
  { now, ...upload }: Omit<Upload, 'before'> & { readonly now: Instant },
  signal: AbortSignal,
): Promise<void> {
  const { host } = upload;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limits.mirror)]);
  try {
    await promoteIfHealthy(
      { ...upload, before: null },
      (_, work) => work(limit),
      ({ url }) => problemsAt(url, askAt(url, limit), { now }, limit),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted && !(error instanceof CommandError)) throw error;
    for (const line of error instanceof CommandError ? error.lines : ['it took too long'])
      annotate(`${host.name} isn't updated: ${line}`);
  }
}

/**
 * Checks a folder before it is uploaded.
 *
 * @param continues the data of the live site, none of which may be lost
 * @throws {PublishFailure} if it isn't a valid site, or only a preview
 */
export async function assertValid(
  folder: string,
  { fileLimit, continues }: { fileLimit: number; continues: SiteData | undefined },
  signal: AbortSignal,
): Promise<SiteData> {
  const { problems, data, referenceRates, status } = await check(new SiteFiles(folder), {
    fileLimit,
    continues,
    signal,
  });
  const all = [...problems, ...(referenceRates && status ? missingCurrencies(referenceRates, status) : [])];
  if (data?.recorded) {
    const problem = `the recorded rates of ${data.rate_as_of} are for previews only. Write the site again without --recorded`;
    all.push({ path: paths.referenceRates, problem });
  }
  if (all.length === 0 && data) return data;
  throw unhealthy(all, 'Nothing was sent. The live site is unchanged.');
}

/**
 * Reports if a required currency or too many currencies lack a rate. Omitted rates don't count as missing, because
 * validation limits their number by itself.
 */
function missingCurrencies({ rates }: ReferenceRates, { currencies }: Status): SiteProblem[] {
  const omitted = new Set(currencies.filter(({ state }) => state === 'omitted').map(({ code }) => code));
  const hasRate = (code: string) => Object.hasOwn(rates, code) || omitted.has(code);
  return completenessProblems(catalogue, hasRate).map(({ path, message }) => ({
    path: paths.referenceRates,
    problem: `${['rates', ...path].join('.')}: ${message}`,
  }));
}

/** @throws {PublishFailure} if an archive would be started over by accident */
async function assertMayStart(
  { startOver, previous, hasPublished }: PublishOptions,
  signal: AbortSignal,
): Promise<void> {
  if (startOver || previous !== undefined) return;
  if (!(await hasPublished(signal))) return;
  throw new PublishFailure(
    'project',
    'The host has no site, but this repository has published before. Nothing was published, so that its archive doesn’t start over. ' +
      `If the name of the project is mistyped, correct it. To restore the archive, or to start over, ${publishAdvice.toStartOver}.`,
  );
}

/** Checks a version at its own URL until it is healthy. All responses must be those that this machine serves. */
function checkVersion(
  url: string,
  before: Deployed | null,
  like: Ask,
  { now, patience }: PublishOptions,
  signal: AbortSignal,
) {
  const checkOnce = (ask: Ask, stop: AbortSignal) => problemsAt(url, ask, { now, like }, stop);
  return checkDeployed(url, checkOnce, { patience, reference: referenceOf(before) }, signal);
}

/** The URL of the version that was live before. Its Function may have used up its quota. Null for a version in a folder. */
function referenceOf(before: Deployed | null): string | null {
  return before && isHttpAddress(before.url) ? before.url : null;
}

/** What is wrong with a version: all responses, and a sample of its files. */
async function problemsAt(url: string, ask: Ask, { now, like }: { now: Instant; like?: Ask }, signal: AbortSignal) {
  const { problems, host } = await check(new SiteFiles(url, { signal }), { isSample: true, signal });
  const responses = await checkResponses(ask, { now: new Date(now), host, like: host ? undefined : like });
  return [...responses.problems, ...problems];
}

/**
 * Checks the URL that callers use. A request to this URL may pass through a domain's cache, firewall and rules.
 *
 * @throws {CommandError} if a check fails at this URL
 */
async function assertReached(url: string, before: Deployed | null, options: PublishOptions, signal: AbortSignal) {
  const { folder, now, patience } = options;
  const path = `/${paths.referenceRates}`;
  const expected = readFileSync(join(folder, paths.referenceRates));
  let warnings: readonly string[] = [];
  const { problems } = await checkDeployed(
    url,
    async (ask) => {
      const { response } = await ask(path);
      const report = await checkResponses(ask, { now: new Date(now) });
      ({ warnings } = report);
      return [
        ...(response?.bytes.equals(expected) ? [] : [{ path, problem: 'doesn’t have the new rates' }]),
        ...report.problems,
      ];
    },
    { patience, reference: referenceOf(before) },
    signal,
  );
  if (problems.length > 0) {
    throw new PublishFailure(
      'address',
      ...problemLines(problems),
      `The site is published and healthy at its own URL, but not at ${url}. Check DNS, proxies and caches in between.`,
    );
  }
  for (const warning of warnings) printError(`Warning: ${warning}`);
}

function unhealthy(problems: readonly SiteProblem[], line: string): PublishFailure {
  return new PublishFailure('unhealthy', ...problemLines(problems), line);
}

/** With a wrong clock, the site would seem to come from the future, and no later publish could build on it. */
function assertRightClock(now: Instant, theirs: string | null): void {
  if (theirs === null || Math.abs(Date.parse(now) - Date.parse(theirs)) <= MAX_CLOCK_ERROR) return;
  throw new CommandError(
    `This machine's clock is wrong: it shows ${now}, but the host's shows ${theirs}. Nothing was published. Set the clock right.`,
  );
}

const usedUp =
  'The Pages Function wasn’t tested: today’s Function requests of the account are used up. They are renewed at midnight UTC. Static files were tested.';
