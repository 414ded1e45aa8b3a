import { isMetered, rewrites } from '../../site/routing-rules.ts';
import { rewrite } from '../../site/rule-files.ts';
import { type FilesOnly, isOnHost } from './files-only.ts';
import { type InstanceRequest, instanceRequests } from './instance-requests.ts';

/** The 404 page of a host of files only. */
const NOT_FOUND_TYPE = /^text\/html\b/;

/**
 * Every kind of request that a host of files only handles: the requests of {@link instanceRequests} to which a complete
 * site responds with a file, each with the file's own path.
 */
export function fileRequests(host: FilesOnly): readonly InstanceRequest[] {
  const requests = new Map<string, InstanceRequest>();
  for (const [path, status, type, schema] of instanceRequests) {
    const file = rewrite(rewrites, path);
    if (path.includes('?') || isMetered(path) || !isOnHost(host, file.slice(1))) continue;
    requests.set(file, status === 404 ? [file, 404, NOT_FOUND_TYPE, undefined] : [file, status, type, schema]);
  }
  return [...requests.values()];
}
