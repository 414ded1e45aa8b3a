import { describe, expect, it } from 'vitest';
import { UsageError } from '../terminal/command.ts';
import { assertIndependentWitnesses, type OwnPlaces } from './independent-witnesses.ts';

const check = (witness: string, own: OwnPlaces) => () => {
  assertIndependentWitnesses(['https://api.frankfurter.dev/v2/rates', witness], own);
};

describe('assertIndependentWitnesses (rejects a witness that copies the site or the source)', () => {
  it.each<[string, string, OwnPlaces]>([
    [
      'the site’s host, with https: in place of http:',
      'https://rates.example/api/v1/rates',
      { sites: [undefined, 'http://rates.example'] },
    ],
    [
      'the site’s host, written in capital letters and with the default port',
      'https://RATES.example:443/',
      { sites: ['https://rates.example'] },
    ],
    ['the site’s host, written with a final dot', 'https://rates.example./', { sites: ['https://rates.example'] }],
    ['the site’s IP address and port', 'http://127.0.0.1:8080/', { sites: ['http://127.0.0.1:8080'] }],
    [
      'the host of the site’s Cloudflare Pages project',
      'https://rates.pages.dev/',
      { sites: [], projectHost: 'rates.pages.dev' },
    ],
    [
      'the subdomain of a deployment of the site’s Cloudflare Pages project',
      'https://a1b2c3.rates.pages.dev/',
      { sites: [], projectHost: 'rates.pages.dev' },
    ],
  ])('rejects a witness on %s', (_, witness, own) => {
    expect(check(witness, own)).toThrow(UsageError);
    expect(check(witness, own)).toThrow(
      /^--witness: \S+ serves this site itself, so it isn’t independent\. Use a source that doesn’t copy the dataset\.$/,
    );
  });

  it('rejects a witness on the host of the source', () => {
    const source = { name: 'Bank', url: 'https://bank.example/', license: 'CC0-1.0' };
    const own = { sites: [], source, mirrors: ['https://bank.example/latest'] };
    expect(check('https://bank.example/witness', own)).toThrow('bank.example is the source Bank itself');
    expect(check('https://other.example/', own)).not.toThrow();
  });

  it.each<[string, string, OwnPlaces]>([
    ['a subdomain of the site’s host', 'https://api.rates.example/', { sites: ['https://rates.example'] }],
    ['the site’s IP address with a different port', 'http://127.0.0.1:8081/', { sites: ['http://127.0.0.1:8080'] }],
    [
      'a host with the same name as the site’s folder',
      'https://rates.example/',
      { sites: ['rates.example', 'dist', undefined] },
    ],
    [
      'the host of a different Cloudflare Pages project',
      'https://other-rates.pages.dev/',
      { sites: [], projectHost: 'rates.pages.dev' },
    ],
    ['a host below pages.dev if the site has no Cloudflare Pages project', 'https://rates.pages.dev/', { sites: [] }],
  ])('accepts a witness on %s', (_, witness, own) => {
    expect(check(witness, own)).not.toThrow();
  });
});
