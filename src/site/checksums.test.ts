import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { type Checksum, checksumOf, isListed, parseChecksums, checksumLines, sha256 } from './checksums.ts';

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
  it('contains the given checksums, sorted by path', () => {
    expect(checksumLines(checksums.toReversed())).toBe(text);
    expect([...parseChecksums(text)]).toEqual(
      [...bodies].map(([path, body]) => [path, sha256(body)]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    );
  });

  it('passes the check of the command “sha256sum -c” until a byte of a file changes', async () => {
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

  it('lists every file except api/v1/rates.json, the publish log and SHA256SUMS itself', () => {
    const listed = ['api/rates.json', 'receipts/newest.json', 'archive/2026.csv', 'archive/source.json', '_worker.js'];
    expect(listed.filter((path) => !isListed(path))).toEqual([]);
    expect(['api/v1/rates.json', 'receipts/2026.jsonl', 'SHA256SUMS'].filter(isListed)).toEqual([]);
  });

  it.each([
    ['the path ../a, which leads out of the site', line.replace('  a', '  ../a')],
    ['the path a/../../b, which leads out of the site', line.replace('  a', '  a/../../b')],
    ['an absolute path', line.replace('  a', '  /etc/passwd')],
    ['a Windows path', line.replace('  a', String.raw`  C:\a`)],
    ['the path of a folder instead of a file', line.replace('  a', '  a/')],
    ['a path in the hidden folder .git', line.replace('  a', '  .git/config')],
    ['the same path twice', line + line],
    ['a last line that is cut off', text.slice(0, -1)],
    ['no text', ''],
    ['a hash in upper case', line.toUpperCase()],
    ['one space instead of two before a path', line.replace('  ', ' ')],
    ['HTML instead of checksums', '<!doctype html>\n'],
    ['the path api/v1/rates.json, which must not be in the list', line.replace('  a', '  api/v1/rates.json')],
    ['a control character in a path', line.replace('  a', '  a\u001b[2J')],
    ['a line of 1,000,000 characters', `${'x'.repeat(1_000_000)}\n`],
  ])('is rejected by its parser if it has %s', (_, hostile) => {
    expect(() => parseChecksums(hostile)).toThrow(
      /^SHA256SUMS: (line \d+ is invalid or a duplicate: .{2,300}|is cut off before the end of its last line)$/,
    );
  });
});
