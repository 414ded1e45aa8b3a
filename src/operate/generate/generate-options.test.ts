import { describe, expect, it } from 'vitest';
import { banks } from '../../sources/banks.ts';
import { UsageError } from '../terminal/command.ts';
import { assertNotOfProject, readGenerateOptions } from './generate-options.ts';

describe('readGenerateOptions (reads the options of the command generate)', () => {
  it('returns the default value of each option that isn’t given', () => {
    expect(readGenerateOptions(['--now', '2026-09-29T08:17:00+02:00'])).toEqual({
      out: 'dist',
      newSource: false,
      startOver: false,
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
      official: new Map(banks.filter(({ terms }) => typeof terms === 'string').map(({ key }) => [key, undefined])),
      compose: true,
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

  it.each<[string, string[], [key: string, address: string | undefined][]]>([
    ['no bank for --official none', ['none'], []],
    [
      'the named banks',
      ['nbu', 'ecb'],
      [
        ['nbu', undefined],
        ['ecb', undefined],
      ],
    ],
    ['the server of a bank', ['nbp=http://127.0.0.1:8000'], [['nbp', 'http://127.0.0.1:8000']]],
    [
      'a file of the bank that has all its days in one file',
      ['ecb=https://one.example/a.csv?b=c'],
      [['ecb', 'https://one.example/a.csv?b=c']],
    ],
  ])('returns %s', (_, given, official) => {
    const { official: read } = readGenerateOptions(given.flatMap((value) => ['--official', value]));
    expect([...read]).toEqual(official);
  });

  const oneOfBanks = `expected none or one of the banks ${banks.map(({ key }) => key).join(', ')}`;
  it.each([
    ['an unknown bank', ['boe'], `${oneOfBanks}, not "boe". See`],
    ['two banks in one value', ['nbp nbu'], `${oneOfBanks}, not "nbp nbu" (to name several banks, repeat the option)`],
    ['a URL without a bank', ['https://me:secret@one.example/a.zip'], `${oneOfBanks}, not "https://…". See`],
    ['none and a bank', ['none', 'ecb'], 'expected none alone, or banks'],
    ['a bank twice', ['ecb', 'ecb=https://one.example'], 'expected each bank once'],
    ['a path for a bank with many files', ['nbp=https://one.example/rates'], 'expected a URL without a path'],
    ['a bank with an empty URL', ['nbp='], 'expected an http(s) URL'],
  ])('rejects %s as --official', (_, given, message) => {
    expectRefusal(
      given.flatMap((value) => ['--official', value]),
      `--official: ${message}`,
    );
  });

  const bank = ['--source-name', 'Bank', '--source-url', 'https://bank.example', '--source-license', 'CC-BY-4.0'];

  it('omits the default witness api.frankfurter.dev if the --mirror URL is on api.frankfurter.dev', () => {
    expect(readGenerateOptions(['--mirror', 'https://api.frankfurter.dev/v2/rates', ...bank])).toMatchObject({
      provider: { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' },
      witnesses: ['https://api.coinbase.com/v2/exchange-rates?currency=USD'],
      datedMirrors: [],
    });
  });

  it.each(['mirror', 'dated-mirror', 'witness', 'official', 'source-url', 'previous', 'url', 'contact'])(
    'rejects an ftp: URL and a URL with a password as --%s',
    (name) => {
      const before = name === 'official' ? 'ecb=' : '';
      expectRefusal([`--${name}`, `${before}ftp://one.example/{date}`], `--${name}: expected`);
      expectRefusal(
        [`--${name}`, `${before}https://:secret@one.example/{date}`],
        `--${name}: omit user name and password`,
      );
    },
  );

  it.each<[option: string, message: string, values: string[]]>([
    ['--source-name', 'expected up to 100 letters', ['<b>']],
    ['--source-name', 'omit the --source options', ['fawazahmed0/exchange-api']],
    ['--source-license', 'expected an SPDX identifier', ['my terms']],
    ['--witness', 'expected', ['', 'usd.json']],
    ['--previous', 'expected', ['']],
    ['--dated-mirror', 'expected a URL with {date} or {version} for the day', ['https://one.example/usd.json']],
    ['--backfill', 'expected a whole number or all', ['some', '1.5', '-1']],
    ['--file-limit', 'expected a whole number or the word none. See --help.', ['many', '1.5', '-1']],
    ['--url', 'expected a URL without a path', ['https://one.example/rates/']],
    ['--contact', 'expected a mailto: or https: URL', ['me@rates.example', 'http://rates.example/report']],
    ['--contact', 'expected one email address after mailto:', ['mailto:me']],
    ['--now', 'expected an ISO 8601 time', ['today', '2026-02-30T00:00:00Z']],
  ])('rejects an invalid %s: %s', (option, message, values) => {
    for (const value of values) expectRefusal([`${option}=${value}`], `${option}: ${message}`);
  });

  const witness = (...urls: string[]) => urls.flatMap((url) => ['--witness', url]);
  const own = witness('https://one.example/eur');
  const notIndependent =
    '--witness: one.example serves this site or its source, so it isn’t independent. Use another witness, or none.';
  it.each<[string, string[], string | RegExp]>([
    ['a source without its own --mirror', bank, '--source-name: https://cdn.jsdelivr.net/'],
    [
      'a source without its name',
      bank.slice(2),
      /^--source-name, --source-url and --source-license \(SOURCE_NAME, .*\): give all three/,
    ],
    [
      '--witness none together with a --witness URL',
      witness('none', 'https://one.example/'),
      '--witness: expected URLs, or the single word none',
    ],
    [
      'two witnesses on the same host',
      witness('https://one.example/a', 'https://one.example/b'),
      '--witness: expected each witness on a different host',
    ],
    ['a witness on the host of the source', [...own, '--mirror', 'https://one.example/usd', ...bank], notIndependent],
    ['a witness on the host of the site’s --url', [...own, '--url', 'http://one.example'], notIndependent],
    ['a witness on the site’s host with a final dot', [...own, '--url', 'http://one.example.'], notIndependent],
    ['a witness on the host of --previous', [...own, '--previous', 'https://ONE.example:443/rates'], notIndependent],
  ])('rejects %s', (_, args, message) => {
    expectRefusal(args, message);
  });
});

function expectRefusal(args: readonly string[], message: string | RegExp): void {
  const read = () => readGenerateOptions(args);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/secret|\n/);
}

it('assertNotOfProject > rejects a witness on the host of the site’s Pages project or on a deployment’s subdomain', () => {
  const check = (host: string) => () => {
    assertNotOfProject(['https://api.frankfurter.dev/v2/rates', `https://${host}/`], 'rates.pages.dev');
  };
  for (const host of ['rates.pages.dev', 'a1b2c3.rates.pages.dev']) expect(check(host)).toThrow(UsageError);
  expect(check('other-rates.pages.dev')).not.toThrow();
});
