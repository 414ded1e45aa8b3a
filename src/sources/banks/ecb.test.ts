import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DownloadForms } from '../../testing/data/download-forms.ts';
import { DownloadError } from '../errors.ts';
import { parseEcbFile } from './ecb-file.ts';

const bytes = (text: string) => strToU8(text);
const csv = `Date,USD,JPY,SIT,
2026-04-13,1.1684,186.75,N/A,
2026-04-10,1.1711,186.5,,
1999-01-04,1.17,186,239.64,
`;
const xml = `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>
<Cube time="2026-04-13"><Cube currency="USD" rate="1.1684"/><Cube currency="JPY" rate="186.75"/></Cube>
<Cube time="2026-04-10"><Cube currency="USD" rate="1.1711"/><Cube currency="JPY" rate="186.5"/></Cube>
<Cube time='1999-01-04'><Cube currency='USD' rate='1.17'/><Cube currency='JPY' rate='186'/><Cube currency='SIT' rate='239.64'/></Cube></Cube></gesmes:Envelope>
`;
const zip = (text: string, name = 'eurofxref-hist.csv') => zipSync({ [name]: bytes(text) });

const read = (file: Uint8Array) =>
  parseEcbFile(file).days.map(({ date, rates }) => [date, Object.fromEntries(rates)] as const);
const expected = [
  ['1999-01-04', { JPY: 186, SIT: 239.64, USD: 1.17 }],
  ['2026-04-10', { USD: 1.1711, JPY: 186.5 }],
  ['2026-04-13', { USD: 1.1684, JPY: 186.75 }],
];

describe('parseEcbFile (parses a file with the European Central Bank’s rates)', () => {
  it.each([
    ['a CSV', bytes(csv)],
    [
      'a CSV even if it has Windows line ends, spaces and no trailing commas',
      bytes(csv.replaceAll(/,$/gm, '').replaceAll(',', ', ').replaceAll('\n', '\r\n')),
    ],
    [
      'a CSV whose first row is the earliest day',
      bytes([csv.split('\n')[0], ...csv.trim().split('\n').slice(1).reverse()].join('\n')),
    ],
    [
      'a CSV with its rows and columns in another order',
      bytes('Date,SIT,USD,JPY\n2026-04-10,,1.1711,186.5\n1999-01-04,239.64,1.17,186\n2026-04-13,N/A,1.1684,186.75\n'),
    ],
    ['a CSV that has a row twice', bytes(`${csv}1999-01-04,1.17,186,239.64,\n`)],
    ['a zip file that contains a CSV', zip(csv)],
    ['an XML file', bytes(xml)],
    [
      'an XML file with white space between its elements',
      bytes(`\n${xml.trimEnd().replaceAll('><', '>\n  <').replaceAll('/>', ' />')}`),
    ],
  ])('reads %s', (_, file) => {
    expect(read(file)).toEqual(expected);
    expect(parseEcbFile(file).unreadable).toEqual([]);
    // A rebuilt site has the same bytes only if the order of currencies doesn't depend on the file.
    expect(parseEcbFile(file).days.map(({ rates }) => [...rates.keys()].sort())).toEqual(
      parseEcbFile(file).days.map(({ rates }) => [...rates.keys()]),
    );
  });

  it.each<[string, string, string | null, Uint8Array]>([
    ['has a rate without a currency', '2026-04-13', null, bytes(csv.replace('N/A,', 'N/A,1'))],
    ['is cut off in the middle of a line', '1999-01-04', null, bytes(csv.slice(0, -12))],
    ['has no rate on a day', '2026-04-10', null, bytes(csv.replace('1.1711,186.5', 'N/A,'))],
    ['has a day twice with different rates', '2026-04-10', null, bytes(`${csv}2026-04-10,1.1712,186.5,,\n`)],
    ['has a day twice, once unreadable', '2026-04-10', null, bytes(`${csv}2026-04-10,1.1711\n`)],
    ['has a negative rate', '2026-04-10', 'JPY', bytes(csv.replace('186.5', '-186.5'))],
    ['has a rate of zero', '2026-04-10', 'JPY', bytes(csv.replace('186.5', '0'))],
    ['has text in place of a rate', '2026-04-10', 'JPY', bytes(csv.replace('186.5', 'n.a.'))],
    ['has a rate of 400 digits', '2026-04-10', 'JPY', bytes(csv.replace('186.5', '9'.repeat(400)))],
    [
      'is XML with an invalid currency',
      '2026-04-10',
      null,
      bytes(xml.replace('JPY" rate="186.5"', '=cmd" rate="186.5"')),
    ],
    ['is XML with a rate of the euro', '2026-04-10', null, bytes(xml.replace('JPY" rate="186.5"', 'EUR" rate="1.5"'))],
    ['is XML with an invalid rate', '2026-04-10', 'JPY', bytes(xml.replace('"186.5"', '"1e9"'))],
  ])('reads the other days if a file %s', (_, date, code, file) => {
    expect(parseEcbFile(file).unreadable).toEqual([{ date, code }]);
    expect(read(file)).toEqual(expected.filter(([other]) => other !== date));
  });

  it('reads the same days from every form of a file', () => {
    const { days } = parseEcbFile(bytes(csv));
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(read(new DownloadForms(seed).ofBank(days))).toEqual(expected);
      }),
    );
  });

  /** A zip that unpacks to 64 MB. The copy `lie` declares that its file has only 1,000 bytes. */
  const bomb = zipSync({ 'a.csv': new Uint8Array(64 * 1024 * 1024) });
  const lie = Uint8Array.from(bomb);
  const view = new DataView(lie.buffer);
  for (let place = 0; place < lie.length - 4; place++) {
    // Changes the declared size in the file's header and in the directory at the end of the zip.
    if (view.getUint32(place, true) === 0x04034b50) view.setUint32(place + 22, 1000, true);
    if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, 1000, true);
  }

  it.each<[string, Uint8Array, RegExp]>([
    ['is empty', bytes(''), /line 1 isn't a header: ""/],
    ['is HTML', bytes('<!doctype html><title>Busy</title>'), /line 1 isn't a header/],
    [
      'is an HTML page with an XML declaration',
      bytes('<?xml version="1.0"?><html/>'),
      /isn’t a list of reference rates/,
    ],
    ['is one word of plain text', bytes('OK'), /line 1 isn't a header: "OK"/],
    ['is a sentence of plain text', bytes('Please wait'), /line 1 isn't a header: "Please wait"/],
    ['has no days', bytes('Date,USD,\n'), /the file has no days/],
    ['has no currencies', bytes('Date,\n2026-04-13,\n'), /line 1 isn't a header/],
    ['has an unexpected header', bytes(csv.replace('Date', 'Day')), /line 1 isn't a header/],
    ['has a currency twice', bytes(csv.replace('JPY', 'USD')), /line 1 isn't a header/],
    ['has a column for the euro', bytes(csv.replace('JPY', 'EUR')), /line 1 isn't a header/],
    ['has an invalid currency', bytes(csv.replace('JPY', '=cmd')), /line 1 isn't a header/],
    [
      'has more than 200 currencies',
      bytes(`Date,${Array.from({ length: 201 }, (_, index) => 1000 + index).join()}\n`),
      /line 1/,
    ],
    ['has an invalid date', bytes(csv.replace('2026-04-10', '2026-02-30')), /"2026-02-30" isn't a date/],
    ['is XML that is cut off', bytes(xml.slice(0, -30)), /isn’t a list of reference rates/],
    [
      'is XML with an unknown element in the list of rates',
      bytes(xml.replace('<Cube time="2026-04-10">', '<x/><Cube time="2026-04-10">')),
      /has something other than days and rates/,
    ],
    ['is XML with an element after the root element', bytes(`${xml}<x/>`), /isn’t a list of reference rates/],
    ['is a zip without a CSV', zip(csv, 'readme.txt'), /the zip doesn't have one CSV/],
    ['is a zip with two files', zipSync({ 'a.csv': bytes(csv), 'b.csv': bytes(csv) }), /the zip doesn't have one CSV/],
    ['is a zip that is cut off', zip(csv).slice(0, 60), /the zip can't be unpacked/],
    ['is a zip bomb', bomb, /the zip doesn't have one CSV of at most/],
    ['is a zip bomb that declares a small size', lie, /unusable file|can't be unpacked/],
    ['is binary', Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) % 256), /line 1 isn't a header/],
  ])('rejects a file if it %s', (_, file, problem) => {
    let error: unknown;
    try {
      parseEcbFile(file);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DownloadError);
    expect(String(error)).toMatch(problem);
    expect(String(error)).not.toMatch(/\n/);
  });

  it('rejects XML with 300,000 unfinished tags in less than a minute', () => {
    const hostile = xml.replace('</Cube></gesmes', `${'<Cube time="'.repeat(300_000)}</Cube></gesmes`);
    expect(() => parseEcbFile(bytes(hostile))).toThrow(DownloadError);
  });
});
