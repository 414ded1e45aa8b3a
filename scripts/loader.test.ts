import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('loader.js > hides variables that may be secrets from child processes, but not from the command', () => {
  const program = `
    await import(${JSON.stringify(join(import.meta.dirname, 'loader.js'))});
    const { execFileSync } = await import('node:child_process');
    const child = execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' });
    console.log(JSON.stringify({ child: JSON.parse(child), own: process.env.CLOUDFLARE_API_TOKEN }));
  `;
  const env = { PATH: process.env['PATH'], CLOUDFLARE_API_TOKEN: 'secret', DATABASE_PASSWORD: 'secret', CI: 'true' };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', env });
  const { child, own } = JSON.parse(output) as { child: Record<string, string>; own: string };
  expect(own).toBe('secret');
  expect(child).toMatchObject({ CI: 'true' });
  expect(Object.values(child)).not.toContain('secret');
});
