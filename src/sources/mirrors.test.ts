import { describe, expect, it } from 'vitest';
import { defaultSource } from '../snapshot/source.ts';
import { datedCopyOf, datedMirrorsFor, defaultDatedMirrors, defaultMirrors } from './mirrors.ts';

const folder = 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@2026-09-03/v1/currencies';

describe('datedCopyOf (URL of the permanent copy of a day’s dataset)', () => {
  it('returns undefined for a custom source', () => {
    const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
    expect(datedCopyOf(bank, '2026-09-03', 'https://bank.example/usd.json')).toBeUndefined();
  });

  it.each([
    [defaultMirrors[0], `${folder}/usd.json`, true],
    [defaultMirrors[1], `${folder}/usd.json`, true],
    [defaultDatedMirrors[0].replace('{date}', '2026-09-03'), `${folder}/usd.min.json`, true],
    ['https://mirror.example/rates', `${folder}/usd.min.json`, false],
    ['https://mirror.example/usd.json', `${folder}/usd.min.json`, false],
    ['https://mirror.example/other-usd.json', `${folder}/usd.min.json`, false],
    ['javascript:alert(1)/usd.json', `${folder}/usd.min.json`, false],
    [undefined, `${folder}/usd.min.json`, false],
  ])('for a dataset downloaded from %s is %s', (fetchedFrom, url, isSameFile) => {
    expect(datedCopyOf(defaultSource, '2026-09-03', fetchedFrom)).toEqual({ url, isSameFile });
  });
});

describe('datedMirrorsFor (mirrors that keep the datasets of past days)', () => {
  const own = ['https://mirror.example/{date}.json'];

  it.each([
    ['the dataset’s dated mirrors for the default mirrors', [...defaultMirrors], undefined, defaultDatedMirrors],
    [
      'the dataset’s dated mirrors if one mirror is a default mirror',
      ['https://mirror.example/usd.json', defaultMirrors[1]],
      undefined,
      defaultDatedMirrors,
    ],
    ['no dated mirrors if no mirror is a default mirror', ['https://mirror.example/usd.json'], undefined, []],
    ['exactly the dated mirrors of the options, if any,', ['https://mirror.example/usd.json'], own, own],
    ['no dated mirrors if the options have an empty list', [...defaultMirrors], [], []],
  ])('returns %s', (_, mirrors, named, expected) => {
    expect(datedMirrorsFor(mirrors, named)).toEqual(expected);
  });
});
