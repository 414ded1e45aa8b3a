import type { Encoding } from '../../spreadsheet/encoding.ts';

/** A text's bytes in an encoding. A character that the encoding lacks is an error. */
export function encodedFile(text: string, encoding: Encoding, hasMark: boolean): Uint8Array {
  const marked = (hasMark ? '\ufeff' : '') + text;
  if (encoding === 'utf-8') return Buffer.from(marked);
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16();
  return Buffer.concat(Array.from(marked, (character) => bytesOf(character, encoding)));
}

const tables = new Map<Encoding, ReadonlyMap<string, Buffer>>();

function bytesOf(character: string, encoding: Encoding): Buffer {
  let table = tables.get(encoding);
  if (!table) tables.set(encoding, (table = tableOf(encoding)));
  const bytes = table.get(character);
  if (!bytes) throw new RangeError(`${character} isn't in ${encoding}.`);
  return bytes;
}

/** All characters of one byte or two bytes, by decoding each sequence. */
function tableOf(encoding: Encoding): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const one = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte));
  const two = encoding.startsWith('windows')
    ? []
    : Array.from({ length: 0x7f00 }, (_, at) => Buffer.of(0x81 + Math.floor(at / 256), at % 256));
  const all = [...two, ...one].map((bytes) => [decoder.decode(bytes), bytes] as const);
  return new Map(all.filter(([character]) => Array.from(character).length === 1 && character !== '\ufffd'));
}
