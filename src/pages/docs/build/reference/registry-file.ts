import { addresses, registryPath } from '../../../../api/paths.ts';
import { serialize } from '../../../../api/serialize.ts';
import type { SiteFile } from '../../../../api/site-file.ts';

/** The part of a name after the domain. */
const NAME = 'ratesheet';

/**
 * The description of the MCP server for the MCP Registry, a public list of servers. The registry doesn't read this file
 * by itself: the operator sends it, and proves that the domain is the operator's.
 *
 * @param url the site's public URL. A name begins with its host in reverse: `https://rates.example` → `example.rates`
 */
export function registryFile({ url, version }: { readonly url: string; readonly version: string }): SiteFile {
  const namespace = new URL(url).hostname.split('.').reverse().join('.');
  const server = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${namespace}/${NAME}`,
    title: 'Ratesheet',
    description: 'Daily and official exchange rates, past rates and conversions, with date and source. No key.',
    version,
    websiteUrl: `${url}/docs/assistants`,
    remotes: [{ type: 'streamable-http', url: url + addresses.mcp }],
  };
  return { path: registryPath, body: serialize(server, 2) };
}
