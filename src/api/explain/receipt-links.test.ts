import type { Instant } from '../../money/calendar.ts';
import { describe, expect, it } from 'vitest';
import type { DatedConversion } from '../endpoints/convert-on-date.schema.ts';
import { ApiError } from '../error.ts';
import { readToday } from '../query/market-files.ts';
import { recordedDocuments, served } from '../../testing/sites/served.ts';
import { findReceipt, NotArchivedError, type RateReceipt } from './rate-receipt.ts';
import { parseReceiptQuery, requestOf } from './receipt-query.ts';
import { siteOver } from './site-over.ts';
import { LoadError } from './unreadable.ts';

const files = new Map(recordedDocuments.map(({ path, body }) => [path, body]));

const now: Instant = '2026-09-30T12:00:00.000Z';
const api = served(recordedDocuments, { now: () => now });
const day = await readToday((path) => Promise.resolve(files.get(path) ?? expect.fail(path)));

/** What a receipt says about the API's response, and why it isn't possible. */
async function receiptSays(search: string) {
  const readText = (path: string) => {
    const text = files.get(path);
    return text === undefined ? Promise.reject(LoadError.missing(path)) : Promise.resolve(text);
  };
  try {
    const receipt = await findReceipt(requestOf(parseReceiptQuery(search)), siteOver(day, now, readText), true);
    const answer = receipt.rate ?? receipt.inItsPlace;
    const pair = [receipt.from, receipt.to];
    return { pair, answer: said(answer), hasReceipt: true };
  } catch (error) {
    if (error instanceof ApiError) return { answer: error.message, hasReceipt: false, reason: undefined };
    if (!(error instanceof NotArchivedError)) throw error;
    const { answer, reason } = error;
    return { answer: said(answer), hasReceipt: false, reason };
  }
}

const said = (answer: RateReceipt['inItsPlace']) =>
  answer instanceof Error ? answer.message : answer && [answer.rate, answer.asOf];

async function apiSays(search: string) {
  const [status, body] = await api.answer(`/api/v1/convert${search}`);
  if (status !== 200) return (body as { error: string }).error;
  const { rate, rate_as_of } = body as DatedConversion;
  return [rate, rate_as_of];
}

describe('rate receipt of a link', () => {
  const none = (reason?: string) => ({ hasReceipt: false, reason });
  const shown = (...pair: readonly [string, string]) => ({ hasReceipt: true, pair });

  it.each([
    ['?from=EUR&to=JPY', shown('EUR', 'JPY')],
    ['?from=eur&to=jpy&date=2026-09-29', shown('EUR', 'JPY')],
    ['?from=EUR&to=JPY&date=2025-12-07', shown('EUR', 'JPY')],
    ['?from=EUR&to=EUR', shown('EUR', 'EUR')],
    ['?from=USD&to=USD&date=2025-12-07', shown('USD', 'USD')],
    ['?from=GBX&to=USD', shown('GBX', 'USD')],
    ['?from=GBp&to=EUR&date=2025-12-07', shown('GBX', 'EUR')],
    ['?from=USD&to=ZAc', shown('USD', 'ZAC')],
    ['?from=GBP&to=GBp', shown('GBP', 'GBX')],
    ['?from=SYP&to=USD', shown('SYP', 'USD')],
    ['?from=SYP&to=USD&date=2026-09-29', shown('SYP', 'USD')],
    ['?from=USD&to=SYP&date=2026-07-20', shown('USD', 'SYP')],
    ['?from=USD&to=MNT&date=2025-11-01', shown('USD', 'MNT')],
    ['?from=EUR&to=XYZ', none()],
    ['?from=HRK&to=USD', none()],
    ['?from=EUR&to=BGN&date=2025-12-30', none()],
    ['?from=%3Cimg%20src%3Dx%3E&to=__proto__', none()],
    ['?from=EUR&to=JPY&date=2026-02-29', none()],
    ['?from=EUR&to=JPY&date=../../SHA256SUMS', none()],
    ['?from=EUR&to=JPY&date=1998-12-31', none()],
    ['?from=EUR&to=JPY&date=2024-02-29', none()],
    ['?from=EUR&to=JPY&date=2026-10-01', none('The newest dataset is from 2026-09-29.')],
    ['?from=EUR&to=JPY&date=2999-01-01', none()],
    ['?from=EUR&to=JPY&date=2025-12-10', none('The source never published a dataset for 2025-12-10.')],
    ['?from=EUR&to=JPY&date=2024-03-12', none('This site’s archive doesn’t have the dataset of 2024-03-12 yet.')],
    ['?from=XYZ&to=JPY&date=2025-12-10', none()],
  ])('has the API’s rate or error (%s)', async (search, expected) => {
    const receipt = await receiptSays(search);
    expect(receipt).toMatchObject(expected);
    expect(receipt.answer).toEqual(await apiSays(search));
  });
});
