import { describe, expect, it } from 'vitest';
import { datedCopyOf, defaultDatedMirrors, defaultMirrors } from './mirrors.ts';

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
