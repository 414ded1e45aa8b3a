import { isHttpAddress } from '../../http/address.ts';
import { witnessName } from '../../sources/witnesses/ask-witnesses.ts';
import { UsageError } from '../terminal/command.ts';

/** Where the site itself is served. */
export interface OwnPlaces {
  /** URLs of the site and of its previous version; a folder has no host, so it's ignored. */
  readonly sites: readonly (string | undefined)[];
  /** The host of its Cloudflare Pages project, such as `rates.pages.dev`. Each deployment has a subdomain of it. */
  readonly projectHost?: string;
}

/**
 * Makes sure that the site isn't its own witness, because it would confirm whatever it has published.
 *
 * @throws {UsageError} if a witness is on one of the site's own hosts
 */
export function assertIndependentWitnesses(witnesses: readonly string[], { sites, projectHost }: OwnPlaces): void {
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
