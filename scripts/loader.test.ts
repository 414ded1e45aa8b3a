import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import recorded from '../src/testing/data/days/usd-2026-09-29.json' with { type: 'json' };
import { onlyMirror } from '../src/testing/process/only-mirror.ts';
import { startScript } from '../src/testing/process/spawn-script.ts';
import { temporaryFolder } from '../src/testing/process/temporary-folder.ts';
import { answers, startMirror } from '../src/testing/servers/loopback-mirror.ts';
import { fakeEnvironment, startPagesApi } from '../src/testing/servers/pages-api.ts';

const secret = 'a-secret-value';
const secrets = ['CLOUDFLARE_API_TOKEN', 'GITHUB_TOKEN', 'HEARTBEAT_URL', 'NODE_AUTH_TOKEN', 'DATABASE_PASSWORD'];
const secretsIn = (text: string) => secrets.filter((name) => text.includes(`${name}=${secret}`));

/** The environments of a process's children, separated by their names. */
function environmentsOfChildren(pid: number): string {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return children
    .trim()
    .split(/\s+/)
    .map((child) => (existsSync(`/proc/${child}`) ? readFileSync(`/proc/${child}/environ`, 'utf8') : ''))
    .join('\n');
}

it('loader.js > passes no secret to git and esbuild, and only the API token to wrangler', async () => {
  await using folder = temporaryFolder();
  const [log, bin, site, empty] = ['log', 'bin', 'site', 'tmp'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const path of [bin, empty]) mkdirSync(path);
  writeFileSync(log, '');
  let pid: number | undefined;
  await using mirror = await startMirror((response) => {
    // Now tsx, which starts its own esbuild, has loaded the command.
    if (pid !== undefined && existsSync('/proc/self/environ'))
      writeFileSync(log, `PROGRAM=tsx\n${environmentsOfChildren(pid)}\n\n`, { flag: 'a' });
    answers.json(recorded)(response);
  });
  await using api = await startPagesApi({ token: secret, account: 'account', project: 'project' });

  /** Makes a program that notes its variables, and then does the work of another program. */
  const observe = (name: string, work: string) => {
    const program = `#!/bin/sh\n{ echo PROGRAM=${name}; env; echo; } >> '${log}'\n${work}\n`;
    writeFileSync(join(bin, name), program, { mode: 0o755 });
  };
  observe('git', 'exit 1');
  const binary = `@esbuild/${process.platform}-${process.arch}/bin/esbuild`;
  observe('esbuild', `exec '${createRequire(import.meta.resolve('esbuild')).resolve(binary)}' "$@"`);
  const note = `if (process.argv[1]?.includes('wrangler')) (await import('node:fs')).appendFileSync(${JSON.stringify(log)},
    'PROGRAM=wrangler\\n' + Object.entries(process.env).map((each) => each.join('=') + '\\n').join('') + '\\n');`;
  const env = {
    ...fakeEnvironment(api.url, folder.path),
    ...Object.fromEntries(secrets.map((name) => [name, secret])),
    CLOUDFLARE_ACCOUNT_ID: 'account',
    CLOUDFLARE_PAGES_PROJECT: 'project',
    ESBUILD_BINARY_PATH: join(bin, 'esbuild'),
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(note)}"`,
    // Without its cache, tsx needs esbuild.
    TMPDIR: empty,
  };
  const run = async (...[name, args, more]: Parameters<typeof startScript>) => {
    const { child, ended } = startScript(name, [...args, '--file-limit', '5968'], { ...env, ...more });
    pid = child.pid;
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
  };
  const sources = [...onlyMirror(mirror.url), '--now', '2026-09-29T06:17:00Z'];
  await run('generate', ['--out', site, ...sources], { PATH: `${bin}:${process.env['PATH'] ?? ''}` });
  await run('deploy', ['--dir', site]);

  const found = readFileSync(log, 'utf8')
    .split(/^(?=PROGRAM=)/m)
    .map((text) => [/^PROGRAM=(.*)$/m.exec(text)?.[1], secretsIn(text)] as const);
  expect(found.map(([program]) => program)).toEqual(expect.arrayContaining(['esbuild', 'wrangler']));
  for (const [program, secrets] of found)
    expect(secrets, program).toEqual(program === 'wrangler' ? ['CLOUDFLARE_API_TOKEN'] : []);
});
