import { instantAt } from '../../money/calendar.ts';
import { z } from 'zod';
import type { Bank } from '../../sources/bank.ts';
import { banks } from '../../sources/banks.ts';
import { requestsOf } from '../../download/banks/requests.ts';
import { defaultBanks, type BankAddresses, isOrigin } from '../../download/banks/bank-address.ts';
import { quoted } from '../../text/quote.ts';
import { hasUserInfo, isHttpAddress } from '../../text/address.ts';
import { areDistinctWitnesses, defaultWitnesses, witnessName } from '../../download/witnesses/witness-requests.ts';
import { WITNESS } from '../../archive/comparison.ts';
import { defaultProvider, isComposed, isDefaultProvider, type Provider } from '../../sources/provider.ts';
import { datedMirrorsFor, defaultMirrors, isDated, isDefaultMirror } from '../../sources/mirrors.ts';
import { MAX_FALLBACK_AGE_HOURS } from '../../validation/freshness.ts';
import type { GenerateOptions } from './generate-site.ts';
import { UsageError } from '../terminal/command.ts';
import { type CommandLine, flag, folderName, type OptionValues, readCommandLine } from '../terminal/command-line.ts';

const withoutUserInfo = 'omit user name and password, because they would be printed or published';
const httpAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http(s) URL' })
  .refine((address) => !hasUserInfo(address), withoutUserInfo);

/** Parses the number of days to fetch. */
export const dayCount = z
  .string()
  .regex(/^(all|\d{1,6})$/, 'expected a whole number or all')
  .transform((text) => (text === 'all' ? Infinity : Number(text)));

/** Maximum number of witnesses. Each witness costs a request, and further sources mostly copy each other. */
const MAX_WITNESSES = 8;

/** The options of `generate` and `publish`. */
export const siteOptions = {
  out: {
    value: 'DIR',
    help: 'folder to write; may exist only if it is empty or holds nothing but a site, which is replaced as a whole',
    schema: folderName.default('dist'),
  },
  mirror: {
    value: 'URL',
    variable: 'MIRRORS',
    help:
      'URL of the dataset’s USD file; repeatable, the newest day counts. With --source-name, URL of another source of USD ' +
      'rates, in a format that --witness accepts. Only the scheme and host of the URL are published',
    schema: z.array(httpAddress).default([...defaultMirrors]),
    repeatable: true,
    otherwise: 'the dataset’s own two mirrors',
  },
  'source-name': {
    value: 'NAME',
    variable: 'SOURCE_NAME',
    help: 'name of the source, if --mirror names another source than fawazahmed0/exchange-api; published with its rates',
    schema: z
      .string()
      .regex(
        /^[\p{L}\p{N}][\p{L}\p{N} .,:/()&'’_-]{0,99}$/u,
        "expected up to 100 letters, digits, spaces and . , : / ( ) & ' _ -",
      )
      .refine((name) => !isDefaultProvider({ name }), 'omit the --source options for this source')
      .refine((name) => !isComposed({ name }), 'expected another name, because composed rates have this name')
      .optional(),
    otherwise: 'fawazahmed0/exchange-api',
  },
  'source-url': {
    value: 'URL',
    variable: 'SOURCE_URL',
    help: 'URL of the named source’s project or terms; published with its rates',
    schema: httpAddress
      .transform((url) => new URL(url).href)
      .refine((url) => url.length <= 500, 'expected at most 500 characters')
      .optional(),
  },
  'source-license': {
    value: 'ID',
    variable: 'SOURCE_LICENSE',
    help: 'SPDX identifier of the named source’s license, such as CC-BY-4.0, or LicenseRef-NAME for other terms',
    schema: z
      .string()
      .regex(/^[A-Za-z\d.+-]{1,100}$/, 'expected an SPDX identifier such as CC-BY-4.0, or LicenseRef-NAME')
      .optional(),
  },
  'new-source': {
    ...flag(
      'continue the previous site with another source than before. Only the first publish with the new source needs this',
    ),
    variable: 'NEW_SOURCE',
  },
  witness: {
    value: 'URL|none',
    variable: 'WITNESSES',
    help:
      'URL of an independent source of USD rates to cross-check the dataset; repeatable. A copy of the dataset isn’t ' +
      'independent. Formats: Frankfurter v2, Coinbase, or an object with "rates" by currency code, with base USD',
    schema: z
      .array(z.literal('none').or(httpAddress))
      .refine((all) => !all.includes('none') || all.length === 1, 'expected URLs, or the single word none')
      .transform((all) => all.filter((address) => address !== 'none'))
      .refine((all) => all.every((address) => WITNESS.test(witnessName(address))), 'expected plain host names')
      .refine((all) => all.length <= MAX_WITNESSES, `expected at most ${MAX_WITNESSES} witnesses`)
      .refine(areDistinctWitnesses, 'expected each witness on a different host')
      .default([...defaultWitnesses]),
    repeatable: true,
    otherwise: 'Frankfurter and Coinbase, unless they are the source',
  },
  official: {
    value: 'KEY|KEY=URL|none',
    variable: 'OFFICIAL',
    help:
      `bank to ask for official rates: ${banks.map(({ key }) => key).join(', ')}; repeatable. KEY=URL asks another ` +
      'server with the paths of the bank’s own, or for another file with all days',
    schema: z.array(z.string()).transform(banksIn).default(defaultBanks),
    repeatable: true,
    otherwise: 'every bank whose terms are read',
  },
  compose: {
    value: 'none',
    variable: 'COMPOSE',
    help:
      'if the dataset stops for more than three days, don’t compose the rates of business days from the official rates ' +
      'of central banks',
    schema: z
      .literal('none', { error: 'expected the word none' })
      .optional()
      .transform((none) => none === undefined),
    otherwise: 'rates are composed until the dataset is back',
  },
  'dated-mirror': {
    value: 'TEMPLATE',
    variable: 'DATED_MIRRORS',
    help:
      'URL of the dataset’s USD file of a day, with {date} for YYYY-MM-DD or {version} for YYYY.M.D; repeatable. A past ' +
      'day is archived if two mirrors have the same rates of it, or if no other mirror has it',
    schema: z.array(httpAddress.refine(isDated, 'expected a URL with {date} or {version} for the day')).optional(),
    repeatable: true,
    otherwise: 'the dataset’s own dated mirrors, or none if --mirror names other mirrors',
  },
  backfill: {
    value: 'N|all',
    variable: 'BACKFILL',
    help: 'number of missing days to download from the dated mirrors, most recent first',
    schema: dayCount.default(0),
    otherwise: '0',
  },
  'file-limit': {
    value: 'N|none',
    variable: 'FILE_LIMIT',
    help:
      'number of files that the host allows. Pairs of the most traded currencies become files; the Pages Function ' +
      'serves the others',
    schema: z
      .string()
      .regex(/^(none|\d{1,9})$/, 'expected a whole number or the word none')
      .transform((text) => (text === 'none' ? Infinity : Number(text)))
      .default(Infinity),
    otherwise: 'none',
  },
  url: {
    value: 'URL',
    variable: 'SITE_URL',
    help: 'URL where the site will be published, for canonical links, social tags and sitemap.xml',
    schema: httpAddress
      .refine(
        (url) => !URL.canParse(url) || new URL(url).pathname === '/',
        'expected a URL without a path, because the site needs its own host',
      )
      .transform((url) => new URL(url).origin)
      .optional(),
  },
  contact: {
    value: 'ADDRESS',
    variable: 'CONTACT',
    help:
      'where to report a vulnerability, such as mailto:you@example.com or the https: URL of a form; published in ' +
      '.well-known/security.txt',
    schema: z
      .url({ protocol: /^(mailto|https)$/, error: 'expected a mailto: or https: URL' })
      .refine((address) => !hasUserInfo(address), withoutUserInfo)
      .refine(
        (address) => !address.startsWith('mailto:') || /^mailto:[^@\s]+@[^@\s]+$/.test(address),
        'expected one email address after mailto:',
      )
      // A normalized URL has no line break, so it can't add lines to security.txt.
      .transform((address) => new URL(address).href)
      .optional(),
    otherwise: 'none, and no security.txt',
  },
  now: {
    value: 'ISO',
    help: 'time to use instead of the current time, such as 2026-09-29T06:00:00Z',
    schema: z.iso
      .datetime({ offset: true, error: 'expected an ISO 8601 time such as 2026-09-29T06:00:00Z' })
      .transform((text) => instantAt(Date.parse(text)))
      .default(() => instantAt(Date.now())),
    otherwise: 'the clock',
  },
} satisfies CommandLine['options'];

/** The banks that a command line names, with another address. */
function banksIn(texts: readonly string[], context: z.RefinementCtx): BankAddresses {
  const addresses = new Map<string, string | undefined>();
  for (const text of texts.filter((text) => text !== 'none')) {
    const [, key = '', , address] = /^([^=]*)(=(.*))?$/s.exec(text) ?? [];
    const bank = banks.find((bank) => bank.key === key);
    const problem = !bank
      ? unknownBank(key)
      : (problemOfAddress(bank, address) ?? (addresses.has(key) ? 'expected each bank once' : undefined));
    if (problem !== undefined) context.addIssue(problem);
    addresses.set(key, address);
  }
  if (addresses.size > 0 && texts.includes('none')) context.addIssue('expected none alone, or banks');
  return addresses;
}

function unknownBank(key: string): string {
  // The rest of a URL may have a password.
  const given = quoted(key.replace(/:\/\/.*/s, '://…'), 40);
  const repeat = key.includes(' ') ? ' (to name several banks, repeat the option)' : '';
  return `expected none or one of the banks ${banks.map(({ key }) => key).join(', ')}, not ${given}${repeat}`;
}

function problemOfAddress({ tables }: Bank, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { error } = httpAddress.safeParse(address);
  if (error) return error.issues[0]?.message;
  if (isOrigin(address) || requestsOf(tables[0].key).perRange === 'all days') return undefined;
  return 'expected a URL without a path, because the bank’s rates aren’t in one file';
}

export const generateOptions = {
  ...siteOptions,
  previous: {
    value: 'SITE',
    help:
      'URL or folder of the site that was published last. The new site continues its archive. If no mirror works, the ' +
      `new site has the previous site’s rates, until they are ${MAX_FALLBACK_AGE_HOURS} hours old`,
    schema: z
      .string()
      .min(1, 'expected a URL or a folder')
      .refine((site) => !hasUserInfo(site), withoutUserInfo)
      .refine((site) => isHttpAddress(site) || !site.includes('://'), 'expected an http(s) URL or a folder')
      .optional(),
    otherwise: 'the site in the folder that is replaced, if it has one',
  },
  'start-over': flag(
    'start over without the data of the previous site. The new archive has only the days recorded in the repository until missing days are downloaded again, and the publish log starts over',
  ),
  recorded: flag('if no mirror works, use rates that are recorded in the repository; for previews'),
} satisfies CommandLine['options'];

/** The options of `npm run generate`. */
export function readGenerateOptions(args?: readonly string[]): GenerateOptions & { readonly startOver: boolean } {
  return asGenerateOptions(
    readCommandLine(
      {
        summary: 'Writes the site. All pairs and their histories become files, or as many pairs as the host allows.',
        synopsis: 'npm run generate -- [OPTIONS]',
        options: generateOptions,
        notes:
          'Exit codes: 0 done; 1 no usable rates, or a check failed (the existing site is unchanged); 2 usage error.',
      },
      args,
    ),
  );
}

/**
 * Renames command-line options to their names in the code.
 *
 * @throws {UsageError} if only some of the three `--source-…` options are given, if all three are given but a mirror
 * belongs to the default source, or if a witness isn't independent
 */
export function asGenerateOptions<
  T extends OptionValues<typeof siteOptions & Pick<typeof generateOptions, 'previous' | 'start-over'>>,
>({
  mirror: mirrors,
  witness: witnesses,
  'dated-mirror': datedMirrors,
  'file-limit': fileLimit,
  'source-name': name,
  'source-url': sourceUrl,
  'source-license': license,
  'new-source': newSource,
  'start-over': startOver,
  ...rest
}: T) {
  const named = datedMirrorsFor(mirrors, datedMirrors);
  const provider = sourceOf({ name, url: sourceUrl, license }, [...mirrors, ...named]);
  const sites = [rest.url, rest.previous].flatMap((site) => (site && isHttpAddress(site) ? [site] : []));
  return {
    ...rest,
    provider,
    newSource,
    startOver,
    mirrors,
    datedMirrors: named,
    fileLimit,
    witnesses: independentWitnesses(witnesses, provider ? [...sites, ...mirrors] : sites),
  };
}

/**
 * Drops each default witness on the host of the site itself or of the source that the operator names, because neither
 * can confirm its own rates.
 *
 * @throws {UsageError} if another witness is on such a host
 */
function independentWitnesses(witnesses: readonly string[], ofSiteOrSource: readonly string[]): string[] {
  const hosts = new Set(ofSiteOrSource.map(hostOf));
  return witnesses.filter((witness) => {
    const host = hostOf(witness);
    if (!hosts.has(host)) return true;
    if (defaultWitnesses.some((known) => known === witness)) return false;
    throw notIndependent(host);
  });
}

/**
 * Checks that no witness is the site's Cloudflare Pages project. Each of its deployments has a subdomain.
 *
 * @param project the project's host, such as `rates.pages.dev`
 * @throws {UsageError} if a witness is on this host or a subdomain
 */
export function assertNotOfProject(witnesses: readonly string[], project: string): void {
  const own = witnesses.map(hostOf).find((host) => `.${host}`.endsWith(`.${project}`));
  if (own !== undefined) throw notIndependent(own);
}

/** A final dot, as in `rates.example.`, names the same host. */
function hostOf(url: string): string {
  return witnessName(url).replace(/\.(?=:|$)/, '');
}

function notIndependent(host: string): UsageError {
  return new UsageError(
    `--witness: ${host} serves this site or its source, so it isn’t independent. Use another witness, or none.`,
  );
}

function sourceOf(
  { name, url, license }: { readonly [Name in keyof Provider]: string | undefined },
  mirrors: readonly string[],
): Provider | undefined {
  if (name === undefined && url === undefined && license === undefined) return undefined;
  if (name === undefined || url === undefined || license === undefined) {
    throw new UsageError(
      '--source-name, --source-url and --source-license (SOURCE_NAME, SOURCE_URL and SOURCE_LICENSE in the workflow): ' +
        'give all three, or none. See --help.',
    );
  }
  const own = mirrors.find(isDefaultMirror);
  if (own !== undefined) {
    throw new UsageError(
      `--source-name: ${own} has the rates of ${defaultProvider.name}. Name the URL of ${name} with --mirror (MIRRORS in the workflow).`,
    );
  }
  return { name, url, license };
}
