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
  ])('isHttpAddress (checks whether a text is an HTTP or HTTPS URL) returns $1 for “$0”', (text, expected) => {
    expect(isHttpAddress(text)).toBe(expected);
  });

  it.each([
    ['https://rates.example/?user=me', false],
    ['https://me@rates.example/', true],
    ['https://:secret@rates.example/', true],
    ['https://me:secret@rates.example/', true],
    ['dist/me:secret@here', false],
  ])('hasUserInfo (checks whether a URL has a user name or password) returns $1 for “$0”', (address, expected) => {
    expect(hasUserInfo(address)).toBe(expected);
  });

  it('publicAddress (makes a URL safe to publish) omits the user name, password, query and fragment', () => {
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
  ])('addressBelow (appends a path to a base URL) makes $2 from “$0” and “$1”', (base, path, expected) => {
    expect(addressBelow(base, path)).toBe(expected);
  });
});
