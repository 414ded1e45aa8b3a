import { describe, expect, it } from 'vitest';
import { addressBelow, hasUserInfo, isHttpAddress, publicAddress } from './address.ts';

describe('functions for HTTP URLs', () => {
  it.each([
    ['https://rates.example', true],
    ['HTTP://rates.example/', true],
    ['shttp://rates.example', false],
    ['https+unix://rates.example', false],
    ['ftp://rates.example', false],
    ['C:\\dist', false],
    ['dist', false],
    ['', false],
  ])('isHttpAddress(%j) returns %s', (text, expected) => {
    expect(isHttpAddress(text)).toBe(expected);
  });

  it.each([
    ['https://rates.example/?user=me', false],
    ['https://me@rates.example/', true],
    ['https://:secret@rates.example/', true],
    ['https://me:secret@rates.example/', true],
    ['dist/me:secret@here', false],
  ])('hasUserInfo(%j) returns %s', (address, expected) => {
    expect(hasUserInfo(address)).toBe(expected);
  });

  it('publicAddress omits the parts of a URL that may be secret', () => {
    expect(publicAddress('https://me:secret@rates.example:8443/a/b?key=secret#secret')).toBe(
      'https://rates.example:8443/a/b',
    );
  });

  it.each([
    ['https://rates.example', '/api/rates', 'https://rates.example/api/rates'],
    ['https://rates.example/base/', '/api/rates', 'https://rates.example/base/api/rates'],
    ['https://rates.example/?key=1#top', '/api/rates', 'https://rates.example/api/rates?key=1'],
    ['https://rates.example', '/api/convert?from=USD', 'https://rates.example/api/convert?from=USD'],
    ['https://rates.example?key=1', '/api/convert?from=USD', 'https://rates.example/api/convert?key=1&from=USD'],
  ])('addressBelow(%j, %j) returns %s', (base, path, expected) => {
    expect(addressBelow(base, path)).toBe(expected);
  });
});
