import { MAX_DAYS_BACK, type PastDay } from '../../../money/past-rates.ts';
import { dateOfDay, dayNumber, type IsoDate } from '../../../money/calendar.ts';
import { isArchived, marketDays, pastDay } from '../../../api/query/market-days.ts';
import type { PublishedSite } from '../../../api/query/site.ts';
import type { RateReceipt } from '../../../api/explain/rate-receipt.ts';
import type { VolatilityClass } from '../../../money/currencies/catalogue.ts';
import { find } from '../../frame/elements.ts';
import { FileError } from '../../../text/site-problem.ts';
import type { Neighbors } from './value-scale.ts';

/** Reads what the values of a receipt are compared with. @throws {FileError} */
export async function readNeighbors(receipt: RateReceipt, site: PublishedSite): Promise<Neighbors> {
  const { date, isNewest, sides } = receipt;
  const codes = sides.map(({ code }) => code);
  const today = isNewest ? site.day.today : await pastDay(date, site, codes);
  return {
    before: await dayBefore(date, codes, site),
    volatilities: volatilities(),
    rates: today?.rates ?? new Map<string, number>(),
    comparisons: sides.flatMap(({ code, validation }) => {
      if (!validation || validation instanceof FileError) return [];
      return validation.witnesses.disputed.filter((dispute) => dispute.code === code);
    }),
  };
}

async function dayBefore(date: IsoDate, codes: readonly string[], site: PublishedSite): Promise<PastDay | undefined> {
  const days = await marketDays(site);
  for (let back = 1; back <= MAX_DAYS_BACK; back++) {
    const earlier = dateOfDay(dayNumber(date) - back);
    if (isArchived(earlier, days)) return (await pastDay(earlier, site, codes)) ?? undefined;
  }
  return undefined;
}

/** How much each currency moves. The page has it as data, because the catalogue is too large for its script. */
function volatilities(): ReadonlyMap<string, VolatilityClass> {
  const { dataset } = find('picture', HTMLElement);
  return new Map(
    Object.entries(dataset).flatMap(([name, codes = '']) =>
      codes.split(' ').map((code) => [code, name as VolatilityClass] as const),
    ),
  );
}
