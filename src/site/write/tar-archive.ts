import type { SiteFile } from '../../api/site-file.ts';

const BLOCK = 512;

/**
 * A tar archive in the format of POSIX.1-1988 (ustar). The same files give the same bytes, because times and owners are
 * fixed.
 */
export function tarArchive(files: readonly SiteFile[]): Uint8Array {
  const blocks = files.flatMap(({ path, body }) => {
    const bytes = Buffer.from(body);
    return [header(path, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Describes a file in one block. @throws {RangeError} if the path is too long */
function header(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`The path ${path} is longer than 100 bytes.`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  const write = (sum: string) => {
    const fields: readonly (readonly [offset: number, text: string])[] = [
      [0, path],
      // Mode, owner, group.
      [100, `${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`],
      [124, `${octal(size, 11)}\0`],
      // npm's fixed time, 1985-10-26. Some programs reject the year 1970.
      [136, `${octal(499_162_500, 11)}\0`],
      [148, sum],
      // A plain file.
      [156, '0'],
      [257, 'ustar\x0000'],
    ];
    for (const [offset, text] of fields) block.write(text, offset);
  };
  // The checksum is the sum of all bytes of the header, with spaces in place of the checksum.
  write(' '.repeat(8));
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)}\0 `);
  return block;
}
