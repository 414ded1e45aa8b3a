import { describe, expect, it } from 'vitest';
import { datedCopyOf, datedMirrorsFor, defaultDatedMirrors, defaultMirrors } from './mirrors.ts';

const folder = 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@2026-09-03/v1/currencies';

describe('the source’s own copy of a day', () => {
  it.each([
    [defaultMirrors[0], `${folder}/usd.json`, true],
    [defaultMirrors[1], `${folder}/usd.json`, true],
    [defaultDatedMirrors[0].replace('{date}', '2026-09-03'), `${folder}/usd.min.json`, true],
    ['https://mirror.example/rates', `${folder}/usd.min.json`, false],
    ['https://mirror.example/usd.json', `${folder}/usd.min.json`, false],
    ['https://mirror.example/other-usd.json', `${folder}/usd.min.json`, false],
    ['javascript:alert(1)/usd.json', `${folder}/usd.min.json`, false],
    [undefined, `${folder}/usd.min.json`, false],
  ])('of what was fetched from %s is %s', (fetchedFrom, url, isSameFile) => {
    expect(datedCopyOf('2026-09-03', fetchedFrom)).toEqual({ url, isSameFile });
  });
});

describe('datedMirrorsFor', () => {
  const own = ['https://mirror.example/{date}.json'];

  it.each([
    ['the dataset’s own for its own mirrors', [...defaultMirrors], undefined, defaultDatedMirrors],
    [
      'the dataset’s own for one of its mirrors',
      ['https://mirror.example/usd.json', defaultMirrors[1]],
      undefined,
      defaultDatedMirrors,
    ],
    ['none for another source', ['https://mirror.example/usd.json'], undefined, []],
    ['those that are named', ['https://mirror.example/usd.json'], own, own],
    ['those that are named, also none', [...defaultMirrors], [], []],
  ])('returns %s', (_, mirrors, named, expected) => {
    expect(datedMirrorsFor(mirrors, named)).toEqual(expected);
  });
});
