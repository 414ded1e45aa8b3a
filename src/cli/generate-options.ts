import { z } from 'zod';
import { hasUserInfo, isHttpAddress } from '../dataset/address.ts';
import { defaultMirrors } from '../dataset/fetch-snapshot.ts';
import type { GenerateOptions } from './generate-site.ts';
import { readOptions } from './read-options.ts';

const usage = `Writes the whole site: every pair and history as a file, or as many as the host takes.

npm run generate -- [OPTIONS]

  --out DIR            the folder to write; a site that is there is replaced as a whole (dist)
  --mirror URL         address of the dataset's USD file; repeat for more, tried in order
                       (the dataset's own two mirrors)
  --previous SITE      base address or folder of the site that was published last: its rates bound
                       what is believed today, and stand in for up to 72 hours when no mirror works
  --recorded           use the recorded rates when nothing else is usable: for previews
  --file-limit N|none  how many files the host takes: the most traded currencies' pairs become
                       files, the Function answers for the others (none)
  --url URL            where the site will be published: the page's canonical address, its social
                       tags and sitemap.xml name it (unknown: the first and the last are left out)
  --now ISO            the time to take for now, such as 2026-09-29T06:00:00Z (the clock)

Exit codes: 0 done; 1 no usable rates, or a check failed: the site that was there is whole; 2 wrong use.
`;

const withoutUserInfo = 'leave out user name and password: they would be printed or published';
const httpAddress = z
  .url({ protocol: /^https?$/, error: 'expected an http(s) address' })
  .refine((address) => !hasUserInfo(address), withoutUserInfo);

const optionsSchema = z.object({
  out: z.string().min(1, 'expected a folder').default('dist'),
  mirror: z.array(httpAddress).default([...defaultMirrors]),
  previous: z
    .string()
    .min(1, 'expected an address or a folder')
    .refine((site) => !hasUserInfo(site), withoutUserInfo)
    .refine((site) => isHttpAddress(site) || !site.includes('://'), 'expected an http(s) address or a folder')
    .optional(),
  recorded: z.boolean().default(false),
  'file-limit': z
    .string()
    .regex(/^(none|\d{1,9})$/, 'expected a whole number or none')
    .transform((text) => (text === 'none' ? Infinity : Number(text)))
    .default(Infinity),
  url: httpAddress
    .refine(
      (url) => !URL.canParse(url) || new URL(url).pathname === '/',
      'expected an address without a path: the site needs a host of its own',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  now: z.iso
    .datetime({ offset: true, error: 'expected an ISO 8601 time such as 2026-09-29T06:00:00Z' })
    .transform((text) => new Date(text).toISOString())
    .default(() => new Date().toISOString()),
});

/**
 * The options of `npm run generate`.
 *
 * @throws {UsageError}
 * @throws {HelpRequest}
 */
export function readGenerateOptions(args?: readonly string[]): GenerateOptions {
  const options = {
    out: { type: 'string' },
    mirror: { type: 'string', multiple: true },
    previous: { type: 'string' },
    recorded: { type: 'boolean' },
    'file-limit': { type: 'string' },
    url: { type: 'string' },
    now: { type: 'string' },
  } as const;
  const { mirror: mirrors, 'file-limit': fileLimit, ...rest } = readOptions(options, optionsSchema, usage, args);
  return { ...rest, mirrors, fileLimit };
}
