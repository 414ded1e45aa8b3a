import { describe, expect, it } from 'vitest';
import { UsageError } from '../terminal/command.ts';
import { assertIndependentWitnesses, type OwnPlaces } from './independent-witnesses.ts';

const check = (witness: string, own: OwnPlaces) => () => {
  assertIndependentWitnesses(['https://api.frankfurter.dev/v2/rates', witness], own);
};

describe('assertIndependentWitnesses (rejects a witness that is the site itself or its source)', () => {
  it.each<[string, OwnPlaces]>([
    ['https://rates.example/api/v1/rates', { sites: [undefined, 'http://rates.example'] }],
    ['https://RATES.example:443/', { sites: ['https://rates.example'] }],
    ['https://rates.example./', { sites: ['https://rates.example'] }],
    ['http://127.0.0.1:8080/', { sites: ['http://127.0.0.1:8080'] }],
    ['https://rates.pages.dev/', { sites: [], projectHost: 'rates.pages.dev' }],
    ['https://a1b2c3.rates.pages.dev/', { sites: [], projectHost: 'rates.pages.dev' }],
  ])('rejects the witness %s if the site’s URLs are %j', (witness, own) => {
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

  it.each<[string, OwnPlaces]>([
    ['https://api.rates.example/', { sites: ['https://rates.example'] }],
    ['http://127.0.0.1:8081/', { sites: ['http://127.0.0.1:8080'] }],
    ['https://rates.example/', { sites: ['rates.example', 'dist', undefined] }],
    ['https://other-rates.pages.dev/', { sites: [], projectHost: 'rates.pages.dev' }],
    ['https://rates.pages.dev/', { sites: [] }],
  ])('accepts the witness %s if the site’s URLs are %j', (witness, own) => {
    expect(check(witness, own)).not.toThrow();
  });
});
