import { z } from 'zod';
import { hasUserInfo, isHttpAddress } from '../../http/address.ts';
import { defaultWitnesses, witnessName } from '../../sources/witnesses/ask-witnesses.ts';
import { isWitnessName } from '../../archive/evidence-file.ts';
import { datedMirrorsFor, defaultMirrors } from '../../sources/mirrors.ts';
import { MAX_FALLBACK_AGE_HOURS } from '../../snapshot/snapshot.ts';
import type { GenerateOptions } from './generate-site.ts';
import { assertIndependentWitnesses } from './independent-witnesses.ts';
import { generateAdvice } from './obtain-snapshot.ts';
import { type CommandLine, flag, folderName, readCommandLine } from '../terminal/command-line.ts';

const withoutUserInfo = 'leave out user name and password: they would be printed or published';
const httpAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http(s) address' })
  .refine((address) => !hasUserInfo(address), withoutUserInfo);

/** Checks how many days to fetch. */
export const dayCount = z
  .string()
  .regex(/^(all|\d{1,6})$/, 'expected a whole number or all')
  .transform((text) => (text === 'all' ? Infinity : Number(text)));

/** More would vote in circles, and each is a request. */
const MAX_WITNESSES = 8;

function areDistinctWitnesses(addresses: readonly string[]): boolean {
  return new Set(addresses.map(witnessName)).size === addresses.length;
}

/** What `generate` can be told, and other commands that generate. */
export const generateOptions = {
  out: {
    value: 'DIR',
    help: 'the folder to write; a site that is there is replaced as a whole',
    schema: folderName.default('dist'),
  },
  mirror: {
    value: 'URL',
    help: 'address of the dataset’s USD file; repeat for more, tried in order',
    schema: z.array(httpAddress).default([...defaultMirrors]),
    repeatable: true,
    otherwise: 'the dataset’s own two mirrors',
  },
  witness: {
    value: 'URL|none',
    help:
      'URL of an independent source of USD rates to compare the dataset with. It must get its rates ' +
      'from elsewhere than the dataset, so a Ratesheet site can’t be one. Accepted formats: Frankfurter v2, Coinbase, ' +
      'and an object with "rates" by currency code, based on USD. Repeat for more',
    schema: z
      .array(z.literal('none').or(httpAddress))
      .refine((all) => !all.includes('none') || all.length === 1, 'expected addresses, or none alone')
      .transform((all) => all.filter((address) => address !== 'none'))
      .refine((all) => all.every((address) => isWitnessName(witnessName(address))), 'expected hosts with plain names')
      .refine((all) => all.length <= MAX_WITNESSES, `expected at most ${MAX_WITNESSES} witnesses`)
      .refine(areDistinctWitnesses, 'expected witnesses on different hosts: one that is asked twice is no second one')
      .default([...defaultWitnesses]),
    repeatable: true,
    otherwise: 'Frankfurter and Coinbase',
  },
  previous: {
    value: 'SITE',
    help:
      'base address or folder of the site that was published last: its archive goes on, and bounds what is plausible ' +
      `today; its rates stand in for up to ${MAX_FALLBACK_AGE_HOURS} hours when no mirror works`,
    schema: z
      .string()
      .min(1, 'expected an address or a folder')
      .refine((site) => !hasUserInfo(site), withoutUserInfo)
      .refine((site) => isHttpAddress(site) || !site.includes('://'), 'expected an http(s) address or a folder')
      .optional(),
  },
  'dated-mirror': {
    value: 'TEMPLATE',
    help: 'URL of the dataset’s USD file of a day, with {date} for YYYY-MM-DD; repeat for more, tried in order',
    schema: z
      .array(httpAddress.refine((address) => address.includes('{date}'), 'expected an address with {date} for the day'))
      .optional(),
    repeatable: true,
    otherwise: 'the dataset’s own two, or none if --mirror names other mirrors',
  },
  backfill: {
    value: 'N|all',
    help: 'how many days that the archive lacks to fetch from the dated mirrors, the latest ones',
    schema: dayCount.default(0),
    otherwise: '0',
  },
  recorded: flag('use the newest archived rates when nothing else is usable: for previews'),
  'file-limit': {
    value: 'N|none',
    help:
      'how many files the host takes: the most traded currencies’ pairs become files, the Function answers for the ' +
      'others',
    schema: z
      .string()
      .regex(/^(none|\d{1,9})$/, 'expected a whole number or none')
      .transform((text) => (text === 'none' ? Infinity : Number(text)))
      .default(Infinity),
    otherwise: 'none',
  },
  url: {
    value: 'URL',
    help:
      'where the site will be published: the page’s canonical address, its social tags and sitemap.xml name it ' +
      '(unknown: the first and the last are left out)',
    schema: httpAddress
      .refine(
        (url) => !URL.canParse(url) || new URL(url).pathname === '/',
        'expected an address without a path: the site needs a host of its own',
      )
      .transform((url) => new URL(url).origin)
      .optional(),
  },
  contact: {
    value: 'ADDRESS',
    help:
      'where to report a hole in the site, such as mailto:you@example.com or the https: address of a form: ' +
      '.well-known/security.txt names it',
    schema: z
      .url({ protocol: /^(mailto|https)$/, error: 'expected a mailto: or https: address' })
      .refine((address) => !hasUserInfo(address), withoutUserInfo)
      .refine(
        (address) => !address.startsWith('mailto:') || /^mailto:[^@\s]+@[^@\s]+$/.test(address),
        'expected one mail address after mailto:',
      )
      // As it goes into a line of a file: without what could end one.
      .transform((address) => new URL(address).href)
      .optional(),
    otherwise: 'no such file',
  },
  now: {
    value: 'ISO',
    help: 'the time to take for now, such as 2026-09-29T06:00:00Z',
    schema: z.iso
      .datetime({ offset: true, error: 'expected an ISO 8601 time such as 2026-09-29T06:00:00Z' })
      .transform((text) => new Date(text).toISOString())
      .default(() => new Date().toISOString()),
    otherwise: 'the clock',
  },
} satisfies CommandLine['options'];

/**
 * The options of `npm run generate`.
 *
 * @throws {UsageError}
 * @throws {HelpRequest}
 */
export function readGenerateOptions(args?: readonly string[]): GenerateOptions {
  const {
    mirror: mirrors,
    witness: witnesses,
    'dated-mirror': datedMirrors,
    'file-limit': fileLimit,
    ...rest
  } = readCommandLine(
    {
      summary: 'Writes the whole site: every pair and history as a file, or as many as the host takes.',
      synopsis: 'npm run generate -- [OPTIONS]',
      options: generateOptions,
      notes: 'Exit codes: 0 done; 1 no usable rates, or a check failed: the site that was there is whole; 2 wrong use.',
    },
    args,
  );
  assertIndependentWitnesses(witnesses, { sites: [rest.url, rest.previous] });
  return {
    ...rest,
    mirrors,
    witnesses,
    datedMirrors: datedMirrorsFor(mirrors, datedMirrors),
    fileLimit,
    advice: generateAdvice,
  };
}
