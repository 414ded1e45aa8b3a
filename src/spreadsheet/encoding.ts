import type { Problem } from './problem.ts';

/** The encodings that a file can have. All but UTF-16 contain ASCII. */
export const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1253'] as const),
  ...(['windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'iso-8859-2'] as const),
  ...(['macintosh', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const;

export type Encoding = (typeof encodings)[number];

/** The largest file. A table of 100,000 rows has some 10 MB. */
export const MAX_BYTES = 33_554_432;

/**
 * A file as text. Each text of these encodings is read so that encoding it again returns the same bytes: an encoding
 * that isn't Unicode is carried as windows-1252, in which every byte is a character. Delimiters, quotes, digits and
 * codes are the same in all of them.
 */
export interface FileText {
  readonly encoding: Encoding;
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** A part of the text, such as a cell, in the characters that its writer saw. */
  readonly shown: (part: string) => string;
}

/** @param given the encoding; undefined to find it. @param legacy the encoding of a file that isn't Unicode */
export function decoded(bytes: Uint8Array, given?: Encoding, legacy: Encoding = 'windows-1252'): FileText | Problem {
  if (bytes.length === 0) return { problem: 'empty' };
  if (bytes.length > MAX_BYTES) return { problem: 'too_large', bytes: bytes.length, most: MAX_BYTES };
  if (signatures.some((signature) => signature.every((byte, at) => bytes[at] === byte))) return { problem: 'workbook' };
  const marked = marks.find(([of, mark]) => (given ?? of) === of && mark.every((byte, at) => bytes[at] === byte));
  const encoding = given ?? marked?.[0] ?? utf16Of(bytes) ?? 'utf-8';
  const hasMark = marked !== undefined;
  const body = bytes.subarray(marked?.[1].length ?? 0);
  if (encoding.startsWith('utf-16') && body.length % 2 === 1) return { problem: 'cut' };
  const text = strictly(encoding, body);
  if (text === undefined) {
    if (given !== undefined) return { problem: 'other_encoding', encoding };
    if (encoding !== 'utf-8') return { problem: 'binary' };
    // A text in another encoding than UTF-8 is likely.
    return hasMark || isCut(body) ? { problem: 'cut' } : carried(legacy, body);
  }
  if (!encoding.startsWith('utf')) return carried(encoding, body);
  return checked({ encoding, text, hasMark, shown: (part) => part });
}

function carried(encoding: Encoding, body: Uint8Array): FileText | Problem {
  const text = new TextDecoder('windows-1252').decode(body);
  return checked({ encoding, text, hasMark: false, shown: (part) => shownIn(encoding, part) });
}

/** A text has no control characters but tabs and line ends. */
function checked(file: FileText): FileText | Problem {
  if (file.text.trim() === '') return { problem: 'empty' };
  // eslint-disable-next-line no-control-regex
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(file.text) ? { problem: 'binary' } : file;
}

/** The bytes of a text that {@link decoded} returned, with added ASCII. */
export function encoded({ encoding, hasMark }: FileText, text: string): Uint8Array<ArrayBuffer> {
  const marked = hasMark ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return new TextEncoder().encode(marked);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const bytes = new Uint8Array(2 * marked.length);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < marked.length; at++) view.setUint16(2 * at, marked.charCodeAt(at), encoding === 'utf-16le');
    return bytes;
  }
  return bytesOf(text);
}

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The first bytes of a zip (.xlsx, .ods, .numbers), of an old .xls, of a PDF and of a gzip. */
const signatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
] as const;

/** Text in UTF-16 without a mark has a zero in every second byte of an ASCII character. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  const first = bytes.subarray(0, 2000);
  first.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > first.length / 4 && even === 0) return 'utf-16le';
  if (even > first.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}

function strictly(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes are UTF-8 up to an unfinished last character. A text without other such characters may be an old one. */
function isCut(bytes: Uint8Array): boolean {
  for (let missing = 1; missing <= 3; missing++) {
    const before = strictly('utf-8', bytes.subarray(0, -missing));
    if (before !== undefined) return (bytes.at(-missing) ?? 0) >= 0xc2 && /[^\0-\x7f]/.test(before);
  }
  return false;
}

/** The byte of each character of windows-1252, by its code. */
let byteOf: ReadonlyMap<number, number> | undefined;

function bytesOf(carried: string): Uint8Array<ArrayBuffer> {
  byteOf ??= new Map(
    Array.from(
      new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
      (one, byte) => [one.charCodeAt(0), byte],
    ),
  );
  const bytes = new Uint8Array(carried.length);
  for (let at = 0; at < carried.length; at++) {
    const code = carried.charCodeAt(at);
    bytes[at] = code < 128 ? code : (byteOf.get(code) ?? 0x3f);
  }
  return bytes;
}

function shownIn(encoding: Encoding, carried: string): string {
  if (encoding === 'windows-1252' || /^[\0-\x7f]*$/.test(carried)) return carried;
  return new TextDecoder(encoding).decode(bytesOf(carried));
}
