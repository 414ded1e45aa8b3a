import { pairFiles } from '../../api/paths.ts';
import { syntheticPeriods } from '../../money/period.ts';
import type { SiteProblem } from '../../text/site-problem.ts';
import { PLAIN_PATH } from '../checksums.ts';
import { controlFiles, type HostLimits, pagesLimits } from '../host-limits.ts';
import {
  doubleHeaders,
  type FunctionRoutes,
  type HeaderRule,
  renderHeaders,
  renderRewrites,
  type Rewrite,
} from '../rule-files.ts';

/** Matches the path of a pair's file in lower case. */
const PAIR_PATH = (() => {
  const code = '[a-z0-9]+';
  const histories = syntheticPeriods.map((period) => pairFiles.syntheticHistory(code, code, period));
  return new RegExp(`^(${[pairFiles.detail(code, code), ...histories].join('|')})$`);
})();

export interface SiteOutline {
  /** The files with their sizes. Before a site is written, these are all files except the pairs' files. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Number of pairs' files that will be written, but aren't in `files` yet. */
  readonly pairFileCount?: number;
  readonly rewrites: readonly Rewrite[];
  readonly headerRules: readonly HeaderRule[];
  /** The content of `_routes.json`; omitted if that file is invalid. */
  readonly routes?: FunctionRoutes | undefined;
  readonly fileLimit: number;
}

/** Finds everything that would make a host reject a site or serve it incorrectly. */
export function findSiteProblems(outline: SiteOutline, limits: HostLimits = pagesLimits): SiteProblem[] {
  return [
    ...fileProblems(outline, limits),
    ...redirectProblems(outline.rewrites, limits),
    ...headerProblems(outline, limits),
    ...(outline.routes ? routeProblems(outline.routes, limits) : []),
  ];
}

const duplicate =
  'has the path of another file of the site, apart from case. If the file is in the folder public, rename or remove it';

function fileProblems({ files, pairFileCount = 0, routes, fileLimit }: SiteOutline, limits: HostLimits): SiteProblem[] {
  const problems: SiteProblem[] = [];
  // In lower case, because some file systems ignore the case.
  const paths = new Set<string>();
  const withoutFile = new Map(
    routes?.exclude.filter((rule) => !rule.includes('*')).map((rule) => [`${rule.slice(1)}.json`, rule]),
  );
  for (const { path, bytes } of files) {
    const lower = path.toLowerCase();
    if (paths.has(lower)) problems.push({ path, problem: duplicate });
    paths.add(lower);
    if (pairFileCount > 0 && PAIR_PATH.test(lower))
      problems.push({ path, problem: 'has a path that is reserved for files of pairs' });
    withoutFile.delete(path);
    if (!PLAIN_PATH.test(path))
      problems.push({ path, problem: 'has an invalid name. Use A-Z a-z 0-9 . _ - without a leading dot' });
    if (bytes === 0) problems.push({ path, problem: 'is empty' });
    if (bytes > limits.fileBytes) problems.push({ path, problem: `has ${bytes} bytes, more than ${limits.fileBytes}` });
  }
  const counted = files.filter(({ path }) => !controlFiles.includes(path)).length + pairFileCount;
  if (counted > fileLimit) problems.push({ path: '.', problem: `has ${counted} files, more than ${fileLimit}` });
  for (const rule of withoutFile.values()) problems.push({ path: '_routes.json', problem: `${rule} has no file` });
  return problems;
}

function redirectProblems(rewrites: readonly Rewrite[], limits: HostLimits): SiteProblem[] {
  // Pages counts every rule after the first dynamic rule as dynamic.
  const firstDynamic = rewrites.findIndex(({ from }) => /[:*]/.test(from));
  const dynamic = firstDynamic < 0 ? 0 : rewrites.length - firstDynamic;
  return [
    ...tooMany('_redirects', 'static rules', rewrites.length - dynamic, limits.staticRedirects),
    ...tooMany('_redirects', 'dynamic rules', dynamic, limits.dynamicRedirects),
    ...tooLong('_redirects', renderRewrites(rewrites).split('\n'), limits.redirectCharacters),
  ];
}

function headerProblems({ files, headerRules }: SiteOutline, limits: HostLimits): SiteProblem[] {
  const path = '_headers';
  return [
    ...tooMany(path, 'rules', headerRules.length, limits.headerRules),
    ...tooLong(path, renderHeaders(headerRules).split('\n'), limits.headerCharacters),
    // Reports only the first header that is set twice, because the same two rules usually match many paths.
    ...doubleHeaders(
      headerRules,
      files.flatMap(({ path }) => addressesOf(path)),
    )
      .slice(0, 1)
      .map(({ name, address }) => ({
        path,
        problem: `sets ${name} twice for ${address}, so its values would be joined`,
      })),
  ];
}

function routeProblems({ include, exclude }: FunctionRoutes, limits: HostLimits): SiteProblem[] {
  const path = '_routes.json';
  return [
    ...(include.length === 0 ? [{ path, problem: 'includes no rule' }] : []),
    ...tooMany(path, 'rules', include.length + exclude.length, limits.routes),
    ...tooLong(path, [...include, ...exclude], limits.routeCharacters),
    ...[include, exclude].flatMap((rules) =>
      rules
        .filter((rule) => rule.endsWith('*'))
        .flatMap((wide) => {
          const covered = rules.filter((rule) => rule !== wide && rule.startsWith(wide.slice(0, -1)));
          return covered.map((rule) => ({ path, problem: `${wide} overlaps ${rule}` }));
        }),
    ),
  ];
}

/** A file's URL path, and its path without `index.html`, `.html` or `.json`. */
function addressesOf(path: string): string[] {
  return [`/${path}`, `/${path.replace(/(index)?\.(html|json)$/, '')}`];
}

function tooMany(path: string, what: string, count: number, limit: number): SiteProblem[] {
  return count > limit ? [{ path, problem: `has ${count} ${what}, more than ${limit}` }] : [];
}

function tooLong(path: string, lines: readonly string[], limit: number): SiteProblem[] {
  return lines
    .filter((line) => line.length > limit)
    .map((line) => ({ path, problem: `${line.slice(0, 40)}… has ${line.length} characters, more than ${limit}` }));
}
