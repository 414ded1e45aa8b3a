import { isHttpAddress } from '../../http/address.ts';
import { witnessName } from '../../sources/witnesses/witness-requests.ts';
import type { Source } from '../../archive/source.ts';
import { UsageError } from '../terminal/command.ts';

/** Where the site itself and its source are served. */
export interface OwnPlaces {
  /** URLs of the site and of its previous version. A previous version in a folder is ignored. */
  readonly sites: readonly (string | undefined)[];
  /** The host of the site's Cloudflare Pages project, such as `rates.pages.dev`. Each deployment has a subdomain. */
  readonly projectHost?: string;
  /** The source that the operator names. Undefined for the default source, whose `mirrors` aren't checked. */
  readonly source?: Source | undefined;
  readonly mirrors?: readonly string[];
}

/**
 * Makes sure that no witness is the site itself or its source, because such a witness would confirm its own rates.
 *
 * @throws {UsageError} if a witness is on a host of the site or of its source
 */
export function assertIndependentWitnesses(
  witnesses: readonly string[],
  { sites, projectHost, source, mirrors = [] }: OwnPlaces,
): void {
  const ofSource = source ? mirrors.map(hostOf) : [];
  const copy = witnesses.map(hostOf).find((host) => ofSource.includes(host));
  if (source && copy !== undefined) {
    throw new UsageError(`--witness: ${copy} is the source ${source.name} itself. Use another witness, or none.`);
  }
  const hosts = sites.flatMap((site) => (site !== undefined && isHttpAddress(site) ? [hostOf(site)] : []));
  const own = witnesses
    .map(hostOf)
    .find((host) => hosts.includes(host) || (projectHost !== undefined && `.${host}`.endsWith(`.${projectHost}`)));
  if (own === undefined) return;
  throw new UsageError(
    `--witness: ${own} serves this site itself, so it isn’t independent. Use a source that doesn’t copy the dataset.`,
  );
}

/** A final dot, as in `rates.example.`, names the same host. */
function hostOf(url: string): string {
  return witnessName(url).replace(/\.(?=:|$)/, '');
}
