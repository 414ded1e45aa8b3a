import type { IsoDate } from '../../money/calendar.ts';
import { noRatesYet, type Official } from '../../archive/official-rates.ts';
import { type Bank, type BankTable, needsConfirmation } from '../../sources/bank.ts';
import { requests } from '../../download/banks/requests.ts';
import { updateBank } from '../../download/banks/update-bank.ts';
import { noMarket } from '../data/no-market.ts';
import { type FakeBanks, fakedBanks } from './fake-banks.ts';

/** Returns a function that returns a bank whose rates begin on a day, as those of fake banks with this first day. */
export function startingOn(firstDay: IsoDate): (bank: Bank) => Bank {
  const later = (table: BankTable) => ({ ...table, firstDay: table.firstDay > firstDay ? table.firstDay : firstDay });
  return ({ tables: [first, ...others], ...bank }) => ({ ...bank, tables: [later(first), ...others.map(later)] });
}

/**
 * The rates of banks, updated until every past day is known.
 *
 * @throws {Error} if a response is unusable
 */
export async function completeRates(fakes: FakeBanks, banks: readonly Bank[] = fakedBanks): Promise<Official> {
  const { url: address, now } = fakes;
  // On a busy machine, the server may close a connection that was idle for long.
  const limits = { tries: 3, timeout: 30_000, backOff: 1 };
  const complete = async (bank: Bank, others: Official) => {
    const isComplete = (official: Official) =>
      bank.tables.every(({ key, firstDay }) => official.get(key)?.asked_from === firstDay);
    let official: Official = new Map();
    while (!isComplete(official)) {
      official = await updateBank(bank, new Map([...others, ...official]), {
        address,
        requests,
        now,
        market: noMarket,
        limits,
      });
      const { problem } =
        bank.tables.map(({ key }) => official.get(key) ?? noRatesYet).find((each) => each.problem) ?? {};
      if (problem) throw new Error(`${bank.key}: ${problem}`);
    }
    return [...official];
  };
  const completed = async (banks: readonly Bank[], others: Official = new Map()) =>
    new Map((await Promise.all(banks.map((bank) => complete(bank, others)))).flat());
  const others = await completed(banks.filter((bank) => !needsConfirmation(bank)));
  return new Map([...others, ...(await completed(banks.filter(needsConfirmation), others))]);
}
