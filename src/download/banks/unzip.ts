import { unzipSync } from 'fflate';

/** Maximum bytes of an unpacked file. The largest CSV of a bank has 1.9 million bytes. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/**
 * The text of a bank's response, which may be in a zip.
 *
 * @throws {RangeError} saying what is wrong, if a zip doesn't have exactly one CSV
 */
export function unzipped(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes[0] === 0x50 && bytes[1] === 0x4b ? csvIn(bytes) : bytes);
}

function csvIn(zip: Uint8Array): Uint8Array {
  let files: Record<string, Uint8Array>;
  try {
    // `originalSize` is the size that the zip states. No more bytes than that are unpacked.
    files = unzipSync(zip, {
      filter: ({ name, originalSize }) => name.endsWith('.csv') && originalSize <= MAX_UNPACKED_BYTES,
    });
  } catch (cause) {
    throw new RangeError(`the zip can't be unpacked: ${String(cause)}`, { cause });
  }
  const [csv, ...others] = Object.values(files);
  if (csv && others.length === 0) return csv;
  throw new RangeError(`the zip doesn't have one CSV of at most ${MAX_UNPACKED_BYTES} bytes`);
}
