import { isMetered, rewrites } from '../routing-rules.ts';
import { rewrite } from '../rule-files.ts';
import { type FilesOnly, isOnHost } from './files-only.ts';
import { type InstanceRequest, instanceRequests } from './instance-requests.ts';

/** The 404 page of a host of files only. */
const NOT_FOUND_TYPE = /^text\/html\b/;
/** Such a host doesn't know that the feed is Atom. Feed readers accept any XML. */
const FEED_TYPE = /^(application|text)\/(atom\+)?xml\b/;

/**
 * Every kind of request that a host of files only handles: the requests of {@link instanceRequests} to which a complete
 * site responds with a file, each with the file's own path.
 */
export function fileRequests(host: FilesOnly): readonly InstanceRequest[] {
  const requests = new Map<string, InstanceRequest>();
  for (const [path, status, type, schema] of instanceRequests) {
    const file = rewrite(rewrites, path);
    if (path.includes('?') || isMetered(path) || !isOnHost(host, file.slice(1))) continue;
    if (status === 404) requests.set(file, [file, status, NOT_FOUND_TYPE, undefined]);
    else requests.set(file, [file, status, file.endsWith('.xml') ? FEED_TYPE : type, schema]);
  }
  return [...requests.values()];
}
