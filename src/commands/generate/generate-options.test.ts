import { describe, expect, it } from 'vitest';
import { UsageError } from '../terminal/command.ts';
import { readGenerateOptions } from './generate-options.ts';
import { generateAdvice } from './obtain-snapshot.ts';

describe('readGenerateOptions (reads the command line of generate)', () => {
  it('returns the defaults', () => {
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
        'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/usd.min.json',
        'https://{date}.currency-api.pages.dev/v1/currencies/usd.min.json',
      ],
      official: {
        all: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip',
        recent: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
      },
      backfill: 0,
      recorded: false,
      fileLimit: Infinity,
      now: '2026-09-29T06:17:00.000Z',
      advice: generateAdvice,
    });
  });

  it.each([
    ['mailto:me@rates.example', 'mailto:me@rates.example'],
    ['https://rates.example/report?by=text', 'https://rates.example/report?by=text'],
    ['https://rates.example/\nPolicy: x', 'https://rates.example/Policy:%20x'],
  ])('turns the --contact value %j into the URL %s', (given, contact) => {
    expect(readGenerateOptions(['--contact', given])).toMatchObject({ contact });
  });

  it.each([
    [['none'], []],
    [['https://one.example/'], ['https://one.example/']],
    [
      ['https://one.example/', 'https://two.example/usd?key=1'],
      ['https://one.example/', 'https://two.example/usd?key=1'],
    ],
  ])('turns the --witness values %j into the witnesses %j', (given, witnesses) => {
    expect(readGenerateOptions(given.flatMap((value) => ['--witness', value]))).toMatchObject({ witnesses });
  });

  const bank = ['--source-name', 'Bank', '--source-url', 'https://bank.example', '--source-license', 'CC-BY-4.0'];

  it('omits a default witness that is the named source itself', () => {
    expect(readGenerateOptions(['--mirror', 'https://api.frankfurter.dev/v2/rates', ...bank])).toMatchObject({
      source: { name: 'Bank', url: 'https://bank.example/', license: 'CC-BY-4.0' },
      witnesses: ['https://api.coinbase.com/v2/exchange-rates?currency=USD'],
      datedMirrors: [],
    });
  });

  it.each([
    [bank, '--source-name: https://cdn.jsdelivr.net/'],
    [bank.slice(2), '--source-name, --source-url and --source-license: give all three, or none'],
    [['--source-name', '<b>'], '--source-name: expected up to 100 letters'],
    [['--source-name', 'fawazahmed0/exchange-api'], '--source-name: leave out the --source options'],
    [['--source-url', 'javascript:alert()'], '--source-url: expected an http(s) URL'],
    [['--source-license', 'my terms'], '--source-license: expected an SPDX identifier'],
    [
      ['--mirror', 'https://bank.example/usd', '--witness', 'https://bank.example/eur', ...bank],
      '--witness: bank.example is the source Bank itself',
    ],
    [
      ['--witness', 'none', '--official', 'none', '--witness', 'https://one.example/'],
      '--witness: expected URLs, or the single word none',
    ],
    [
      ['--witness', 'https://one.example/a', '--witness', 'https://one.example/b'],
      '--witness: expected each witness on a different host',
    ],
    [['--witness', 'ftp://one.example/'], '--witness: expected'],
    [
      ['--witness', 'https://rates.example/usd', '--url', 'https://rates.example'],
      '--witness: rates.example serves this site itself, so it isn’t independent. Use a source that',
    ],
    [
      ['--witness', 'https://rates.example/usd', '--previous', 'https://rates.example/'],
      '--witness: rates.example serves this site itself, so it isn’t independent. Use a source that',
    ],
    [['--witness', ''], '--witness: expected'],
    [['--witness', 'https://me:secret@one.example/'], '--witness: leave out user name and password'],
    [['--bogus'], "Unknown option '--bogus'. See --help."],
    [['dist'], "Unexpected argument 'dist'"],
    [['--out'], "Option '--out <value>' argument missing"],
    [['--out', ''], '--out: expected a folder'],
    [['--dated-mirror', 'https://example.com/usd.json'], '--dated-mirror: expected a URL with {date} for the day'],
    [['--dated-mirror', 'ftp://example.com/{date}'], '--dated-mirror: expected an http(s) URL'],
    [['--dated-mirror', 'https://:secret@example.com/{date}'], '--dated-mirror: leave out user name and password'],
    [['--backfill', 'some'], '--backfill: expected a whole number or all'],
    [['--backfill', '1.5'], '--backfill: expected a whole number or all'],
    [['--backfill=-1'], '--backfill: expected a whole number or all'],
    [['--mirror', 'ftp://example.com/usd.json'], '--mirror: expected an http(s) URL'],
    [['--mirror', 'usd.json'], '--mirror: expected an http(s) URL'],
    [['--mirror', 'https://me:secret@example.com/'], '--mirror: leave out user name and password'],
    [['--mirror', 'https://:secret@example.com/'], '--mirror: leave out user name and password'],
    [['--previous', 'HTTPS://:secret@example.com/'], '--previous: leave out user name and password'],
    [['--previous', 'ftp://example.com/'], '--previous: expected an http(s) URL or a folder'],
    [['--url', 'https://:secret@example.com/'], '--url: leave out user name and password'],
    [['--file-limit', 'many'], '--file-limit: expected a whole number or none'],
    [['--file-limit', '1.5'], '--file-limit: expected a whole number or none'],
    [['--url', 'rates.example'], '--url: expected an http(s) URL. See --help.'],
    [['--url', 'https://me.example/rates/'], '--url: expected a URL without a path'],
    [['--contact', 'me@rates.example'], '--contact: expected a mailto: or https: URL'],
    [['--contact', 'http://rates.example/report'], '--contact: expected a mailto: or https: URL'],
    [['--contact', 'https://me:secret@rates.example/'], '--contact: leave out user name and password'],
    [['--contact', 'mailto:me'], '--contact: expected one email address after mailto:'],
    [['--now', 'today'], '--now: expected an ISO 8601 time'],
    [['--now', '2026-02-30T00:00:00Z'], '--now: expected an ISO 8601 time'],
    [['--file-limit=-1'], '--file-limit: expected a whole number or none. See --help.'],
    [['--now', 'x', '--file-limit', 'x'], '--file-limit: expected a whole number or none; --now: expected'],
  ])('rejects the arguments %j with a message that says “%s”', (args, message) => {
    const read = () => readGenerateOptions(args);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/secret|\n/);
  });
});
