import { americanSeriesOf } from './american-series.ts';
import type { TableKey } from './bank-history.ts';

/** A value in a bank's response. Its text is written as it is, so that a test can damage it. */
export interface BankRow {
  date: string;
  code: string;
  value: string;
  units: number;
  reference?: string;
}

const header = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE';

/** Write rows as each table's response, without the fields that nothing reads. */
export const bodyOf: Readonly<Record<TableKey, (rows: readonly BankRow[]) => string>> = {
  ecb: (rows) => {
    const codes = [...new Set(rows.map(({ code }) => code))];
    const lines = daysIn(rows).map((day) => {
      const cells = new Map(day.map(({ code, value }) => [code, value]));
      return [day[0]?.date, ...codes.map((code) => cells.get(code) ?? 'N/A')].join();
    });
    return linesOf([['Date', ...codes].join(), ...lines]);
  },
  nbp: (rows) => polish('A', rows),
  'nbp-b': (rows) => polish('B', rows),
  cnb: (rows) => {
    const rates = rows.map(
      ({ date, code, value, units }) =>
        `{"validFor":"${date}","currencyCode":"${code}","amount":${units},"rate":${value}}`,
    );
    return `{"rates":[${rates.join()}]}`;
  },
  'norges-bank': (rows) => {
    const lines = rows.map(
      ({ date, code, value, units }) => `B,${code},NOK,SP,4,false,${Math.log10(units)},C,${date},${value}`,
    );
    return linesOf([header, ...lines]);
  },
  nbu: (rows) => {
    const rates = rows.map(({ date, code, value, units }) => {
      const day = date.split('-').reverse().join('.');
      const perUnit = Number(value) / units;
      const ofUnit = Number.isFinite(perUnit) ? perUnit : value;
      return `{"exchangedate":"${day}","cc":"${code}","rate":${value},"units":${units},"rate_per_unit":${ofUnit}}`;
    });
    return `[${rates.join()}]`;
  },
  'fed-h10': (rows) => {
    const series = Array.from(
      Map.groupBy(rows, ({ code }) => code),
      ([code, ofCode]) => {
        const values = ofCode.map(
          ({ date, value }) => `<Obs OBS_STATUS="A" OBS_VALUE="${value.replaceAll('"', '')}" TIME_PERIOD="${date}"/>`,
        );
        return `<Series FREQ="9" SERIES_NAME="${americanSeriesOf(code)}">${values.join('\n')}</Series>`;
      },
    );
    return `<DataSet>${series.join('\n')}</DataSet>`;
  },
  'danmarks-nationalbank': (rows) => {
    const lines = rows.map(({ date, code, value, units }) => {
      // The bank quotes 100 units of each currency.
      const ofHundred = units === 100 ? value : String(Number(((Number(value) * 100) / units).toPrecision(12)));
      return `${code};KBH;${date.replace(/-(..)-(..)/, 'M$1D$2')};${ofHundred}`;
    });
    return linesOf(['VALUTA;KURTYP;TID;INDHOLD', ...lines]);
  },
};

function polish(letter: string, rows: readonly BankRow[]): string {
  const tables = daysIn(rows).map((day) => {
    const rates = day.map(({ code, value }) => `{"code":"${code}","mid":${value}}`);
    const { date, reference } = day[0] ?? {};
    return `{"table":"${letter}","no":"${reference}","effectiveDate":"${date}","rates":[${rates.join()}]}`;
  });
  return `[${tables.join()}]`;
}

/** Rows that follow one another, with the same date and number and without a code twice. */
function daysIn(rows: readonly BankRow[]): BankRow[][] {
  const days: BankRow[][] = [];
  for (const row of rows) {
    const day = days.at(-1);
    const isOfDay = day?.[0]?.date === row.date && day[0].reference === row.reference;
    if (isOfDay && !day.some(({ code }) => code === row.code)) day.push(row);
    else days.push([row]);
  }
  return days;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
