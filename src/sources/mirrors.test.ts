import { describe, expect, it } from 'vitest';
import { defaultSource } from '../snapshot/source.ts';
import { datedCopyOf, datedMirrorsFor, defaultDatedMirrors, defaultMirrors } from './mirrors.ts';

const folder = 'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@2026-09-03/v1/currencies';

describe('datedCopyOf (finds the permanent copy of the dataset of 2026-09-03)', () => {
  it('returns undefined for a custom source', () => {
    const bank = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
    expect(datedCopyOf(bank, '2026-09-03', 'https://bank.example/usd.json')).toBeUndefined();
  });

  it.each([
    [`${folder}/usd.json`, defaultMirrors[0], true],
    [`${folder}/usd.json`, defaultMirrors[1], true],
    [`${folder}/usd.min.json`, defaultDatedMirrors[0].replace('{date}', '2026-09-03'), true],
    [`${folder}/usd.min.json`, 'https://mirror.example/rates', false],
    [`${folder}/usd.min.json`, 'https://mirror.example/usd.json', false],
    [`${folder}/usd.min.json`, 'https://mirror.example/other-usd.json', false],
    [`${folder}/usd.min.json`, 'javascript:alert(1)/usd.json', false],
    [`${folder}/usd.min.json`, undefined, false],
  ])('returns %s for a dataset downloaded from %s', (url, fetchedFrom, isSameFile) => {
    expect(datedCopyOf(defaultSource, '2026-09-03', fetchedFrom)).toEqual({ url, isSameFile });
  });
});

describe('datedMirrorsFor (returns mirrors that have the datasets of past days)', () => {
  const own = ['https://mirror.example/{date}.json'];

  it.each([
    ['the default dated mirrors for the default mirrors', [...defaultMirrors], undefined, defaultDatedMirrors],
    [
      'the default dated mirrors if one mirror is a default mirror',
      ['https://mirror.example/usd.json', defaultMirrors[1]],
      undefined,
      defaultDatedMirrors,
    ],
    ['no dated mirrors if no mirror is a default mirror', ['https://mirror.example/usd.json'], undefined, []],
    ['the dated mirrors of the options if the options name any', ['https://mirror.example/usd.json'], own, own],
    ['no dated mirrors if the options have an empty list', [...defaultMirrors], [], []],
  ])('returns %s', (_, mirrors, named, expected) => {
    expect(datedMirrorsFor(mirrors, named)).toEqual(expected);
  });
});
