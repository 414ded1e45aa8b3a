import { expect, it, vi } from 'vitest';
import { type ErrorCode, unversionedErrorSchema } from '../api/error.schema.ts';
import { served } from '../testing/sites/served.ts';

/** For each code, its status, and requests below `/api/v1` whose response has the code. */
const requests: Readonly<Record<ErrorCode, readonly [status: number, ...paths: string[]]>> = {
  missing_parameter: [400, 'convert?from=EUR', 'history', 'history.csv?to=&from=EUR'],
  unsupported_parameter: [400, 'rates/eur?base=USD', 'convert?from=EUR&to=USD&Date=2026-09-01', 'rates/eur?x=1'],
  repeated_parameter: [400, 'convert?from=EUR&to=USD&date=2026-09-01&date=2026-09-02'],
  parameters_apart: [400, 'convert?from=EUR&to=USD&date=2026-09-03&before=2026-09-03'],
  invalid_amount: [400, 'convert?from=EUR&to=USD&amount=ten'],
  amount_out_of_range: [400, 'convert?from=EUR&to=USD&amount=1e400', 'convert?from=BTC&to=IRR&amount=1e300'],
  invalid_date: [400, 'rates/2026-02-30', 'convert?from=EUR&to=USD&date=x', 'history?from=EUR&to=USD&end=2026'],
  date_out_of_range: [
    400,
    ...['rates/1999-01-01', 'rates/2999-01-01', 'convert?from=EUR&to=USD&date=2026-10-20'],
    ...['history?from=EUR&to=USD&start=2999-01-01', 'rates/1998-12-31?source=ecb'],
  ],
  inverted_range: [400, 'history?from=EUR&to=USD&start=2025-06-03&end=2025-06-02'],
  invalid_every: [400, 'history?from=EUR&to=USD&every=hour'],
  invalid_value: [400, 'history?from=EUR&to=USD&value=max'],
  invalid_source: [400, 'convert?from=EUR&to=USD&source=boe'],
  invalid_rule: [400, 'convert?from=EUR&to=PLN&date=2026-03-05&rule=x', 'convert?from=USD&to=EUR&rule=de-vat'],
  rule_not_applicable: [
    400,
    ...['convert?from=EUR&to=PLN&date=2026-03-05&rule=se-vat', 'convert?from=USD&to=EUR&date=2021-06-30&rule=eu-oss'],
  ],
  not_published_yet: [
    400,
    ...['convert?from=USD&to=EUR&date=2026-06-30&rule=eu-oss', 'convert?from=USD&to=SEK&date=2999-01-01&rule=se-vat'],
  ],
  unsupported_average: [400, 'history?from=EUR&to=USD&value=mean', 'history?from=EUR&to=USD&every=week&value=mean'],
  unsupported_currency: [
    400,
    ...['convert?from=EUR&to=XYZ', 'convert?from=EUR&to=%22', 'rates/xyz', 'rates/2025-06-03?base=XYZ'],
    ...['history?from=EUR&to=XYZ', 'rates/eur?symbols=USD,'],
  ],
  no_rate_today: [400, 'convert?from=EUR&to=SYP', 'rates/syp', 'rates/eur?symbols=SYP'],
  no_rate_near_date: [400, 'rates/2026-09-29?symbols=SYP', 'convert?from=EUR&to=USD&date=2025-05-20'],
  no_rate_in_range: [400, 'history?from=EUR&to=SYP&start=2026-09-01'],
  currency_not_in_source: [
    400,
    // The message of the second error also says which source has the rate.
    ...['convert?from=EUR&to=XYZ&source=ecb', 'rates/aed?source=ecb', 'history?from=EUR&to=AED&source=ecb'],
  ],
  url_too_long: [400, `convert?from=${'x'.repeat(2000)}`],
  not_found: [404, '', 'nowhere', 'rates/2026-09-30.json', 'rates/eur/x', 'convert/'],
  method_not_allowed: [405, 'convert?from=EUR&to=USD'],
  rates_unavailable: [500, 'convert?from=EUR&to=USD'],
};

/** A site without files, and other methods, for the codes that need them. */
const sites: Partial<Record<ErrorCode, ReturnType<typeof served>>> = { rates_unavailable: served([]) };
const methods: Partial<Record<ErrorCode, string>> = { method_not_allowed: 'POST' };
const site = served();
const rows = Object.entries(requests) as [ErrorCode, (typeof requests)[ErrorCode]][];

it.each(rows)('error below /api/v1 > has the code %s for its cause', async (code, [status, ...paths]) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  for (const path of paths) {
    const answer = (sites[code] ?? site).answer(`/api/v1/${path}`, { method: methods[code] ?? 'GET' });
    expect([path, await answer]).toEqual([
      path,
      [status, { success: false, code, error: expect.any(String) as string }],
    ]);
  }
  log.mockRestore();
});

it.each([
  [400, '/api/convert?from=EUR&to=XYZ'],
  [400, '/api/rates/usdeur'],
  [400, '/api/historical?period=2y'],
  [404, '/api/nowhere'],
  [404, '/api/v10/rates'],
  [404, '/nowhere'],
])('error outside /api/v1 > has only the fields success and error: %i %s', async (status, path) => {
  const [actual, body] = await site.answer(path);
  expect([actual, unversionedErrorSchema.safeParse(body).error]).toEqual([status, undefined]);
});
