import { dateAt, type Instant } from '../money/calendar.ts';
import type { Archive } from '../archive/archive.ts';
import { noProblem, type Official } from '../archive/official-rates.ts';
import { isDefaultProvider, type Provider } from '../sources/provider.ts';
import { banks } from '../sources/banks.ts';
import { catalogue } from '../money/currencies/catalogue.ts';
import { limitsOf } from '../download/http/request-limits.ts';
import { DatasetSearch } from '../download/dataset-search.ts';
import type { BankAddresses } from '../download/banks/bank-address.ts';
import { requests } from '../download/banks/requests.ts';
import type { UpdateOptions } from '../download/banks/table-update.ts';
import { updateBanks } from '../download/banks/update-banks.ts';
import { MarketRates } from '../validation/official/market-rates.ts';
import { WitnessRequests } from '../download/witnesses/witness-requests.ts';
import type { FetchedDays } from '../download/fetch-days.ts';
import { fetchPastDays, type PastDaysOptions } from './past-days.ts';

export interface DownloadOptions extends PastDaysOptions {
  /** URLs of the dataset's USD file. If several have the same newest day, the first of them counts. */
  readonly mirrors: readonly string[];
  readonly witnesses: readonly string[];
  /** The banks to ask for official rates. */
  readonly official: BankAddresses;
}

/** What is known before the downloads. */
export interface Known {
  readonly archive: Archive;
  readonly official: Official;
  /** Date of the published dataset; undefined if nothing is published. */
  readonly asOf: string | undefined;
  /** The source of the next dataset. */
  readonly provider: Provider;
  readonly now: Instant;
}

/** Downloads in progress. Requests that nothing waits for end with `dispose`. */
export interface Downloads extends Disposable {
  readonly search: DatasetSearch;
  readonly witnesses: WitnessRequests;
  /** Null if no day is requested. */
  readonly pastDays: Promise<FetchedDays | null>;
  readonly official: Promise<Official>;
}

/** Starts all downloads at the same time, so that today's rates wait for nothing else. */
export function startDownloads(
  { archive, official: known, asOf, provider, now }: Known,
  { official: addresses, mirrors, datedMirrors, witnesses: witnessAddresses, recorded, ...options }: DownloadOptions,
  onPastDay: (fetched: number, total: number) => void,
  signal?: AbortSignal,
): Downloads {
  const common = { catalogue, now, signal, isOwnSource: !isDefaultProvider(provider) };
  const pastDays = fetchPastDays(archive, { ...options, datedMirrors, recorded, now }, onPastDay, signal);
  const official = updatedOfficial(known, addresses, {
    ...{ requests, market: new MarketRates(archive), now, signal },
    ...(recorded && { limits: limitsOf.preview }),
  });
  // Both are awaited later. If they fail earlier, the error must not count as unhandled.
  for (const download of [pastDays, official]) download.catch(() => undefined);
  const witnesses = new WitnessRequests({ ...common, witnesses: witnessAddresses });
  // If today's dataset isn't published yet, the witnesses' responses will probably be needed.
  if ((asOf ?? '') < dateAt(now)) witnesses.request();
  const search = new DatasetSearch({
    ...{ ...common, mirrors, published: asOf },
    // A preview shouldn't wait for dated mirrors.
    datedMirrors: recorded ? [] : datedMirrors,
    ...(recorded && { limits: limitsOf.preview }),
  });
  return { search, witnesses, pastDays, official, [Symbol.dispose]: () => witnesses[Symbol.dispose]() };
}

/** Updates the banks with an address. If a bank isn't asked, its rates stay, and its problem and its doubts end. */
async function updatedOfficial(
  known: Official,
  addresses: BankAddresses,
  options: Omit<UpdateOptions, 'address'>,
): Promise<Official> {
  const asked = banks.filter(({ key }) => addresses.has(key));
  const updated = await updateBanks(asked, known, { ...options, addressOf: ({ key }) => addresses.get(key) });
  const settled = Array.from(known, ([key, rates]) => [key, { ...rates, ...noProblem, doubts: [] }] as const);
  return new Map([...settled, ...updated]);
}
