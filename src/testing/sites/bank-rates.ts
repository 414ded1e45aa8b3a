import { type Official, undoubted } from '../../archive/official-rates.ts';
import { dayNumber } from '../../money/calendar.ts';
import { requestsOf } from '../../download/banks/requests/requests.ts';
import { histories, type TableKey } from '../data/bank-history.ts';
import { responses } from '../servers/bank-responses.ts';

/** The rates of the fake banks' tables from one day to another. */
export function fakeOfficial(keys: readonly TableKey[], first: string, last: string): Official {
  return new Map(
    keys.map((key) => {
      const history = histories[key];
      const days = Array.from(
        { length: dayNumber(last) - dayNumber(first) + 1 },
        (_, index) => dayNumber(first) + index,
      );
      const body = responses[key].body(
        history,
        days.filter((day) => history.fixedOn(day) !== null),
      );
      return [key, undoubted(requestsOf(key).parse(body).days)];
    }),
  );
}
