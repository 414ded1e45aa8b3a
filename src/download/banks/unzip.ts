import { unzipSync } from 'fflate';

/**
 * Maximum bytes of an unpacked file. The largest is the Federal Reserve's XML of all days since 1971: about 25 million
 * bytes, and half a million more each year.
 */
const MAX_UNPACKED_BYTES = 48 * 1024 * 1024;

/**
 * The text of a bank's response, which may be in a zip.
 *
 * @param name matches the name of exactly one file of the zip; undefined if the response can't be a zip
 * @throws {RangeError} saying what is wrong, if a zip doesn't have exactly one file with the name
 */
export function unzipped(bytes: Uint8Array, name: RegExp | undefined): string {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return new TextDecoder().decode(name && isZip ? fileIn(bytes, name) : bytes);
}

function fileIn(zip: Uint8Array, wanted: RegExp): Uint8Array {
  let files: Record<string, Uint8Array>;
  try {
    // `originalSize` is the size that the zip states. No more bytes than that are unpacked.
    files = unzipSync(zip, {
      filter: ({ name, originalSize }) => wanted.test(name) && originalSize <= MAX_UNPACKED_BYTES,
    });
  } catch (cause) {
    throw new RangeError(`the zip can't be unpacked: ${String(cause)}`, { cause });
  }
  const [file, ...others] = Object.values(files);
  if (file && others.length === 0) return file;
  throw new RangeError(`the zip doesn't have one file ${String(wanted)} of at most ${MAX_UNPACKED_BYTES} bytes`);
}
