import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import {
  type Checksum,
  checksumOf,
  isListed,
  parseChecksums,
  checksumLines,
  sha256,
  writeBlocks,
} from './checksums.ts';

const bodies = new Map<string, string | Uint8Array>([
  ['_worker.js', 'export default {}'],
  ['.well-known/security.txt', 'Contact: mailto:a@b.example\n'],
  ['api/rates.json', '{}\n'],
  ['api/rates/usd-to-eur.json', 'Größe 円\n'],
  ['api/rates/usd.json', ''],
  ['social.png', Uint8Array.of(0, 255, 10)],
]);
const checksums: Checksum[] = Array.from(bodies, ([path, body]) => checksumOf(path, body));
const text = checksumLines(checksums);
const line = `${sha256('a')}  a\n`;

describe('SHA256SUMS (checksums of a site’s files)', () => {
  it('is parsed to the checksums that were written, and is sorted', () => {
    expect(checksumLines(checksums.toReversed())).toBe(text);
    expect([...parseChecksums(text)]).toEqual(
      [...bodies].map(([path, body]) => [path, sha256(body)]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  });

  it('has the complete text, size and hash after it is written in several blocks', async () => {
    await using folder = temporaryFolder();
    const file = join(folder.path, 'SHA256SUMS');
    writeFileSync(file, 'what was there before, and is longer than what is written\n'.repeat(100));
    const blocks = text.split(/(?<=\n)/);
    expect(writeBlocks(file, blocks)).toEqual({ bytes: Buffer.byteLength(text), sha256: sha256(text) });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is accepted by sha256sum -c until one byte of a file changes', async () => {
    await using folder = temporaryFolder();
    for (const [path, body] of bodies) {
      mkdirSync(dirname(join(folder.path, path)), { recursive: true });
      writeFileSync(join(folder.path, path), body);
    }
    const check = () => spawnSync('sha256sum', ['-c', '--strict', '--quiet'], { cwd: folder.path, input: text }).status;
    expect(check()).toBe(0);
    writeFileSync(join(folder.path, 'api/rates.json'), '{}\r');
    expect(check()).toBe(1);
  });

  it('lists every file except api/v1/rates.json, the publish log and SHA256SUMS', () => {
    const listed = ['api/rates.json', 'receipts/newest.json', 'archive/2026.csv', 'archive/source.json', '_worker.js'];
    expect(listed.filter((path) => !isListed(path))).toEqual([]);
    expect(['api/v1/rates.json', 'receipts/2026.jsonl', 'SHA256SUMS'].filter(isListed)).toEqual([]);
  });

  it.each([
    ['a path outside the site', line.replace('  a', '  ../a')],
    ['a path that leaves the site after its first folder', line.replace('  a', '  a/../../b')],
    ['an absolute path', line.replace('  a', '  /etc/passwd')],
    ['a Windows path', line.replace('  a', String.raw`  C:\a`)],
    ['the path of a folder', line.replace('  a', '  a/')],
    ['the path of a hidden file', line.replace('  a', '  .git/config')],
    ['a file listed twice', line + line],
    ['a line that is cut off', text.slice(0, -1)],
    ['no lines', ''],
    ['an invalid hash', line.toUpperCase()],
    ['a single space before a path', line.replace('  ', ' ')],
    ['HTML instead of checksums', '<!doctype html>\n'],
    ['a file that must not be listed', line.replace('  a', '  api/v1/rates.json')],
    ['a control character', line.replace('  a', '  a\u001b[2J')],
    ['a very long line', `${'x'.repeat(1_000_000)}\n`],
  ])('is rejected if it has %s', (_, hostile) => {
    expect(() => parseChecksums(hostile)).toThrow(
      /^SHA256SUMS: (line \d+ is invalid or a duplicate: .{2,300}|is cut off before the end of its last line)$/,
    );
  });
});
