import { type Archive, archiveUpTo, areEqual, lostDays, newestDay, newestSource } from '../../archive/archive.ts';
import { isLogged } from '../../archive/corrections.ts';
import type { OfficialRates } from '../../archive/official-rates.ts';
import { catalogue, publishedOrder } from '../../currencies/catalogue.ts';
import { type AskOptions, askWitnesses, witnessName } from '../../sources/witnesses/ask-witnesses.ts';
import type { Dataset } from '../../sources/dataset.ts';
import { NoUsableMirrorError } from '../../sources/errors.ts';
import { fetchDataset } from '../../sources/fetch-dataset.ts';
import { isTooOldToFallBackOn } from '../../validation/freshness.ts';
import { type RejectedValue, ValidatedArchive } from '../../validation/validate-archive.ts';
import { newSourceOf, refusalOf, validateDataset } from '../../validation/validate-dataset.ts';
import { compare, withLateAnswers, type WitnessAnswer } from '../../validation/compare-witnesses.ts';
import type { AskedMirror } from '../../validation/snapshot/asked-mirrors.ts';
import { elementAt } from '../../rates/element-at.ts';
import { defaultMirrors } from '../../sources/mirrors.ts';
import type { Rates } from '../../rates/rates.ts';
import { MAX_FALLBACK_AGE_HOURS, type Snapshot } from '../../validation/snapshot/snapshot.ts';
import { defaultSource, isDefaultSource, isSameSource, type Source } from '../../archive/source.ts';
import { agreementLevels, type WitnessReport, outcomesInWords } from '../../validation/snapshot/witness-report.ts';
import { CommandError } from '../terminal/command.ts';
import { type BackfillOptions, fetchMissingDays } from './fetch-missing-days.ts';
import type { SiteData } from '../../site/site-data.ts';
import { readPrevious } from '../published/read-previous.ts';
import { recordedArchive } from '../published/recorded-archive.ts';
import { obtainOfficial } from './obtain-official.ts';
import { snapshotOf } from '../../validation/snapshot-of.ts';
import { print, tell } from '../terminal/tell.ts';
import { present } from '../../text/present.ts';

export interface ObtainOptions extends BackfillOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  readonly witnesses: readonly string[];
  /** Whether the operator confirms that the published rates are continued with another source. */
  readonly newSource?: boolean;
  /** URL of the bank's file of official rates; null if no file is to be downloaded. */
  readonly official: string | null;
  /** Base URL or folder of the site that was published last. */
  readonly previous?: string | undefined;
  /** Whether the newest archived rates may be published if nothing else is usable. */
  readonly recorded: boolean;
  readonly now: string;
  /** Parts of error messages that say what the user can do. Each command has other options, so the advice differs. */
  readonly advice: {
    /** Completes "to start over without the site's data, …", for example `omit --previous`. */
    readonly toBeginAnew: string;
    /** Completes "Try again later, …" if there are no rates, for example `or name another mirror with --mirror`. */
    readonly withoutRates: string;
    /** Completes "To continue with NAME, … once", where NAME is another source, for example `give --new-source`. */
    readonly toChangeSource: string;
  };
}

export interface Obtained {
  readonly snapshot: Snapshot;
  /** The source's values. The newest day is the snapshot's day. */
  readonly archive: Archive;
  readonly rejected: readonly RejectedValue[];
  readonly official: OfficialRates;
  /** The downloaded bytes of the newest day's dataset; undefined if they weren't kept. */
  readonly source: Uint8Array | undefined;
  /** The data of the previous site; undefined without one. */
  readonly published: SiteData | undefined;
}

type Obtaining = Omit<Obtained, 'published' | 'official'>;

/** Advice for users of `npm run generate`. */
export const generateAdvice: ObtainOptions['advice'] = {
  toBeginAnew: 'omit --previous',
  withoutRates: 'name another mirror with --mirror, or, for a preview, use --recorded',
  toChangeSource: 'give --new-source',
};

/** Milliseconds to wait for the mirrors if the recorded rates may be used, because a preview shouldn't wait longer. */
const PREVIEW_PATIENCE = 4000;

/**
 * Obtains the snapshot to publish, and the archive that validates it. Uses the first available rates in this order:
 *
 * 1. the mirrors' rates
 * 2. the published rates, unless they are too old
 * 3. the newest archived rates, if `recorded` is set
 *
 * Prints to standard error which fallback it uses, and why.
 *
 * @throws {CommandError} if there are no rates, or the previous site can't be read, or its archive would lose days
 */
export async function obtainSnapshot(options: ObtainOptions, signal?: AbortSignal): Promise<Obtained> {
  const { mirrors, recorded, advice, source = defaultSource } = options;
  const previous =
    options.previous === undefined
      ? null
      : await readPrevious(options.previous, options.now, advice.toBeginAnew, signal);
  const isChange = previous !== null && !isSameSource(newestSource(previous.archive), source);
  if (isChange && !options.newSource) throw unconfirmed(previous, source, advice);
  // If the clock was set back, the time of the last retrieval is used. `checkedAt` isn't used for this purpose, because
  // no checksum covers it.
  const now = previous && previous.retrievedAt > options.now ? previous.retrievedAt : options.now;
  const known = previous?.archive ?? recordedArchive(now.slice(0, 10));
  // Everything is downloaded at the same time, so that today's rates wait for nothing else.
  const archive = fetchMissingDays(known, { ...options, now }, signal).then((grown) => withPlausibleDays(known, grown));
  const official = obtainOfficial(previous, { ...options, market: known.days, now }, signal);
  // Both are awaited later. If they fail earlier, the error must not count as unhandled.
  for (const download of [archive, official]) download.catch(() => undefined);
  using witnesses = new Witnesses({ witnesses: options.witnesses, now, signal });
  // Requests witnesses while the mirrors are requested, unless today's dataset is already published.
  if ((previous?.asOf ?? '') < now.slice(0, 10)) witnesses.ask();
  const { value: obtained, mirrors: asked } = await fetchDataset({
    catalogue,
    now,
    mirrors,
    isOwnSource: !isDefaultSource(source),
    // A preview shouldn't wait for dated mirrors.
    datedMirrors: recorded ? [] : options.datedMirrors,
    published: previous?.asOf,
    signal,
    ...(recorded && { limits: { deadline: PREVIEW_PATIENCE } }),
    accept: async (dataset, mirror, bytes) =>
      accept(dataset, mirror, { archive: await archive, previous, now, witnesses, source, bytes }),
    onFailure: (mirror, { message }) => {
      // A preview works without a network, so failures don't matter.
      if (!recorded) tell(`${mirror}: ${message}`);
    },
  }).catch(async (error: unknown) => {
    if (!(error instanceof NoUsableMirrorError)) throw error;
    if (isChange) {
      throw new CommandError(
        `${error.message} The site keeps its former source, and nothing was written. Try again later, ${advice.withoutRates}.`,
      );
    }
    return { value: fallBack(error, await archive, previous, now, options), mirrors: error.mirrors };
  });
  // The archive ends on the day of the rates, even if later days were fetched.
  const archived = archiveUpTo(obtained.archive, obtained.snapshot.asOf);
  const lost = previous ? lostDays(previous.archive, archived) : [];
  if (lost.length > 0) {
    throw new CommandError(
      `The archive would lose or change ${lost.length} published days, such as ${present(lost[0], 'day')}. Nothing was written. ` +
        'This is a bug. Please report it.',
    );
  }
  const officialRates = await official;
  if (previous && !isLogged(previous.official, officialRates)) {
    throw new CommandError(
      'The official rates would change in a way that their log of corrections doesn’t list. Nothing was written. ' +
        'This is a bug. Please report it.',
    );
  }
  tellQuality(obtained.snapshot);
  const snapshot = withMirrors(obtained.snapshot, asked, previous);
  return { ...obtained, snapshot, archive: archived, official: officialRates, published: previous ?? undefined };
}

function unconfirmed(previous: SiteData, { name }: Source, { toChangeSource }: ObtainOptions['advice']): CommandError {
  const published = newestSource(previous.archive);
  return new CommandError(
    `The published rates are from ${published.name}, but this run’s options set the source ${name}. Nothing was written. ` +
      `To continue with ${name}, ${toChangeSource} once. To keep ${published.name}, set it as the source again.`,
  );
}

/**
 * Adds the time since which the snapshot has been stale, and the outcome of each mirror. If the same dataset is already
 * published, and neither the published site nor the snapshot is stale, the published outcomes are kept. So most checks
 * change only `api/v1/rates.json`.
 */
function withMirrors(snapshot: Snapshot, asked: readonly AskedMirror[], previous: SiteData | null): Snapshot {
  const staleSince = snapshot.staleReason === null ? null : (previous?.staleSince ?? snapshot.checkedAt);
  const isSettled =
    staleSince === null && previous?.staleSince === null && snapshot.retrievedAt === previous.retrievedAt;
  const published = isSettled ? previous.mirrors : undefined;
  return { ...snapshot, staleSince, mirrors: published ?? asked };
}

/**
 * Adds fetched past days to the archive, unless the newest known day would be implausible after them. In that case the
 * fetched days count as wrong, because a published day must stay in the archive.
 *
 * @param known the archive without the fetched days
 * @param grown the archive with the fetched days
 */
function withPlausibleDays(known: Archive, grown: Archive): Archive {
  const newest = newestDay(known);
  if (grown === known || !newest) return grown;
  const validated = new ValidatedArchive(archiveUpTo(grown, newest.date), catalogue).newest();
  const refusal = refusalOf(newest.rates, validated, catalogue, null, newSourceOf(archiveUpTo(grown, newest.date)));
  if (refusal === null) return grown;
  tell(
    `The downloaded past days aren't used. Compared with them, the dataset of ${newest.date} would be refused: ${refusal}.`,
  );
  return known;
}

/** The data that decides whether a dataset is published. */
interface Acceptance {
  readonly archive: Archive;
  readonly previous: SiteData | null;
  readonly now: string;
  readonly witnesses: Witnesses;
  readonly source: Source;
  readonly bytes: Uint8Array;
}

/** @throws {ImplausibleDatasetError} if the dataset must not be published */
async function accept(
  dataset: Dataset,
  mirror: string,
  { archive, previous, now, witnesses, source, bytes }: Acceptance,
): Promise<Obtaining> {
  const published = previous?.asOf ?? '';
  const upToIt = archiveUpTo(archive, dataset.date);
  const newest = newestDay(upToIt);
  const isKnown =
    previous && !previous.isRecorded && dataset.date === published && isSameSource(newestSource(upToIt), source);
  if (isKnown && newest && (dataset.isFinal || areEqual(dataset.rates, listed(newest.rates)))) {
    return checkAgain(newest, upToIt, previous, now, witnesses);
  }
  const compared = compare(dataset, await witnesses.answers(), now);
  tellWitnessReport(compared.witnessReport);
  const { archive: grown, validated } = validateDataset(dataset, archive, catalogue, compared, source);
  const origin = { mirror, retrievedAt: now, checkedAt: now, witnessReport: compared.witnessReport };
  return obtainedFrom(grown, origin, bytes, validated);
}

/**
 * Keeps the published dataset, which is still the newest, and compares it only with witnesses that no earlier run could
 * reach.
 *
 * @param dataset the archive's newest day
 * @throws {ImplausibleDatasetError} if the witnesses' responses show that the dataset is broken
 */
async function checkAgain(
  dataset: Dataset,
  archive: Archive,
  previous: SiteData,
  now: string,
  witnesses: Witnesses,
): Promise<Obtaining> {
  const { witnessReport, source } = previous;
  const late = await witnesses.askAgain(witnessReport);
  if (late.length === 0) {
    return obtainedFrom(archive, { ...previous, checkedAt: now }, source);
  }
  const compared = compare(dataset, late, now);
  tellWitnessReport(compared.witnessReport);
  const { archive: grown, validated } = validateDataset(dataset, archive, catalogue, compared, newestSource(archive));
  const origin = { ...previous, checkedAt: now, witnessReport: withLateAnswers(witnessReport, compared) };
  return obtainedFrom(grown, origin, source, validated);
}

/** Creates a site's data from an archive that ends on the day to publish. */
function obtainedFrom(
  archive: Archive,
  origin: Parameters<typeof snapshotOf>[1],
  source: Uint8Array | undefined,
  validated = new ValidatedArchive(archive, catalogue),
): Obtaining {
  return { archive, snapshot: snapshotOf(archive, origin, validated.newest()), rejected: validated.rejected(), source };
}

/** The witnesses. Each witness is requested at most once per run. */
class Witnesses implements Disposable {
  readonly #options: Pick<AskOptions, 'witnesses' | 'now'>;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #failures: string[] = [];
  readonly #answers = new Map<string, Promise<WitnessAnswer[]>>();

  constructor({ signal, ...options }: Pick<AskOptions, 'witnesses' | 'now' | 'signal'>) {
    this.#options = options;
    this.#signal = AbortSignal.any([this.#end.signal, ...(signal ? [signal] : [])]);
  }

  /** Requests all witnesses, because their responses will probably be needed. */
  ask(): void {
    for (const address of this.#options.witnesses) void this.#answerOf(address);
  }

  /** Waits for the witnesses' responses, and reports each witness without a usable response. */
  async answers(addresses = this.#options.witnesses): Promise<WitnessAnswer[]> {
    const answers = await Promise.all(addresses.map((address) => this.#answerOf(address)));
    tell(...this.#failures.splice(0));
    return answers.flat();
  }

  /** Requests the witnesses that no earlier run could reach, and returns their usable responses. */
  async askAgain({ asked }: WitnessReport): Promise<WitnessAnswer[]> {
    const unreachable = new Set(asked.filter(({ outcome }) => outcome === 'unreachable').map(({ witness }) => witness));
    const addresses = this.#options.witnesses.filter((address) => unreachable.has(witnessName(address)));
    return (await this.answers(addresses)).filter(({ rates }) => rates !== null);
  }

  #answerOf(address: string): Promise<WitnessAnswer[]> {
    const known = this.#answers.get(address);
    if (known) return known;
    const answer = askWitnesses({
      ...this.#options,
      witnesses: [address],
      catalogue,
      signal: this.#signal,
      onFailure: (witness, { message }) => this.#failures.push(`Witness ${witness}: ${message}`),
    });
    // If the response isn't needed, its failure doesn't matter.
    answer.catch(() => undefined);
    this.#answers.set(address, answer);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

const statesInShort = { left_out: 'omitted', held: 'held', accepted: 'newly accepted', frozen: 'frozen' } as const;

/** Number of currencies of each state that {@link tellQuality} names. */
const NAMED = 5;

/** Reports in one line how many currencies have a state other than ok. The site's status explains each of them. */
function tellQuality({ quality }: Snapshot): void {
  const counts = Object.entries(statesInShort).flatMap(([state, name]) => {
    const codes = [...quality.keys()].filter((code) => quality.get(code)?.state === state);
    const named = [...codes.slice(0, NAMED), ...(codes.length > NAMED ? ['…'] : [])];
    return codes.length > 0 ? [`${codes.length} ${name} (${named.join(', ')})`] : [];
  });
  if (counts.length > 0) tell(`Validation: ${counts.join(', ')}. For the reasons, see api/v1/status.`);
}

/** Reports how far each witness agrees, or why it is ignored. Failed requests are already reported. */
function tellWitnessReport({ asked }: WitnessReport): void {
  for (const { witness, outcome, compared, agreeing } of asked) {
    if (outcome === 'heard') {
      const levels = agreementLevels.map((percent, level) => `${elementAt(agreeing, level)} within ${percent}%`);
      print(`Witness ${witness}: of ${compared} currencies it agrees on ${levels.join(', ')}.`);
    } else if (outcome !== 'unreachable') {
      tell(`Witness ${witness} is ignored (${outcome}): ${outcomesInWords[outcome]}.`);
    }
  }
}

/** The rates of currencies that the catalogue still lists. */
function listed(rates: Rates): Rates {
  const codes = publishedOrder.filter((code) => rates.has(code));
  return new Map(codes.map((code) => [code, present(rates.get(code), `rate of ${code}`)]));
}

function inFallback({ snapshot, ...obtained }: Obtaining): Obtaining {
  return { ...obtained, snapshot: { ...snapshot, staleReason: 'cached_fallback' } };
}

/** @throws {CommandError} if there is nothing to fall back on */
function fallBack(
  error: NoUsableMirrorError,
  archive: Archive,
  previous: SiteData | null,
  now: string,
  { recorded, advice }: ObtainOptions,
): Obtaining {
  if (previous) {
    const published = archiveUpTo(archive, previous.asOf);
    const origin = { ...previous, checkedAt: now };
    if (error.mirrors.some(({ outcome }) => outcome === 'older')) {
      return obtainedFrom(published, origin, previous.source);
    }
    if (!isTooOldToFallBackOn(previous.retrievedAt, now)) {
      tell(`${error.message} The published rates, retrieved at ${previous.retrievedAt}, stay, marked as stale.`);
      return inFallback(obtainedFrom(published, origin, previous.source));
    }
  }
  const newest = newestDay(archive);
  if (recorded && newest) {
    tell(
      `Today's rates can't be downloaded (${error.mirrors.length} mirrors tried). ` +
        `The site serves the recorded rates of ${newest.date} instead, marked as stale.`,
    );
    // The time when the recorded rates were retrieved isn't known.
    const retrievedAt = `${newest.date}T00:00:00.000Z`;
    const from = { mirror: defaultMirrors[0], retrievedAt, checkedAt: now, isRecorded: true };
    return inFallback(obtainedFrom(archive, from, undefined));
  }
  const why = previous ? ` The published rates are more than ${MAX_FALLBACK_AGE_HOURS} hours old.` : '';
  throw new CommandError(`${error.message}${why} Nothing was written. Try again later, ${advice.withoutRates}.`);
}
