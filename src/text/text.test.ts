import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { firstIssue } from './first-issue.ts';
import { oneLine } from './one-line.ts';
import { quote, quoteName } from './quote.ts';

describe('oneLine (escapes line ends, control characters and GitHub Actions commands)', () => {
  it.each([
    ['dist: rates of 2026-09-29, 3.9 MB. Größe, 円, 🪙', 'dist: rates of 2026-09-29, 3.9 MB. Größe, 円, 🪙'],
    ['a\n::error title=x::y', String.raw`a\n::error title=x::y`],
    ['a\r\nb\tc', String.raw`a\u000d\nb\u0009c`],
    ['::error title=x::y', String.raw`\u003a:error title=x::y`],
    [' \u00a0::error::y', ` \u00a0${String.raw`\u003a`}:error::y`],
    ['https://host/a::b', 'https://host/a::b'],
    ['a ##[error]b ###[group]', String.raw`a \u0023#[error]b #\u0023#[group]`],
    ['\u001b[2J\u009b31m\u007f', String.raw`\u001b[2J\u009b31m\u007f`],
    ['\u2028\u2029\u0085', String.raw`\u2028\u2029\u0085`],
    ['evil\u202egnp.exe\u{e0001}\ud800', String.raw`evil\u202egnp.exe\u{e0001}\ud800`],
    ['', ''],
  ])('writes %j as %j', (message, line) => {
    expect(oneLine(message)).toBe(line);
  });

  it('keeps the start and the end of a long message', () => {
    const line = oneLine(`${'x'.repeat(100_000)} Name another folder.`);
    expect(line).toHaveLength(2003);
    expect(line).toMatch(/^x+ … x+ Name another folder\.$/);
  });

  it('returns one line without a GitHub Actions command for any text', () => {
    const parts = fc.constantFrom(
      '::',
      '##[',
      '#',
      '[error]',
      '\n',
      '\r',
      '\v',
      '\u0085',
      '\u2028',
      ' ',
      '\ufeff',
      'a',
    );
    const any = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
    const texts = fc.array(fc.oneof(parts, any)).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const line = oneLine(text);
        return !/[\p{C}\p{Zl}\p{Zp}]|^\s*::|##\[/u.test(line);
      }),
    );
  });

  it('takes at most linear time', () => {
    const begin = performance.now();
    for (const part of [' ', ':', '#', '\n', ' :']) oneLine(part.repeat(10_000_000 / part.length));
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

describe('quotes in messages', () => {
  it.each([
    ['text/html', '"text/html"'],
    ['say "yes"\n', String.raw`"say \"yes\"\n"`],
    ['', '""'],
  ])('quote(%j) returns %s', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });

  it('are cut after 100 characters', () => {
    expect(quote('x'.repeat(101))).toBe(`"${'x'.repeat(100)}…"`);
  });

  it.each([
    ['api/v1/rates.json', 'api/v1/rates.json'],
    ['_routes.json', '_routes.json'],
    ['::error::x', '"::error::x"'],
    ['a b', '"a b"'],
    ['', '""'],
    ['x'.repeat(101), `"${'x'.repeat(100)}…"`],
  ])('quoteName(%j) returns %s', (name, written) => {
    expect(quoteName(name)).toBe(written);
  });

  it('firstIssue quotes the key of an invalid value', () => {
    const { error } = z.record(z.string(), z.number()).safeParse({ 'EUR"\n::error::': 'no', USD: 'no' });
    expect(error && firstIssue(error)).toBe(
      String.raw`"EUR\"\n::error::": Invalid input: expected number, received string (and 1 more)`,
    );
  });
});
