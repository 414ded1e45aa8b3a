import { described } from '../../../text/quote.ts';
import { fileOf, type Quote } from '../reading/quotes.ts';
import type { TableRequests } from '../table-requests.ts';
import { readXml } from '../reading/xml.ts';

/** The currencies of a group, by the number of their series, with their Icelandic names. */
type Series = Readonly<Record<string, readonly [code: string, name: string]>>;

/** Group 9, the official reference rates. Its other series have ended or have no values. */
const officialRates: Series = {
  4055: ['USD', 'Bandaríkjadalur'],
  4061: ['DKK', 'Dönsk króna'],
  4064: ['EUR', 'Evra'],
  4085: ['JPY', 'Japanskt jen'],
  4088: ['CAD', 'Kanadadalur'],
  4091: ['NOK', 'Norsk króna'],
  4097: ['XDR', 'Sérstök dráttarréttindi- SDR'],
  4103: ['GBP', 'Sterlingspund'],
  4106: ['CHF', 'Svissneskur franki'],
  4109: ['SEK', 'Sænsk króna'],
};

/** Group 7, the listed mid rates of other currencies. */
const midRates: Series = {
  29: ['CNY', 'Kínverskt júan'],
  31: ['PLN', 'Pólskt slot'],
  35: ['NGN', 'Nígerísk næra'],
  36: ['TWD', 'Tævanskur dalur'],
  37: ['KRW', 'Suðurkóreskt vonn'],
  38: ['SRD', 'Súrinamskur dalur'],
  39: ['AUD', 'Ástralíudalur'],
  40: ['NZD', 'Ný-Sjálenskur dalur'],
  41: ['HKD', 'Hong Kong dalur'],
  42: ['HUF', 'Ungversk forinta'],
  43: ['ILS', 'Ísraelskur sikill'],
  44: ['ZAR', 'Suður-Afrískt rand'],
  45: ['SGD', 'Singapúrskur dalur'],
  46: ['MXN', 'Mexíkóskur pesi'],
  48: ['TRY', 'Tyrknesk líra'],
  50: ['INR', 'Indversk rúpía'],
  52: ['CZK', 'Tékknesk króna'],
  53: ['BRL', 'Brasilískt ríal'],
  74: ['THB', 'Tælenskt bat'],
  288: ['JMD', 'Jamaískur dalur'],
  3503: ['SAR', 'Sádi-arabískt ríal'],
  19254: ['KWD', 'Kúveiskur denari'],
};

/** The groups of series that are read. */
export const groups = { 9: officialRates, 7: midRates };

/** Requests for one of the Central Bank of Iceland's tables. */
export function sedlabanki(group: keyof typeof groups): TableRequests {
  return {
    // The most that other clients ask for.
    perRange: 365,
    asks: (first, last) => [
      `https://sedlabanki.is/xmltimeseries/Default.aspx?DagsFra=${first}&DagsTil=${last}&GroupID=${group}&Type=xml`,
    ],
    parse: (text) => fileOf(quotesIn(text, String(group), groups[group]), 'ISK'),
  };
}

/** Before this day, a rate of the euro can only be one of its predecessor, the ECU. */
const EURO_FROM = '1999-01-04';

function quotesIn(text: string, group: string, listed: Series): Quote[] {
  const quotes: Quote[] = [];
  let id: string | undefined;
  let [title, entry, entries] = ['', {} as Entry, [] as Entry[]];
  readXml(text, ({ name, attributes, text }, [around]) => {
    if (around?.name === 'Entry') entry = { ...entry, [name]: text.trim() };
    else if (name === 'Entry') {
      entries.push(entry);
      entry = {};
    } else if (name === 'Name' && around?.name === 'TimeSeries') title = text.trim();
    else if (name === 'TimeSeries') {
      quotes.push(...quotesOf(attributes['ID'] ?? '', title, entries, listed));
      [title, entries] = ['', []];
    } else if (!around && name === 'Group') id = attributes['ID'];
  });
  if (id !== group) throw new RangeError(`the response isn’t group ${group}`);
  return quotes;
}

interface Entry {
  readonly Date?: string;
  readonly Value?: string;
}

/** The values of a series. Series of other numbers have ended, or are buying and selling rates. */
function quotesOf(id: string, title: string, entries: readonly Entry[], listed: Series): Quote[] {
  const series = listed[id];
  if (!series) return [];
  const [code, name] = series;
  // A number that now means another currency would be wrong without any other sign.
  if (title !== name) throw new RangeError(`series ${id} isn’t named ${name}`);
  return entries
    .filter(({ Value }) => Value !== '')
    .map(({ Date, Value }) => ({ date: dateIn(Date ?? ''), code, value: Value ?? NaN }))
    .filter(({ date }) => code !== 'EUR' || date >= EURO_FROM);
}

/** `3/24/2026 12:00:00 AM` as `2026-03-24` */
function dateIn(text: string): string {
  const [, month = '', day = '', year] = /^(\d\d?)\/(\d\d?)\/(\d{4}) 12:00:00 AM$/.exec(text) ?? [];
  if (year === undefined)
    throw new RangeError(`a date isn't in the form of 12/31/2026 12:00:00 AM: ${described(text)}`);
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
