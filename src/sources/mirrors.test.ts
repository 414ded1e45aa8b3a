import { describe, expect, it } from 'vitest';
import { defaultProvider } from './provider.ts';
import { datedCopyOf, datedMirrorsFor, defaultDatedMirrors, defaultMirrors, publicMirror, urlOn } from './mirrors.ts';

const folder = 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@2026.9.3/v1/currencies';

describe('datedCopyOf (returns the permanent URL of a day’s dataset: the file usd.json or its compact copy usd.min.json)', () => {
  it('returns undefined if the operator replaced the default source by a different source', () => {
    const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
    expect(datedCopyOf(bank, '2026-09-03', 'https://bank.example/usd.json')).toBeUndefined();
  });

  it.each([
    ['usd.json for a dataset from the first default mirror', `${folder}/usd.json`, defaultMirrors[0], true],
    ['usd.json for a dataset from the second default mirror', `${folder}/usd.json`, defaultMirrors[1], true],
    [
      'usd.min.json for a dataset from the default mirror of past days',
      `${folder}/usd.min.json`,
      'https://2026-09-03.currency-api.pages.dev/v1/currencies/usd.min.json',
      true,
    ],
    [
      'usd.min.json for a dataset from a custom mirror',
      `${folder}/usd.min.json`,
      'https://mirror.example/rates',
      false,
    ],
    [
      'usd.min.json for a dataset from the file usd.json of a custom mirror',
      `${folder}/usd.min.json`,
      'https://mirror.example/usd.json',
      false,
    ],
    [
      'usd.min.json for a dataset from the file other-usd.json of a custom mirror',
      `${folder}/usd.min.json`,
      'https://mirror.example/other-usd.json',
      false,
    ],
    [
      'usd.min.json for a dataset from a javascript: URL',
      `${folder}/usd.min.json`,
      'javascript:alert(1)/usd.json',
      false,
    ],
    ['usd.min.json for a dataset from an unknown URL', `${folder}/usd.min.json`, undefined, false],
  ])('returns %s', (_, url, fetchedFrom, isSameFile) => {
    expect(datedCopyOf(defaultProvider, '2026-09-03', fetchedFrom)).toEqual({ url, isSameFile });
  });
});

describe('urlOn (returns a dated mirror’s URL for a day)', () => {
  it('names the day as a date, or as the version of the npm package', () => {
    expect(defaultDatedMirrors.map((template) => urlOn('2026-09-03', template))).toEqual([
      `${folder}/usd.min.json`,
      `${folder.replace('2026.9.3', '2026-09-03')}/usd.min.json`,
      'https://2026-09-03.currency-api.pages.dev/v1/currencies/usd.min.json',
    ]);
    expect(urlOn('2025-12-10', '/{version}/{date}/{date}')).toBe('/2025.12.10/2025-12-10/2025-12-10');
  });
});

describe('datedMirrorsFor (returns the dated mirrors, which have a URL for each past day)', () => {
  const own = ['https://mirror.example/{date}.json'];

  it.each([
    [
      'the default dated mirrors if the operator uses only default mirrors',
      [...defaultMirrors],
      undefined,
      defaultDatedMirrors,
    ],
    [
      'the default dated mirrors if the operator uses a default mirror and another mirror',
      ['https://mirror.example/usd.json', defaultMirrors[1]],
      undefined,
      defaultDatedMirrors,
    ],
    [
      'no dated mirrors if the operator replaced the default mirrors',
      ['https://mirror.example/usd.json'],
      undefined,
      [],
    ],
    ['the operator’s own dated mirrors if the options have some', ['https://mirror.example/usd.json'], own, own],
    ['no dated mirrors if the options have an empty list of dated mirrors', [...defaultMirrors], [], []],
  ])('returns %s', (_, mirrors, named, expected) => {
    expect(datedMirrorsFor(mirrors, named)).toEqual(expected);
  });
});

describe('publicMirror (returns the URL by which a mirror is published)', () => {
  const dated = defaultDatedMirrors.map((template) => urlOn('2026-09-03', template));

  it.each([...defaultMirrors, ...dated])('returns the whole URL of the default mirror %s', (url) => {
    expect(publicMirror(url)).toBe(url);
  });

  it.each([
    ['https://me:secret@rates.example:8443/secret/usd.json?key=secret#secret', 'https://rates.example:8443'],
    ['https://rates.example', 'https://rates.example'],
    ['https://cdn.jsdelivr.net/npm/mine/usd.json?key=secret', 'https://cdn.jsdelivr.net/npm/mine/usd.json'],
    ['https://cdn.jsdelivr.net.example/secret', 'https://cdn.jsdelivr.net.example'],
    ['https://currency-api.pages.dev.example/secret', 'https://currency-api.pages.dev.example'],
    ['https://my-currency-api.pages.dev/secret', 'https://my-currency-api.pages.dev'],
  ])('returns for %s only %s', (url, expected) => {
    expect(publicMirror(url)).toBe(expected);
  });
});
