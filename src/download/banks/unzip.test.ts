import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unzipped } from './unzip.ts';

const csv = 'Date,USD,\n2026-04-13,1.1684,\n';
const bytes = strToU8(csv);
const name = /\.csv$/;

describe('unzipped (returns the text of a bank’s response)', () => {
  it.each([
    ['a text', bytes],
    ['a zip with one CSV', zipSync({ 'eurofxref-hist.csv': bytes })],
    ['a zip with a CSV and another file', zipSync({ 'eurofxref-hist.csv': bytes, 'readme.txt': strToU8('Read me') })],
  ])('reads %s', (_, file) => {
    expect(unzipped(file, name)).toBe(csv);
  });

  it('reads the named file of a zip with several XML files', () => {
    const zip = zipSync({ 'H10_struct.xml': strToU8('<Structure/>'), 'H10_data.xml': strToU8('<Data/>') });
    expect(unzipped(zip, /_data\.xml$/)).toBe('<Data/>');
  });

  it('unpacks no zip if a bank’s responses can’t be zips', () => {
    expect(unzipped(zipSync({ 'a.csv': bytes }), undefined)).toMatch(/^PK/);
  });

  it('removes a byte order mark', () => {
    expect(unzipped(strToU8(`\uFEFF${csv}`), name)).toBe(csv);
  });

  /** A zip that unpacks to 60 MB. The copy `lie` declares that its file has only 1,000 bytes. */
  const bomb = zipSync({ 'a.csv': new Uint8Array(60 * 1024 * 1024) });
  const lie = Uint8Array.from(bomb);
  const view = new DataView(lie.buffer);
  for (let place = 0; place < lie.length - 4; place++) {
    // Changes the declared size in the file's header and in the directory at the end of the zip.
    if (view.getUint32(place, true) === 0x04034b50) view.setUint32(place + 22, 1000, true);
    if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, 1000, true);
  }

  it('unpacks no more bytes of a zip bomb than it declares', () => {
    expect(unzipped(lie, name)).toHaveLength(1000);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['has no CSV', zipSync({ 'readme.txt': bytes }), /the zip doesn't have one file/],
    ['has two CSV files', zipSync({ 'a.csv': bytes, 'b.csv': bytes }), /the zip doesn't have one file/],
    ['is cut off', zipSync({ 'a.csv': bytes }).slice(0, 60), /the zip can't be unpacked/],
    ['is a zip bomb', bomb, /the zip doesn't have one file .* of at most/],
  ])('rejects a zip if it %s', (_, file, problem) => {
    let error: unknown;
    try {
      unzipped(file, name);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RangeError);
    expect(String(error)).toMatch(problem);
    expect(String(error)).not.toMatch(/\n/);
  });
});
