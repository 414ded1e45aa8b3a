import { type Archive, newestDay } from '../../archive/archive.ts';
import { daysOfSources } from '../../site/check/days-of-sources.ts';
import type { Official } from '../../archive/official-rates.ts';
import { type AskSite, compareResponses, isOfFilesOnly } from './compare-responses.ts';
import { sample, sampleOf } from '../../site/check/compare-with-folder.ts';
import { type FilesOnly, isOnHost } from '../../site/check/files-only.ts';
import { randomRequests, type SiteRequest } from '../../site/check/random-requests.ts';
import { isMetered } from '../../site/routing-rules.ts';
import { addressesOf, rewrittenAddresses } from './site-requests.ts';

export interface CompareOptions {
  /** Whether to request every file and every rewritten path. */
  readonly all: boolean;
  /** The published site's archive. The days and currencies of the requests to the Function are drawn from it. */
  readonly archive: Archive;
  readonly official: Official;
  /** Which files the host has, if it has only files; undefined for a complete site. */
  readonly host?: FilesOnly | undefined;
  /** Random numbers to draw the requests; `Math.random` by default. */
  readonly random?: () => number;
}

/** Number of requests drawn for each form of path. With `all`, it's the number of currencies, but at least 30. */
const DRAWN = 5;
const MIN_DRAWN_OF_ALL = 30;

/** How often a wrong response is requested again, because a host may respond wrongly only now and then. */
const ASKED_AGAIN = 5;

/** Number of wrong responses that are requested again first. If any stays wrong, the others aren't requested again. */
const ASKED_AGAIN_FIRST = 20;

/**
 * Compares what a host serves with what the rebuilt site serves.
 *
 * @param settle waits until the host serves a single version
 */
export async function compareServed(
  served: AskSite,
  rebuilt: AskSite,
  paths: readonly string[],
  options: CompareOptions,
  settle: () => Promise<void>,
) {
  const { requests, summary } = requestsFor(paths, options);
  const compare = (some: readonly SiteRequest[]) =>
    compareResponses(served, rebuilt, some, options.host && isOfFilesOnly);
  const { problems: suspected, headers } = await compare(requests);
  if (suspected.size > 0) await settle();
  const askAgain = async (part: typeof all) => {
    const again = part.flatMap(([request]) => Array.from({ length: ASKED_AGAIN }, () => request));
    return (await compare(again)).problems;
  };
  const all = [...suspected];
  const [first, others] = [all.slice(0, ASKED_AGAIN_FIRST), all.slice(ASKED_AGAIN_FIRST)];
  const wrong = await askAgain(first);
  const problems = new Map([...wrong, ...(wrong.size > 0 ? others : await askAgain(others))]);
  return {
    problems: Array.from(problems, ([{ path, method }, problem]) => ({
      path: method === 'GET' ? path : `${method} ${path}`,
      problem,
    })),
    summary: `${summary}, ${headers} headers`,
  };
}

/** The requests to compare, and a summary of them. */
export function requestsFor(
  paths: readonly string[],
  { all, archive, official, host, random }: CompareOptions,
): { readonly requests: readonly SiteRequest[]; readonly summary: string } {
  const files = paths.filter((path) => addressesOf(path).length > 0);
  if (host) {
    const theirs = files.filter((path) => isOnHost(host, path));
    const asked = all ? theirs : sampleOf(theirs);
    return {
      requests: asked.flatMap(addressesOf).map((path) => ({ path, method: 'GET' })),
      summary: `${asked.length} of the ${theirs.length} files that this host has of ${files.length}`,
    };
  }
  const rewritten = rewrittenAddresses(files);
  const askedFiles = all ? files : sampleOf(files);
  const askedRewrites = rewritten.flatMap((ofRule) => (all ? ofRule : sample(ofRule)));
  const codes = [...(newestDay(archive)?.rates.keys() ?? [])];
  const requests = [
    ...[...askedFiles.flatMap(addressesOf), ...askedRewrites].map((path): SiteRequest => ({ path, method: 'GET' })),
    ...randomRequests(all ? Math.max(MIN_DRAWN_OF_ALL, codes.length) : DRAWN, {
      codes,
      days: daysOfSources(archive, official),
      ...(random && { random }),
    }),
  ];
  const summary =
    `${askedFiles.length} of ${files.length} files, ${toFiles(askedRewrites)} of ${toFiles(rewritten.flat())} rewritten ` +
    `paths, ${requests.filter(({ path }) => isMetered(path)).length} Function requests`;
  return { requests, summary };
}

function toFiles(paths: readonly string[]): number {
  return paths.filter((path) => !isMetered(path)).length;
}
