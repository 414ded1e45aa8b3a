import { type Archive, archiveUpTo, areEqual, lostDays, newestDay } from '../archive/archive.ts';
import { catalogue, publishedOrder } from '../currencies/catalogue.ts';
import { type AskOptions, askWitnesses } from '../dataset/ask-witnesses.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { LaggingMirrorError, NoUsableMirrorError } from '../dataset/errors.ts';
import { fetchDataset } from '../dataset/fetch-dataset.ts';
import { isTooOldToFallBackOn } from '../dataset/freshness.ts';
import type { WitnessAnswer } from '../dataset/witness.ts';
import { ValidatedArchive } from '../validation/validate-archive.ts';
import { refusalOf, validateDataset } from '../validation/validate-dataset.ts';
import { compare, withLateAnswers } from '../validation/witnesses/compare.ts';
import { elementAt } from '../rates/element-at.ts';
import { explainQuality } from '../rates/explain-quality.ts';
import { defaultMirrors } from '../rates/mirrors.ts';
import { MAX_FALLBACK_AGE_HOURS, type Rates, type Snapshot } from '../rates/snapshot.ts';
import { agreementLevels, type Hearing, outcomesInWords } from '../rates/witnesses.ts';
import { CommandError } from './command.ts';
import { type BackfillOptions, fetchMissingDays } from './fetch-missing-days.ts';
import { type Previous, type Published, readPrevious } from './read-previous.ts';
import { recordedArchive, recordedRetrieval } from './recorded-archive.ts';
import { snapshotOf } from './snapshot-of.ts';
import { print, tell } from './tell.ts';

export interface ObtainOptions extends BackfillOptions {
  /** Addresses of the dataset's USD file, tried in order. */
  readonly mirrors: readonly string[];
  /** Addresses of independent sources that are asked about the dataset. */
  readonly witnesses: readonly string[];
  /** Base address or folder of the site that was published last. */
  readonly previous?: string | undefined;
  /** Whether the newest archived rates may serve when nothing else is usable. */
  readonly recorded: boolean;
  /** The clock, ISO 8601 UTC with milliseconds. */
  readonly now: string;
  /** What a user can do with the command that this is part of. */
  readonly advice: {
    /** To do without the previous site: `leave out --previous`. */
    readonly toBeginAnew: string;
    /** Where there are no rates: `name another mirror`. */
    readonly withoutRates: string;
  };
}

/** What a site is made of. */
export interface Obtained {
  readonly snapshot: Snapshot;
  /** What the source said, up to the snapshot's day, which is the newest. */
  readonly archive: Archive;
  /** The bytes that the newest day's dataset was fetched as; undefined where they were not kept. */
  readonly source: Uint8Array | undefined;
  /** What is published already; undefined where there is nothing, or nothing of it counts. */
  readonly published: Published | undefined;
}

type Obtaining = Omit<Obtained, 'published'>;

/** What the options of `npm run generate` allow. */
export const generateAdvice: ObtainOptions['advice'] = {
  toBeginAnew: 'leave out --previous',
  withoutRates: 'name another mirror with --mirror, or, for a preview, use --recorded',
};

/** Milliseconds for all mirrors together when the recorded rates stand ready: a preview should not wait longer. */
const PREVIEW_PATIENCE = 8000;

/**
 * The snapshot to publish, and the archive that it is judged by: the mirrors' rates, else those that were published last
 * while they are not too old, else, where that is allowed, the newest archived ones. What it falls back on, and why, it
 * tells on standard error.
 *
 * @throws {CommandError} when there is none, or the site that was published last cannot be read, or would lose days
 * @throws the signal's reason
 */
export async function obtainSnapshot(options: ObtainOptions, signal?: AbortSignal): Promise<Obtained> {
  const { mirrors, recorded, advice } = options;
  const previous =
    options.previous === undefined
      ? null
      : await readPrevious(options.previous, options.now, advice.toBeginAnew, signal);
  // Should the clock have jumped back, what is published still never goes back in time.
  const now = previous && previous.checkedAt > options.now ? previous.checkedAt : options.now;
  const known = previous?.archive ?? recordedArchive(now.slice(0, 10));
  const isFirst = previous?.archive === undefined;
  const archive = believable(known, await fetchMissingDays(known, { ...options, now, isFirst }, signal));
  using witnesses = new Witnesses({ witnesses: options.witnesses, now, signal });
  // Mirrors and witnesses are asked at the same time, unless the day's dataset is published already: then none is expected.
  if ((previous?.asOf ?? '') < now.slice(0, 10)) witnesses.ask();
  const obtained = await fetchDataset({
    catalogue,
    now,
    mirrors,
    signal,
    ...(recorded && { limits: { deadline: PREVIEW_PATIENCE / mirrors.length } }),
    accept: (dataset, mirror, source) => accept(dataset, mirror, { archive, previous, now, witnesses, source }),
    onFailure: (mirror, { message }) => {
      tell(`${mirror}: ${message}`);
    },
  }).catch((error: unknown) => {
    if (!(error instanceof NoUsableMirrorError)) throw error;
    return fallBack(error, archive, previous, now, options);
  });
  // What was fetched of later days is none of this site's.
  const archived = archiveUpTo(obtained.archive, obtained.snapshot.asOf);
  const lost = previous?.archive ? lostDays(previous.archive, archived) : [];
  if (lost.length > 0) {
    throw new CommandError(
      `The archive would lose or change ${lost.length} published days, such as ${lost[0] ?? ''}. Nothing was written: ` +
        'this is a bug, please report it.',
    );
  }
  for (const [code, quality] of obtained.snapshot.quality) tell(explainQuality(code, quality));
  const published = previous ? { archive: previous.archive, receipts: previous.receipts } : undefined;
  return { ...obtained, archive: archived, published };
}

/**
 * The archive with the days that were fetched for it, unless these make its own newest day implausible: then it is they that
 * are wrong, and once published they would stay.
 */
function believable(known: Archive, grown: Archive): Archive {
  const newest = newestDay(known);
  if (grown === known || !newest) return grown;
  const validated = new ValidatedArchive(archiveUpTo(grown, newest.date), catalogue).newest();
  const refusal = refusalOf(newest.rates, validated, catalogue);
  if (refusal === null) return grown;
  tell(`The fetched days aren't used, because with them the dataset of ${newest.date} would be refused: ${refusal}.`);
  return known;
}

/** What a dataset is accepted by. */
interface Acceptance {
  readonly archive: Archive;
  readonly previous: Previous | null;
  readonly now: string;
  readonly witnesses: Witnesses;
  /** The bytes that it was fetched as. */
  readonly source: Uint8Array;
}

/** @throws {MirrorError} when it is not to be published */
async function accept(
  dataset: Dataset,
  mirror: string,
  { archive, previous, now, witnesses, source }: Acceptance,
): Promise<Obtaining> {
  const published = previous?.asOf ?? '';
  if (dataset.date < published) throw new LaggingMirrorError(dataset.date, published);
  const upToIt = archiveUpTo(archive, dataset.date);
  const newest = newestDay(upToIt);
  const isPreview = previous?.retrievedAt === recordedRetrieval(published);
  const isKnown = previous?.archive && !isPreview && dataset.date === published;
  if (isKnown && newest && areEqual(dataset.rates, listed(newest.rates))) {
    return checkAgain(dataset, upToIt, previous, now, witnesses);
  }
  const compared = compare(dataset, await witnesses.answers(), now);
  tellHearing(compared.hearing);
  const { archive: grown, newest: validated } = validateDataset(dataset, archive, catalogue, compared);
  const origin = { mirror, retrievedAt: retrievalAt(now, dataset.date), checkedAt: now, hearing: compared.hearing };
  return { archive: grown, snapshot: snapshotOf(grown, origin, validated), source };
}

/**
 * The published dataset is still the newest: it stays as it is, but witnesses that couldn't be reached are asked again.
 *
 * @throws {MirrorError} if what they say now shows that it is broken
 */
async function checkAgain(
  dataset: Dataset,
  archive: Archive,
  previous: Previous,
  now: string,
  witnesses: Witnesses,
): Promise<Obtaining> {
  const { hearing, source } = previous;
  const unreachable = new Set(
    hearing?.asked.flatMap(({ witness, outcome }) => (outcome === 'unreachable' ? [witness] : [])),
  );
  const answers = unreachable.size === 0 ? [] : await witnesses.answers();
  const late = answers.filter(({ witness, rates }) => rates !== null && unreachable.has(witness));
  if (!hearing || late.length === 0) {
    return { archive, snapshot: snapshotOf(archive, { ...previous, checkedAt: now }), source };
  }
  const compared = compare(dataset, late, now);
  tellHearing(compared.hearing);
  const { archive: grown, newest } = validateDataset(dataset, archive, catalogue, compared);
  const origin = { ...previous, checkedAt: now, hearing: withLateAnswers(hearing, compared) };
  return { archive: grown, snapshot: snapshotOf(grown, origin, newest), source };
}

/** The witnesses, asked when it is first needed, and not for longer than they are. */
class Witnesses implements Disposable {
  readonly #options: Pick<AskOptions, 'witnesses' | 'now'>;
  readonly #end = new AbortController();
  readonly #signal: AbortSignal;
  readonly #failures: string[] = [];
  #answers: Promise<WitnessAnswer[]> | undefined;

  constructor({ signal, ...options }: Pick<AskOptions, 'witnesses' | 'now' | 'signal'>) {
    this.#options = options;
    this.#signal = AbortSignal.any([this.#end.signal, ...(signal ? [signal] : [])]);
  }

  /** Asks them, in case that somebody will want to know. */
  ask(): void {
    if (this.#answers) return;
    this.#answers = askWitnesses({
      ...this.#options,
      catalogue,
      signal: this.#signal,
      onFailure: (witness, { message }) => this.#failures.push(`Witness ${witness}: ${message}`),
    });
    this.#answers.catch(() => undefined);
  }

  /**
   * What they say; who gave no usable answer is told of.
   *
   * @throws the signal's reason
   */
  async answers(): Promise<WitnessAnswer[]> {
    this.ask();
    const answers = await this.#answers;
    tell(...this.#failures.splice(0));
    return answers ?? [];
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}

/** Reports how far witnesses agree, and why one has no say. Failed requests are reported already. */
function tellHearing({ asked }: Hearing): void {
  for (const { witness, outcome, compared, agreeing } of asked) {
    if (outcome === 'heard') {
      const levels = agreementLevels.map((percent, level) => `${elementAt(agreeing, level)} within ${percent}%`);
      print(`Witness ${witness}: of ${compared} currencies it agrees on ${levels.join(', ')}.`);
    } else if (outcome !== 'unreachable') {
      tell(`Witness ${witness} has no say (${outcome}): ${outcomesInWords[outcome]}.`);
    }
  }
}

/** When a dataset was fetched. At the very midnight that marks previews, a moment later. */
function retrievalAt(now: string, date: string): string {
  return now === recordedRetrieval(date) ? now.replace('.000Z', '.001Z') : now;
}

/** Without what the catalogue has lost since it was archived. */
function listed(rates: Rates): Rates {
  return new Map(publishedOrder.flatMap((code) => (rates.has(code) ? [[code, rates.get(code) ?? NaN]] : [])));
}

/** @throws {CommandError} when there is nothing to fall back on */
function fallBack(
  error: NoUsableMirrorError,
  archive: Archive,
  previous: Previous | null,
  now: string,
  { recorded, advice }: ObtainOptions,
): Obtaining {
  if (previous?.archive) {
    const published = archiveUpTo(archive, previous.asOf);
    const { source } = previous;
    if (error.failures.some((failure) => failure instanceof LaggingMirrorError)) {
      return { archive: published, snapshot: snapshotOf(published, { ...previous, checkedAt: now }), source };
    }
    if (!isTooOldToFallBackOn(previous.retrievedAt, now)) {
      tell(`${error.message} The published rates, retrieved at ${previous.retrievedAt}, stay; the site says so.`);
      const snapshot = snapshotOf(published, { ...previous, checkedAt: now });
      return { archive: published, snapshot: { ...snapshot, staleReason: 'cached_fallback' }, source };
    }
  }
  const newest = newestDay(archive);
  if (recorded && newest) {
    tell(`${error.message} The archived rates of ${newest.date} serve instead; the site says so.`);
    const from = { mirror: defaultMirrors[0], retrievedAt: recordedRetrieval(newest.date), checkedAt: now };
    const snapshot: Snapshot = { ...snapshotOf(archive, from), staleReason: 'cached_fallback' };
    return { archive, snapshot, source: undefined };
  }
  const why = previous?.archive
    ? ` The published rates are more than ${MAX_FALLBACK_AGE_HOURS} hours old.`
    : previous
      ? ' The published site has no archive to fall back on.'
      : '';
  throw new CommandError(`${error.message}${why} Nothing was written. Try again later, ${advice.withoutRates}.`);
}
