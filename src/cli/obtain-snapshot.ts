import { catalogue } from '../currencies/catalogue.ts';
import { NoUsableMirrorError } from '../dataset/errors.ts';
import { fetchSnapshot } from '../dataset/fetch-snapshot.ts';
import { fallbackSnapshot } from '../dataset/freshness.ts';
import { recordedSnapshot, recordedYardstick } from '../dataset/recorded-snapshot.ts';
import { MAX_FALLBACK_AGE_HOURS, type Snapshot } from '../rates/snapshot.ts';
import { CommandError } from './command.ts';
import { readPrevious } from './read-previous.ts';
import { tell } from './tell.ts';

export interface ObtainOptions {
  /** Addresses of the dataset's USD file, tried in order. */
  readonly mirrors: readonly string[];
  /** Base address or folder of the site that was published last. */
  readonly previous?: string | undefined;
  /** Whether the recorded snapshot may serve when nothing else is usable. */
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

/** What the options of `npm run generate` allow. */
export const generateAdvice: ObtainOptions['advice'] = {
  toBeginAnew: 'leave out --previous',
  withoutRates: 'name another mirror with --mirror, or, for a preview, use --recorded',
};

/** Milliseconds for all mirrors together when the recorded snapshot stands ready: a preview should not wait longer. */
const PREVIEW_PATIENCE = 8000;

/**
 * The snapshot to publish: the mirrors', else the one that was published last while it is not too old, else, where that
 * is allowed, the recorded one. What it falls back on, and why, it tells on standard error.
 *
 * @throws {CommandError} when there is none, or the site that was published last cannot be read
 * @throws the signal's reason
 */
export async function obtainSnapshot(options: ObtainOptions, signal?: AbortSignal): Promise<Snapshot> {
  const { mirrors, recorded, advice } = options;
  const context = { catalogue, yardstick: recordedYardstick(catalogue), now: options.now };
  const previous =
    options.previous === undefined ? null : await readPrevious(options.previous, context, advice.toBeginAnew, signal);
  // Should the clock have jumped back, what is published still never goes back in time.
  const now = previous && previous.checkedAt > options.now ? previous.checkedAt : options.now;
  try {
    const snapshot = await fetchSnapshot({
      ...context,
      now,
      previous,
      mirrors,
      signal,
      ...(recorded && { limits: { deadline: PREVIEW_PATIENCE / mirrors.length } }),
      onFailure: (mirror, { message }) => {
        tell(`${mirror}: ${message}`);
      },
    });
    for (const [code, { state, reason, offered, published }] of snapshot.quality) {
      tell(`${code} ${state} (${reason}): offered ${offered ?? 'nothing'}, published ${published ?? 'nothing'}`);
    }
    return snapshot;
  } catch (error) {
    if (!(error instanceof NoUsableMirrorError)) throw error;
    const fallback = previous && fallbackSnapshot(previous, now);
    if (fallback) {
      tell(`${error.message} The published rates, retrieved at ${fallback.retrievedAt}, stay; the site says so.`);
      return fallback;
    }
    if (recorded) {
      const snapshot = recordedSnapshot(catalogue, now);
      if (snapshot.asOf > now) {
        throw new CommandError(
          `${error.message} At ${now} the recorded rates, of ${snapshot.asOf}, are still to come. Nothing was written: set the clock, or leave out --now.`,
        );
      }
      tell(`${error.message} The recorded rates of ${snapshot.asOf} serve instead; the site says so.`);
      return snapshot;
    }
    const why = previous ? ` The published rates are more than ${MAX_FALLBACK_AGE_HOURS} hours old.` : '';
    throw new CommandError(`${error.message}${why} Nothing was written. Try again later, ${advice.withoutRates}.`);
  }
}
