import type { BankQuote, OfficialReceipt } from '../../../api/explain/official-receipt.ts';
import { pastDay } from '../../../api/query/market-days.ts';
import { ratesOfYear } from '../../../api/query/banks/official-year.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import { officialYearFile } from '../../../api/query/source-files.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { crossRate } from '../../../money/cross-rate.ts';
import { inUnitOn } from '../../../money/currencies/unit-changes.ts';
import { directionOf } from '../../../money/quotation.ts';
import { round, shifted } from '../../../money/rounding/round.ts';
import { type Bank, type BankTable, maxPause } from '../../../sources/bank.ts';
import { plausibleMove } from '../../../validation/official/official-moves.ts';
import { markAround, type ValueScale } from './value-scale.ts';

/** A rate for as many units as the bank quotes. */
interface Compared {
  readonly date: IsoDate;
  readonly value: number;
}

/**
 * Each quote of a bank's receipt beside the quote before it and the market rate of its day. A quote without an earlier
 * one is left out. @throws {FileError}
 */
export async function scalesOfBank({ bank, quotes }: OfficialReceipt, site: PublishedSite): Promise<ValueScale[]> {
  const scales = await Promise.all(quotes.map((quote) => scaleOfQuote(quote, bank, site)));
  return scales.flatMap((scale) => scale ?? []);
}

async function scaleOfQuote(quote: BankQuote, bank: Bank, site: PublishedSite): Promise<ValueScale | undefined> {
  const [before, market] = await Promise.all([quoteBefore(quote, bank, site), marketRate(quote, bank, site)]);
  if (!before) return undefined;
  const { code, units, date } = quote;
  const move = plausibleMove(dayNumber(date) - dayNumber(before.date));
  const markOf = markAround(before.value);
  const isDirect = directionOf(bank.quotation, code) === 'direct';
  return {
    title: isDirect ? `${bank.base} per ${units} ${code}` : `${code} per 1 ${bank.base}`,
    marks: [
      markOf('source', 'As the bank published it', Number(quote.value)),
      markOf('before', `The bank on ${before.date}`, before.value),
      ...(market ? [markOf('witness', `Market on ${market.date}`, market.value)] : []),
    ],
    band: [before.value * (1 - move), before.value * (1 + move)],
    around: `the rate of ${before.date}`,
  };
}

/** The bank's last quote of the currency before a quote, in the currency's unit on the quote's day. */
async function quoteBefore(quote: BankQuote, bank: Bank, site: PublishedSite): Promise<Compared | undefined> {
  const { code, date, units } = quote;
  const table = bank.tables.find(({ key }) => quote.path.split('/').includes(key));
  if (!table) return undefined;
  const last = dateOfDay(dayNumber(date) - 1);
  for (const year of yearsBack(table, date)) {
    const { dates, columns } = ratesOfYear(
      await site.read(officialYearFile(table.key, year)),
      bank,
      [code],
      ...[dateOfDay(dayNumber(date) - maxPause(table)), last],
    );
    const rates = columns[0] ?? [];
    const index = rates.findLastIndex((rate) => !Number.isNaN(rate));
    const [of, rate] = [dates[index], rates[index]];
    if (of === undefined || rate === undefined) continue;
    return { date: of, value: inUnits(inUnitOn(date, { code, rate, of, quotation: bank.quotation }), units) };
  }
  return undefined;
}

/** The years in which the quote before a date can be: the latest first. */
function yearsBack(table: BankTable, date: IsoDate): string[] {
  const days = [1, maxPause(table)].map((back) => dateOfDay(dayNumber(date) - back));
  const years = days.filter((day) => day >= table.firstDay).map((day) => day.slice(0, 'YYYY'.length));
  return [...new Set(years)];
}

/** The market rate of the quote's day in the bank's quotation; undefined if the day isn't archived, or lacks it. */
async function marketRate({ code, date, units }: BankQuote, bank: Bank, site: PublishedSite) {
  const { base, quotation } = bank;
  const isToday = date === site.day.rate_as_of;
  const rates = isToday ? site.day.today.rates : (await pastDay(date, site, [code, base]))?.rates;
  const [ofBase, ofCode] = [rates?.get(base), rates?.get(code)];
  if (ofBase === undefined || ofCode === undefined) return undefined;
  const isDirect = directionOf(quotation, code) === 'direct';
  const rate = isDirect ? crossRate(ofCode, ofBase) : crossRate(ofBase, ofCode);
  // The digits of a daily rate, not those of a division.
  return { date, value: inUnits(round(rate, MARKET_DIGITS), units) };
}

const MARKET_DIGITS = 8;

const inUnits = (rate: number, units: number) => shifted(rate, String(units).length - 1);
