import { describe, expect, it } from 'vitest';
import { UsageError } from '../terminal/command.ts';
import { readGenerateOptions } from './generate-options.ts';

describe('readGenerateOptions (reads the options of the command generate)', () => {
  it('returns the default value of each option that isn’t given', () => {
    expect(readGenerateOptions(['--now', '2026-09-29T08:17:00+02:00'])).toEqual({
      out: 'dist',
      newSource: false,
      mirrors: [
        'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.json',
        'https://latest.currency-api.pages.dev/v1/currencies/usd.json',
      ],
      witnesses: [
        'https://api.frankfurter.dev/v2/rates?base=USD',
        'https://api.coinbase.com/v2/exchange-rates?currency=USD',
      ],
      datedMirrors: [
        'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{version}/v1/currencies/usd.min.json',
        'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/usd.min.json',
        'https://{date}.currency-api.pages.dev/v1/currencies/usd.min.json',
      ],
      official: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
      backfill: 0,
      recorded: false,
      fileLimit: Infinity,
      now: '2026-09-29T06:17:00.000Z',
    });
  });

  it.each([
    ['accepts a mailto: URL as --contact', 'mailto:me@rates.example', 'mailto:me@rates.example'],
    [
      'accepts an https: URL with a query as --contact',
      'https://rates.example/report?by=text',
      'https://rates.example/report?by=text',
    ],
    [
      'removes the line break in a --contact URL',
      'https://rates.example/\nPolicy: x',
      'https://rates.example/Policy:%20x',
    ],
  ])('%s', (_, given, contact) => {
    expect(readGenerateOptions(['--contact', given])).toMatchObject({ contact });
  });

  it.each<[string, string[], string[]]>([
    ['no witnesses for --witness none', ['none'], []],
    ['one witness for one --witness URL', ['https://one.example/'], ['https://one.example/']],
    [
      'two witnesses for two --witness URLs',
      ['https://one.example/', 'https://two.example/usd?key=1'],
      ['https://one.example/', 'https://two.example/usd?key=1'],
    ],
  ])('returns %s', (_, given, witnesses) => {
    expect(readGenerateOptions(given.flatMap((value) => ['--witness', value]))).toMatchObject({ witnesses });
  });

  const bank = ['--source-name', 'Bank', '--source-url', 'https://bank.example', '--source-license', 'CC-BY-4.0'];

  it('omits the default witness api.frankfurter.dev if the --mirror URL is on api.frankfurter.dev', () => {
    expect(readGenerateOptions(['--mirror', 'https://api.frankfurter.dev/v2/rates', ...bank])).toMatchObject({
      source: { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' },
      witnesses: ['https://api.coinbase.com/v2/exchange-rates?currency=USD'],
      datedMirrors: [],
    });
  });

  it.each<[string, string[], string]>([
    ['--source-name without a --mirror URL of the new source', bank, '--source-name: https://cdn.jsdelivr.net/'],
    [
      '--source-url and --source-license without --source-name',
      bank.slice(2),
      '--source-name, --source-url and --source-license: give all three, or none',
    ],
    ['HTML as --source-name', ['--source-name', '<b>'], '--source-name: expected up to 100 letters'],
    [
      'the default source’s name as --source-name',
      ['--source-name', 'fawazahmed0/exchange-api'],
      '--source-name: omit the --source options',
    ],
    [
      'a javascript: URL as --source-url',
      ['--source-url', 'javascript:alert()'],
      '--source-url: expected an http(s) URL',
    ],
    [
      'a --source-license that isn’t an SPDX identifier',
      ['--source-license', 'my terms'],
      '--source-license: expected an SPDX identifier',
    ],
    [
      'a --witness URL on the same host as the --mirror URL',
      ['--mirror', 'https://bank.example/usd', '--witness', 'https://bank.example/eur', ...bank],
      '--witness: bank.example is the source Bank itself',
    ],
    [
      '--witness none together with a --witness URL',
      ['--witness', 'none', '--official', 'none', '--witness', 'https://one.example/'],
      '--witness: expected URLs, or the single word none',
    ],
    [
      'two --witness URLs on the same host',
      ['--witness', 'https://one.example/a', '--witness', 'https://one.example/b'],
      '--witness: expected each witness on a different host',
    ],
    ['an ftp: URL as --witness', ['--witness', 'ftp://one.example/'], '--witness: expected'],
    [
      'a --witness URL on the host of the site’s --url',
      ['--witness', 'https://rates.example/usd', '--url', 'https://rates.example'],
      '--witness: rates.example serves this site itself, so it isn’t independent. Use a source that',
    ],
    [
      'a --witness URL on the host of the --previous site',
      ['--witness', 'https://rates.example/usd', '--previous', 'https://rates.example/'],
      '--witness: rates.example serves this site itself, so it isn’t independent. Use a source that',
    ],
    ['an empty --witness', ['--witness', ''], '--witness: expected'],
    [
      'a --witness URL with a user name and a password',
      ['--witness', 'https://me:secret@one.example/'],
      '--witness: omit user name and password',
    ],
    ['an unknown option', ['--bogus'], "Unknown option '--bogus'. See --help."],
    ['an argument that isn’t an option', ['dist'], "Unexpected argument 'dist'"],
    ['--out without a value', ['--out'], "Option '--out <value>' argument missing"],
    ['an empty --out', ['--out', ''], '--out: expected a folder'],
    [
      'a --dated-mirror URL without the placeholder {date} or {version}',
      ['--dated-mirror', 'https://example.com/usd.json'],
      '--dated-mirror: expected a URL with {date} or {version} for the day',
    ],
    [
      'an ftp: URL as --dated-mirror',
      ['--dated-mirror', 'ftp://example.com/{date}'],
      '--dated-mirror: expected an http(s) URL',
    ],
    [
      'a --dated-mirror URL with a password',
      ['--dated-mirror', 'https://:secret@example.com/{date}'],
      '--dated-mirror: omit user name and password',
    ],
    ['a word other than “all” as --backfill', ['--backfill', 'some'], '--backfill: expected a whole number or all'],
    ['a fraction as --backfill', ['--backfill', '1.5'], '--backfill: expected a whole number or all'],
    ['a negative number as --backfill', ['--backfill=-1'], '--backfill: expected a whole number or all'],
    ['an ftp: URL as --mirror', ['--mirror', 'ftp://example.com/usd.json'], '--mirror: expected an http(s) URL'],
    ['a file name as --mirror', ['--mirror', 'usd.json'], '--mirror: expected an http(s) URL'],
    [
      'a --mirror URL with a user name and a password',
      ['--mirror', 'https://me:secret@example.com/'],
      '--mirror: omit user name and password',
    ],
    [
      'a --mirror URL with only a password',
      ['--mirror', 'https://:secret@example.com/'],
      '--mirror: omit user name and password',
    ],
    [
      'a --previous URL with a password',
      ['--previous', 'HTTPS://:secret@example.com/'],
      '--previous: omit user name and password',
    ],
    [
      'an ftp: URL as --previous',
      ['--previous', 'ftp://example.com/'],
      '--previous: expected an http(s) URL or a folder',
    ],
    ['a --url with a password', ['--url', 'https://:secret@example.com/'], '--url: omit user name and password'],
    [
      'a word other than “none” as --file-limit',
      ['--file-limit', 'many'],
      '--file-limit: expected a whole number or the word none',
    ],
    ['a fraction as --file-limit', ['--file-limit', '1.5'], '--file-limit: expected a whole number or the word none'],
    ['a --url without http: or https:', ['--url', 'rates.example'], '--url: expected an http(s) URL. See --help.'],
    ['a --url with a path', ['--url', 'https://me.example/rates/'], '--url: expected a URL without a path'],
    [
      'an email address without mailto: as --contact',
      ['--contact', 'me@rates.example'],
      '--contact: expected a mailto: or https: URL',
    ],
    [
      'an http: URL as --contact',
      ['--contact', 'http://rates.example/report'],
      '--contact: expected a mailto: or https: URL',
    ],
    [
      'a --contact URL with a user name and a password',
      ['--contact', 'https://me:secret@rates.example/'],
      '--contact: omit user name and password',
    ],
    [
      'a mailto: URL without a complete email address as --contact',
      ['--contact', 'mailto:me'],
      '--contact: expected one email address after mailto:',
    ],
    ['the word “today” as --now', ['--now', 'today'], '--now: expected an ISO 8601 time'],
    ['a date that doesn’t exist as --now', ['--now', '2026-02-30T00:00:00Z'], '--now: expected an ISO 8601 time'],
    [
      'a negative number as --file-limit',
      ['--file-limit=-1'],
      '--file-limit: expected a whole number or the word none. See --help.',
    ],
    [
      'two invalid options with one message that names both',
      ['--now', 'x', '--file-limit', 'x'],
      '--file-limit: expected a whole number or the word none; --now: expected',
    ],
  ])('rejects %s', (_, args, message) => {
    const read = () => readGenerateOptions(args);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret|\n/);
  });
});
