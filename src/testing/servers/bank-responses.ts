import iso4217 from 'currency-codes';
import { brazilianRates } from './brazilian-rates.ts';
import { georgianList, moldovanList } from './daily-lists.ts';
import { icelandicGroup } from './icelandic-group.ts';
import { dateOfDay, dayNumber, isDate, type IsoDate, isWeekend } from '../../money/calendar.ts';
import { present } from '../../text/present.ts';
import { americanSeriesOf } from '../data/american-series.ts';
import { hungarianResponse, labelsOf } from '../data/bank-bodies.ts';
import {
  amendmentAfter,
  histories,
  type History,
  listingsOn,
  quarterEnd,
  referenceOn,
  type TableKey,
  withoutZeros,
} from '../data/bank-history.ts';

/** How a bank's server responds to requests for a table. */
export interface Responses {
  /**
   * Matches the path with the query, followed by the body of a POST. Its groups are the first and the last day, or the
   * first day, or a year, or nothing for all days.
   */
  readonly path: RegExp;
  readonly type: string;
  /** If the response is a zip, the name of the file in it. */
  readonly inZip?: string;
  /** @default Infinity */
  readonly maxDays?: number;
  /** Whether the server refuses a range that doesn't begin and end on days with rates. */
  readonly hasKnownBounds?: boolean;
  /** The body for a range without days, with status 404. Otherwise, it's a normal body. */
  readonly empty?: string;
  /** Whether a response has only the list in force on a day: the last published list up to it. */
  readonly isInForce?: boolean;
  /**
   * The body with some days, ascending.
   * @param groups what the path has in the groups of its pattern
   * @param begin the server's first day; by default, the first of these days
   */
  readonly body: (history: History, days: readonly number[], groups: readonly string[], begin?: number) => string;
}

/** The same responses have both sides. */
const brazilian: Responses = {
  path: /^\/olinda\/servico\/PTAX\/versao\/v1\/odata\/CotacaoMoedaPeriodo\(.*\)\?@dataInicial=%27([\d-]{10})%27&@dataFinalCotacao=%27([\d-]{10})%27&@moeda=%27([A-Z]{3})%27&.*eq%20%27Fechamento%27/,
  type: 'application/json',
  body: (_, days, [, , code = '']) => brazilianRates(code, days),
};

export const responses: Record<TableKey, Responses> = {
  ecb: {
    path: /^\/stats\/eurofxref\/eurofxref-hist\.zip$/,
    type: 'application/zip',
    inZip: 'eurofxref-hist.csv',
    body: (history, days) => {
      const lines = days.toReversed().map((day) => {
        const listed = new Set(listingsOn(history, day));
        const cells = history.listings.map((one) => `${(listed.has(one) ? one.valueOn(day) : null) ?? 'N/A'},`);
        return `${dateOfDay(day)},${cells.join('')}\n`;
      });
      return `Date,${history.listings.map(({ code }) => `${code},`).join('')}\n${lines.join('')}`;
    },
  },
  nbp: polish('A'),
  'nbp-b': polish('B'),
  cnb: {
    path: /^\/cnbapi\/exrates\/daily-year\?year=(\d{4})&lang=EN$/,
    type: 'application/json',
    body: (history, days) => {
      const rates = days.flatMap((day) => {
        const date = dateOfDay(day);
        return listingsOn(history, day).map(
          ({ code, units, valueOn }) =>
            `{"currencyCode":"${code}","amount":${units},"validFor":"${date}","rate":${valueOn(day)}}`,
        );
      });
      return `{"rates":[${rates.join(',')}]}`;
    },
  },
  'norges-bank': {
    path: /^\/api\/data\/EXR\/B\.\.NOK\.SP\?format=csvdata&startPeriod=([\d-]{10})&endPeriod=([\d-]{10})$/,
    type: 'text/csv',
    empty: 'No data for data query against the dataflow: EXR',
    body: ({ listings }, days) => {
      const lines = listings.flatMap(({ code, units, decimals, first, last, valueOn }) => {
        const isCalculated = ['XDR', 'TWI', 'I44'].includes(code);
        const series = `B,${code},NOK,SP,${decimals},${isCalculated},${Math.log10(units)},C`;
        return days
          .filter((day) => first <= day && day <= last)
          .map((day) => `${series},${dateOfDay(day)},${valueOn(day) ?? ''}\n`);
      });
      const header = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE\n';
      return `${header}${lines.join('')}`;
    },
  },
  nbu: {
    path: /^\/NBU_Exchange\/exchange_site\?start=(\d{8})&end=(\d{8})&sort=exchangedate&order=asc&json=?$/,
    type: 'application/json; charset=utf-8',
    body: (history, days) => `[\r\n${days.flatMap((day) => ukrainianRecords(history, day)).join(',')}]\r\n`,
  },
  'fed-h10': {
    path: /^\/releases\/h10\/data\/FRB_h10_xml\.zip$/,
    type: 'application/zip',
    inZip: 'H10_data.xml',
    body: americanXml,
  },
  'danmarks-nationalbank': {
    path: /^\/v1\/data\{"table":"DNVALD","format":"BULK","lang":"en","valuePresentation":"Code","variables":\[\{"code":"VALUTA","values":\["\*"\]\},\{"code":"KURTYP","values":\["KBH"\]\},\{"code":"Tid","values":\[">=(\d{4}M\d\dD\d\d)(?:<=(\d{4}M\d\dD\d\d))?"\]\}\]\}$/,
    type: 'text/csv',
    hasKnownBounds: true,
    body: danishCsv,
  },
  nbm: {
    path: /^\/en\/official_exchange_rates\?get_xml=1&date=(\d\d\.\d\d\.\d{4})$/,
    type: 'application/xml; charset=utf-8',
    isInForce: true,
    body: (history, [day], [date = '']) => moldovanList(history, day, isoDate(date)),
  },
  nbg: {
    path: /^\/gw\/api\/ct\/monetarypolicy\/currencies\/\?date=([\d-]{10})$/,
    type: 'application/json; charset=utf-8',
    isInForce: true,
    body: (history, [day]) => georgianList(history, day),
  },
  sedlabanki: icelandic(9),
  'sedlabanki-7': icelandic(7),
  'bcb-buy': brazilian,
  'bcb-sell': brazilian,
  bnr: {
    path: /^\/files\/xml\/years\/nbrfxrates(\d{4})\.xml$/,
    type: 'text/xml',
    body: (history, days) => {
      const cubes = days.map((day) => {
        const rates = listingsOn(history, day).map(({ code, units, valueOn }) => {
          const multiplier = units === 1 ? '' : ` multiplier="${units}"`;
          return `<Rate currency="${code}"${multiplier}>${valueOn(day)}</Rate>`;
        });
        return `<Cube date="${dateOfDay(day)}">${rates.join('')}</Cube>`;
      });
      // The namespace of the years up to 2025 has another protocol.
      const protocol = dateOfDay(days[0] ?? Infinity) < '2026' ? 'http' : 'https';
      return (
        `<?xml version="1.0" encoding="utf-8"?>\n<DataSet xmlns="${protocol}://www.bnr.ro/xsd"><Header><Publisher>` +
        'National Bank of Romania</Publisher></Header><Body><Subject>Reference rates</Subject>' +
        `<OrigCurrency>RON</OrigCurrency>${cubes.join('')}</Body></DataSet>`
      );
    },
  },
  mnb: {
    path: /^\/arfolyamok\.asmx<\?xml .*<startDate>([\d-]{10})<\/startDate><endDate>([\d-]{10})<\/endDate><currencyNames>([A-Z,]+)</,
    type: 'text/xml; charset=utf-8',
    maxDays: 365,
    body: hungarianXml,
  },
  banrep: {
    path: /^\/resource\/32sa-8pi3\.json\?\$where=vigenciadesde%3E=%27([\d-]{10})T.*vigenciadesde%3C=%27([\d-]{10})T.*&\$limit=50000$/,
    type: 'application/json;charset=utf-8',
    body: (history, days) => `[${colombianRows(history, days).join('\n,')}]\n`,
  },
  'us-treasury': {
    path: /^\/services\/api\/fiscal_service\/v1\/accounting\/od\/rates_of_exchange\?.*gte:([\d-]{10}),record_date:lte:([\d-]{10})&.*=10000$/,
    type: 'application/json',
    body: (history, days, _, begin) => {
      const rows = days.flatMap((day) => treasuryRows(history, day, days, begin));
      return `{"data":[${rows.join(',')}],"meta":{"count":${rows.length},"total-count":${rows.length},"total-pages":1}}`;
    },
  },
};

/** The CSV isn't sorted, and has the days once for some currencies and once for the others. */
function danishCsv(history: History, days: readonly number[]): string {
  const half = Math.ceil(history.listings.length / 2);
  const blocks = [history.listings.slice(half), history.listings.slice(0, half)];
  const lines = blocks.flatMap((listings) =>
    days.toReversed().flatMap((day) =>
      listings.map(({ code, first, last, valueOn }) => {
        const value = first <= day && day <= last ? valueOn(day) : null;
        return `${code};KBH;${dateOfDay(day).replace(/-(..)-(..)/, 'M$1D$2')};${value ?? '..'}\r\n`;
      }),
    ),
  );
  return `\uFEFFVALUTA;KURTYP;TID;INDHOLD\r\n${lines.join('')}`;
}

/** The newest day comes first. Some days have more decimals than others. A response has only the named currencies. */
function hungarianXml(history: History, days: readonly number[], [, , names = '']: readonly string[]): string {
  const named = new Set(names.split(','));
  const written = days.toReversed().map((day) => {
    const zeros = day % 3 === 0 ? '000' : '';
    const listed = listingsOn(history, day).filter(({ code }) => named.has(code));
    const rates = listed.map(
      ({ code, units, valueOn }) =>
        `<Rate unit="${units}" curr="${code}">${valueOn(day)?.replace('.', ',')}${zeros}</Rate>`,
    );
    return `<Day date="${dateOfDay(day)}">${rates.join('')}</Day>`;
  });
  return hungarianResponse(written);
}

/** The XML has the weekdays without trade, too, monthly values, an index and the bolívar. */
function americanXml({ listings }: History, days: readonly number[]): string {
  const [begin, end] = [days[0] ?? 0, days.at(-1) ?? -1];
  const open = new Set(days);
  const weekdays = Array.from({ length: end - begin + 1 }, (_, index) => begin + index).filter(
    (day) => !isWeekend(day),
  );
  const series = (
    name: string,
    code: string,
    frequency: number,
    obs: readonly (readonly [day: number, value: string | null])[],
  ) => {
    const values = obs.map(([day, value]) => {
      const status = value === null ? 'ND' : 'A';
      return `<frb:Obs OBS_STATUS="${status}" OBS_VALUE="${value ?? '-9999'}" TIME_PERIOD="${dateOfDay(day)}" />\n`;
    });
    const attributes = `CURRENCY="${code}" FREQ="${frequency}" FX="${code}" SERIES_NAME="${name}" UNIT="Currency" UNIT_MULT="1"`;
    return `<kf:Series ${attributes}>\n${values.join('')}</kf:Series>\n`;
  };
  const daily = listings.map(({ code, first, last, valueOn }) => {
    const listed = weekdays.filter((day) => first <= day && day <= last);
    return series(
      americanSeriesOf(code),
      code,
      9,
      listed.map((day) => [day, open.has(day) ? valueOn(day) : null]),
    );
  });
  const others = [
    series(
      'RXI_N.B.VES',
      'VEB',
      9,
      weekdays.map((day) => [day, '864.3948']),
    ),
    series(
      'RXI_N.M.JA',
      'JPY',
      129,
      days.slice(-1).map((day) => [day, '1.0000']),
    ),
    series(
      'JRXWTFB_N.B',
      'NA',
      9,
      weekdays.slice(-5).map((day) => [day, '121.5432']),
    ),
  ];
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
    '<message:MessageGroup xmlns:message="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" ' +
    'xmlns:frb="http://www.federalreserve.gov/structure/compact/common">\n' +
    '<frb:DataSet id="H10" xmlns:kf="http://www.federalreserve.gov/structure/compact/H10_H10">\n' +
    `${daily.join('')}${others.join('')}</frb:DataSet>\n</message:MessageGroup>\n`
  );
}

function icelandic(group: 9 | 7): Responses {
  return {
    path: new RegExp(
      `^/xmltimeseries/Default\\.aspx\\?DagsFra=([\\d-]{10})&DagsTil=([\\d-]{10})&GroupID=${group}&Type=xml$`,
    ),
    type: 'text/xml; charset=utf-8',
    maxDays: 366,
    body: (history, days) => icelandicGroup(group, history, days),
  };
}

/** The last day of a range without an end. */
export const ALWAYS = '9999-12-31';

/** The first and the last day of a request. */
function rangeOf({ path: pattern, isInForce }: Responses, path: string): [first: IsoDate, last: IsoDate] {
  const [, first, last] = pattern.exec(path) ?? [];
  if (first === undefined) return ['1900-01-01', ALWAYS];
  if (/^\d{4}$/.test(first)) return [`${first}-01-01` as IsoDate, `${first}-12-31` as IsoDate];
  if (last === undefined) return [isoDate(first), isInForce ? isoDate(first) : ALWAYS];
  return [isoDate(first), isoDate(last)];
}

/** A date in the order of its bank. */
function isoDate(text: string): IsoDate {
  const iso = text
    .replace(/^(\d{4})M?(\d\d)D?(\d\d)$/, '$1-$2-$3')
    .replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1')
    .replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$1-$2');
  if (!isDate(iso)) throw new RangeError(`${text} isn't a date`);
  return iso;
}

/** A holiday and a weekend are shorter. */
const MAX_DAYS_IN_FORCE = 14;

/** What a server has published. */
interface Published {
  /** The server's first day. */
  readonly begin: number;
  /** The newest published day. */
  readonly newest: number;
  /** The published days with rates in a range. */
  readonly daysOf: (first: IsoDate, last: IsoDate) => readonly number[];
}

/** A server's response to a request. @param path with the request's body, if it has one */
export function responseTo(
  table: TableKey,
  path: string,
  { begin, newest, daysOf }: Published,
): { readonly status: number; readonly type: string; readonly body: string } {
  const { path: pattern, type, maxDays = Infinity, hasKnownBounds, empty, isInForce, body } = responses[table];
  const [first, last] = rangeOf(responses[table], path);
  const length = dayNumber(last) - dayNumber(first) + 1;
  const isKnown = (date: IsoDate) =>
    date === ALWAYS || (dayNumber(date) <= newest && histories[table].fixedOn(dayNumber(date)) !== null);
  const isRefused = hasKnownBounds && !(isKnown(first) && isKnown(last));
  if (isRefused || !(length >= 1 && length <= maxDays))
    return { status: 400, type: 'text/plain', body: '400 BadRequest' };
  const days = isInForce
    ? daysOf(dateOfDay(dayNumber(first) - MAX_DAYS_IN_FORCE), last).slice(-1)
    : daysOf(first, last);
  if (days.length === 0 && empty !== undefined) return { status: 404, type: 'text/plain', body: empty };
  const [, ...groups] = pattern.exec(path) ?? [];
  return { status: 200, type, body: body(histories[table], days, groups, begin) };
}

/** The rows that begin on a day: a list, or the amendment of a list that the server has and that is asked for, too. */
function treasuryRows(history: History, day: number, days: readonly number[], begin = days[0] ?? day): string[] {
  const end = quarterEnd(day);
  const isList = end === day || end < begin;
  if (!isList && !days.includes(end)) return [];
  const listed = listingsOn(history, day).filter(({ code }) => isList || code === amendmentAfter(end)?.code);
  const rowOf = (label: string, value: string | null) =>
    `{"record_date":"${dateOfDay(isList ? day : end)}","effective_date":"${dateOfDay(day)}",` +
    `"country_currency_desc":${JSON.stringify(label)},"exchange_rate":"${value}"}`;
  const rows = listed.flatMap(({ code, valueOn }) => {
    // An amendment of a currency with several labels has one of them.
    const labels = labelsOf(code).slice(0, isList ? Infinity : 1);
    return labels.map((label) => rowOf(label, valueOn(day)));
  });
  return isList ? [...rows, rowOf('Ecuador-Dolares', '1.0'), rowOf('Cross Border-Euro', '0.5')] : rows;
}

/** The rates that begin on one of these days, each with all days for which it's valid, even if these aren't asked for. */
function colombianRows({ fixedOn, listings: [dollar] }: History, days: readonly number[]): string[] {
  return days.map((first) => {
    let last = first;
    while (fixedOn(last + 1) === null) last++;
    const value = present(dollar?.valueOn(fixedOn(first) ?? first), 'rate of USD');
    const [from, until] = [first, last].map((day) => `${dateOfDay(day)}T00:00:00.000`);
    return `{"valor":"${value}","unidad":"COP","vigenciadesde":"${from}","vigenciahasta":"${until}"}`;
  });
}

function polish(letter: string): Responses {
  return {
    path: new RegExp(`^/api/exchangerates/tables/${letter}/([\\d-]{10})/([\\d-]{10})/\\?format=json$`),
    type: 'application/json; charset=utf-8',
    maxDays: 93,
    empty: '404 NotFound - Not Found - Brak danych',
    body: (history, days) => {
      const tables = days.map((day) => {
        const rates = listingsOn(history, day).map(
          ({ code, valueOn }) => `{"currency":${nameIn('pl', code)},"code":"${code}","mid":${valueOn(day)}}`,
        );
        const no = referenceOn(history, day);
        return `{"table":"${letter}","no":"${no}","effectiveDate":"${dateOfDay(day)}","rates":[${rates.join(',')}]}`;
      });
      return `[${tables.join(',')}]`;
    },
  };
}

function ukrainianRecords(history: History, day: number): string[] {
  const fixed = present(history.fixedOn(day), `rates of day ${day}`);
  const date = `"exchangedate":"${dotted(day)}"`;
  const calculated = `"calcdate":"${dotted(history.fixedOn(fixed - 1) ?? fixed)}"`;
  return listingsOn(history, fixed).map(({ code, units, valueOn }) => {
    const rate = present(valueOn(fixed), `rate of ${code}`);
    const perUnit = units === 1 ? rate : withoutZeros((Number(rate) / units).toFixed(8), 0);
    const special = code === 'USD' ? '"N"' : 'null';
    return (
      `{ \r\n${date},${ukrainianNames(code)},"rate":${rate},"units":${units},"rate_per_unit":${perUnit},` +
      `"group":"${metals.has(code) ? 3 : 1}",${calculated},"special":${special}\r\n }\r\n`
    );
  });
}

const metals = new Set(['XAG', 'XAU', 'XPD', 'XPT']);

const ukrainianNames = remembered((code) => {
  const number = Number(present(iso4217.code(code), code).number);
  return `"r030":${number},"cc":"${code}","txt":${nameIn('uk', code)},"enname":${nameIn('en', code)}`;
});

function dotted(day: number): string {
  return dateOfDay(day).split('-').reverse().join('.');
}

/** A currency's name as a JSON string. */
const nameIn = remembered((language: string, code: string) =>
  JSON.stringify(new Intl.DisplayNames(language, { type: 'currency' }).of(code)),
);

/** Calls a function once for the same arguments. */
function remembered<Arguments extends string[]>(compute: (...given: Arguments) => string) {
  const known = new Map<string, string>();
  return (...given: Arguments): string => {
    const key = given.join(' ');
    const result = known.get(key) ?? compute(...given);
    known.set(key, result);
    return result;
  };
}
