import type { IsoDate } from '../../money/calendar.ts';
import { americanSeriesOf } from './american-series.ts';
import { currencies } from '../../download/banks/requests/bcb.ts';
import { groups } from '../../download/banks/requests/sedlabanki.ts';
import type { ResponseTexts } from '../../download/banks/table-requests.ts';
import labels from '../../download/banks/requests/us-treasury/labels.json' with { type: 'json' };
import type { TableKey } from './bank-history.ts';

/** A value in a bank's response. Its text is written as it is, so that a test can damage it. */
export interface BankRow {
  date: IsoDate;
  code: string;
  value: string;
  units: number;
  reference?: string;
}

const header = 'FREQ,BASE_CUR,QUOTE_CUR,TENOR,DECIMALS,CALCULATED,UNIT_MULT,COLLECTION,TIME_PERIOD,OBS_VALUE';

/** Write rows as each table's response or responses, without the fields that nothing reads. */
export const bodyOf = {
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
  bnr: (rows) => {
    const days = daysIn(rows).map((day) => {
      const rates = day.map(({ code, value, units }) => {
        const multiplier = units === 1 ? '' : ` multiplier="${units}"`;
        return `<Rate currency="${code}"${multiplier}>${value}</Rate>`;
      });
      return `<Cube date="${day[0]?.date}">${rates.join('')}</Cube>`;
    });
    const currency = '<OrigCurrency>RON</OrigCurrency>';
    return `<DataSet xmlns="https://www.bnr.ro/xsd"><Body>${currency}${days.join('\n')}</Body></DataSet>`;
  },
  banrep: (rows) => {
    const rates = rows.map(({ date, code, value }) => {
      const time = `${date}T00:00:00.000`;
      const unit = code === 'USD' ? 'COP' : code;
      return `{"valor":${quoted(value)},"unidad":"${unit}","vigenciadesde":"${time}","vigenciahasta":"${time}"}`;
    });
    return `[${rates.join('\n,')}]`;
  },
  mnb: (rows) => {
    const days = daysIn(rows).map((day) => {
      const rates = day.map(
        ({ code, units, value }) => `<Rate unit="${units}" curr="${code}">${value.replace('.', ',')}</Rate>`,
      );
      return `<Day date="${day[0]?.date}">${rates.join('')}</Day>`;
    });
    return hungarianResponse(days.reverse());
  },
  'us-treasury': (rows) => {
    const rates = rows.map(({ date, code, value }) => {
      const label = JSON.stringify(labelsOf(code)[0] ?? null);
      const dates = `"record_date":"${date}","effective_date":"${date}"`;
      return `{${dates},"country_currency_desc":${label},"exchange_rate":${quoted(value)}}`;
    });
    return `{"data":[${rates.join()}],"meta":{"total-count":${rates.length}}}`;
  },
  nbm: (rows) => {
    const [one = moldovan([]), ...others] = daysIn(rows).map(moldovan);
    return [one, ...others];
  },
  nbg: (rows) => {
    const [one = '[]', ...others] = daysIn(rows).map((day) => {
      const currencies = day.map(
        ({ code, units, value }) =>
          `{"code":"${code}","quantity":${units},"rateFormated":${quoted(value)},"rate":${value}}`,
      );
      return `[{"date":"${day[0]?.date}T00:00:00.000Z","currencies":[${currencies.join()}]}]`;
    });
    return [one, ...others];
  },
  sedlabanki: (rows) => icelandic(9, rows),
  'sedlabanki-7': (rows) => icelandic(7, rows),
  'bcb-buy': (rows) => brazilian((value) => `"cotacaoCompra":${value},"cotacaoVenda":1`, rows),
  'bcb-sell': (rows) => brazilian((value) => `"cotacaoCompra":1,"cotacaoVenda":${value}`, rows),
} as const satisfies Readonly<Record<TableKey, (rows: readonly BankRow[]) => string | ResponseTexts>>;

/** Magyar Nemzeti Bank's response with some days. It has the document with the rates as a text, not as elements. */
export function hungarianResponse(days: readonly string[]): string {
  const result = `<MNBExchangeRates>${days.join('')}</MNBExchangeRates>`;
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    '<GetExchangeRatesResponse xmlns="http://www.mnb.hu/webservices/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">' +
    `<GetExchangeRatesResult>${result.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</GetExchangeRatesResult>` +
    '</GetExchangeRatesResponse></s:Body></s:Envelope>'
  );
}

/** The texts of the responses that have some rows of a table. */
export function textsOf(key: TableKey, rows: readonly BankRow[]): ResponseTexts {
  const body = bodyOf[key](rows);
  return typeof body === 'string' ? [body] : body;
}

/** A value as a JSON string, unless it's one already. */
function quoted(value: string): string {
  return value.startsWith('"') ? value : `"${value}"`;
}

function moldovan(day: readonly BankRow[]): string {
  const rates = day.map(
    ({ code, units, value }) =>
      `<Valute><CharCode>${code}</CharCode><Nominal>${units}</Nominal><Value>${value}</Value></Valute>`,
  );
  const date = (day[0]?.date ?? '2026-06-01').split('-').reverse().join('.');
  return `<ValCurs Date="${date}">${rates.join('')}</ValCurs>`;
}

function icelandic(group: keyof typeof groups, rows: readonly BankRow[]): string {
  const series = Object.entries(groups[group]).map(([id, [code, name]]) => {
    const entries = rows
      .filter((row) => row.code === code)
      .map(({ date, value }) => {
        const [year, month, day] = date.split('-').map(Number);
        return `<Entry><Date>${month}/${day}/${year} 12:00:00 AM</Date><Value>${value}</Value></Entry>`;
      });
    return `<TimeSeries ID="${id}"><Name>${name}</Name>${entries.join('')}</TimeSeries>`;
  });
  return `<Group ID="${group}">${series.join('')}</Group>`;
}

function brazilian(rates: (value: string) => string, rows: readonly BankRow[]): ResponseTexts {
  const [one, ...others] = currencies.map((code) => {
    const values = rows
      .filter((row) => row.code === code)
      .map(({ date, value }) => `{${rates(value)},"dataHoraCotacao":"${date} 13:09","tipoBoletim":"Fechamento"}`);
    return `{"value":[${values.join()}]}`;
  });
  return [one ?? '', ...others];
}

/** The names of a currency in the US Treasury's lists. */
export function labelsOf(code: string): string[] {
  return Object.entries(labels).flatMap(([label, spans]) => {
    const codes = typeof spans === 'string' ? [spans] : spans.map((span) => span.code);
    return codes.includes(code) ? [label] : [];
  });
}

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
