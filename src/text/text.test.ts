import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { firstIssue } from './first-issue.ts';
import { oneLine } from './one-line.ts';
import { quoted, quoteName } from './quote.ts';

describe('oneLine (writes a message as one harmless line of a log)', () => {
  it.each([
    [
      'keeps emoji and letters of any alphabet',
      'dist: rates of 2026-09-29, 3.9 MB. Größe, 円, 🪙',
      'dist: rates of 2026-09-29, 3.9 MB. Größe, 円, 🪙',
    ],
    [
      'escapes the line end before a command of GitHub Actions',
      'a\n::error title=x::y',
      String.raw`a\n::error title=x::y`,
    ],
    ['escapes a Windows line end and a tab', 'a\r\nb\tc', String.raw`a\u000d\nb\u0009c`],
    ['escapes a command of GitHub Actions at the start', '::error title=x::y', String.raw`\u003a:error title=x::y`],
    ['escapes a command of GitHub Actions after spaces', ' \u00a0::error::y', ` \u00a0${String.raw`\u003a`}:error::y`],
    ['doesn’t escape two colons inside a URL, which aren’t a command', 'https://host/a::b', 'https://host/a::b'],
    [
      'escapes commands in the form ##[error]',
      'a ##[error]b ###[group]',
      String.raw`a \u0023#[error]b #\u0023#[group]`,
    ],
    ['escapes a terminal’s control characters', '\u001b[2J\u009b31m\u007f', String.raw`\u001b[2J\u009b31m\u007f`],
    ['escapes Unicode line separators', '\u2028\u2029\u0085', String.raw`\u2028\u2029\u0085`],
    [
      'escapes invisible and invalid characters',
      'evil\u202egnp.exe\u{e0001}\ud800',
      String.raw`evil\u202egnp.exe\u{e0001}\ud800`,
    ],
    ['returns an empty string for an empty message', '', ''],
  ])('%s', (_, message, line) => {
    expect(oneLine(message)).toBe(line);
  });

  it('cuts the middle out of a message that is too long', () => {
    const line = oneLine(`${'x'.repeat(100_000)} Name another folder.`);
    expect(line).toHaveLength(2003);
    expect(line).toMatch(/^x+ … x+ Name another folder\.$/);
  });

  it('cuts a message before it escapes characters, so that a long message costs no more than a short one', () => {
    expect(oneLine('\n'.repeat(100_000))).toBe(`${String.raw`\n`.repeat(1000)} … ${String.raw`\n`.repeat(1000)}`);
  });

  it('turns any text into one line without a GitHub Actions command', () => {
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
});

describe('functions that quote text in messages', () => {
  it.each([
    ['puts a text in quotation marks', 'text/html', '"text/html"'],
    ['escapes quotation marks and a line end', 'say "yes"\n', String.raw`"say \"yes\"\n"`],
    ['returns two quotation marks for an empty text', '', '""'],
  ])('quoted (adds quotation marks to a text) %s', (_, text, expected) => {
    expect(quoted(text)).toBe(expected);
  });

  it('quoted (adds quotation marks to a text) cuts the text after 100 characters', () => {
    expect(quoted('x'.repeat(101))).toBe(`"${'x'.repeat(100)}…"`);
  });

  it.each([
    ['doesn’t quote a path', 'api/v1/rates.json', 'api/v1/rates.json'],
    ['doesn’t quote a name with an underscore', '_routes.json', '_routes.json'],
    ['quotes a name that looks like a GitHub Actions command (::error)', '::error::x', '"::error::x"'],
    ['quotes a name with a space', 'a b', '"a b"'],
    ['quotes an empty name', '', '""'],
    ['quotes only the first 100 characters of a longer name', 'x'.repeat(101), `"${'x'.repeat(100)}…"`],
  ])('quoteName (adds quotation marks to a file name only if necessary) %s', (_, name, written) => {
    expect(quoteName(name)).toBe(written);
  });

  it('firstIssue (describes the first validation error) quotes the key of an invalid value', () => {
    const { error } = z.record(z.string(), z.number()).safeParse({ 'EUR"\n::error::': 'no', USD: 'no' });
    expect(error && firstIssue(error)).toBe(
      String.raw`"EUR\"\n::error::": Invalid input: expected number, received string (and 1 more)`,
    );
  });
});
