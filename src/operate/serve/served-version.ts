import type { Instant } from '../../money/calendar.ts';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { ReferenceRates } from '../../api/documents/reference-rates.ts';
import type { Status } from '../../api/documents/status.ts';
import { paths } from '../../api/paths.ts';
import { completeSite } from '../../site/serve/preview-server.ts';
import type { Health } from '../hosts/health.ts';
import { patience } from '../report/items.ts';
import { rateItems } from '../report/rate-items.ts';

/** A version of a site in memory: what it responds with, and what a person should know about it. */
export interface ServedVersion {
  readonly version: string;
  readonly listener: RequestListener;
  readonly rates: Pick<ReferenceRates, 'rate_as_of' | 'retrieved_at' | 'checked_at' | 'stale'>;
  readonly status: Status;
}

/** @throws {Error} if the folder has no complete site */
export function loadVersion(folder: string, version: string, origin: () => string): ServedVersion {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown;
  // The rates aren't kept, because they need memory.
  const { rate_as_of, retrieved_at, checked_at, stale } = read(paths.referenceRates) as ReferenceRates;
  return {
    version,
    listener: completeSite(folder, origin, { isUnchanging: true }),
    rates: { rate_as_of, retrieved_at, checked_at, stale },
    status: read(paths.status) as Status,
  };
}

export function siteHealth({ version, rates }: ServedVersion, now: Instant): Health['site'] {
  const age = (time: string) => Math.round((Date.parse(now) - Date.parse(time)) / 1000);
  return {
    ...{ version, ...rates },
    seconds_since_retrieved: age(rates.retrieved_at),
    seconds_since_published: age(rates.checked_at),
  };
}

/** The codes of what a person should look at: those of the workflow's issue that a server can know. */
export function attentionFor({ rates, status }: ServedVersion, now: Instant): string[] {
  const isFailing = Date.parse(now) - Date.parse(rates.checked_at) >= patience.failingHours * 3_600_000;
  return [...(isFailing ? ['failing'] : []), ...rateItems(status, now).map(({ code }) => code)];
}
