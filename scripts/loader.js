import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Node runs this file before each command. It checks Node's version, hides secrets from other programs, and then loads
 * tsx, which runs TypeScript. It is JavaScript, because it must run on an old Node, too.
 */

/** The oldest version of Node that works: the oldest that the package undici supports. */
const OLDEST = [22, 19];

/** Variables that programs need, and that hold no secrets. Without the others, a program can't reveal them. */
const HARMLESS = new Set([
  ...['PATH', 'HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'],
  ...['XDG_CONFIG_HOME', 'LANG', 'LC_ALL', 'TZ', 'TERM', 'COLUMNS', 'CI', 'NO_COLOR', 'FORCE_COLOR'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // The shifted clock of `lab/clock.js`.
  'CLOCK',
]);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const code = await runWithOwnNode();
  if (code === undefined)
    console.error(
      `Node ${process.versions.node} is too old. Run npm ci, which installs a newer Node in this folder. If that Node ` +
        `can't run on this system, as on Alpine Linux, install Node ${OLDEST.join('.')} or later.`,
    );
  process.exit(code ?? 1);
}

/**
 * Runs the same command with the Node that npm ci has installed here. npm before 11.6.2, as in Node 20 and Debian 13,
 * doesn't link that Node, so commands start with the system's Node.
 *
 * @returns the exit code; undefined if there is no such Node, or if it can't run
 */
async function runWithOwnNode() {
  const home = dirname(dirname(fileURLToPath(import.meta.url)));
  const [system, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const node = ['node', 'node-bin']
    .map((name) => join(home, `node_modules/${name}-${system}-${process.arch}/bin/${file}`))
    .find((path) => existsSync(path));
  if (!node) return undefined;
  // Ctrl-C reaches both processes.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill());
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.on('error', () => resolve(undefined));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

// Threads and other programs get a copy of the environment without secrets. In this thread, `process.env` has the
// secrets as well, but doesn't list them, so that copies don't have them either.
const { env } = process;
const hidden = Object.entries(env).filter(([name]) => !HARMLESS.has(name.toUpperCase()));
for (const [name] of hidden) Reflect.deleteProperty(env, name);
process.env = Object.defineProperties(
  { ...env },
  Object.fromEntries(hidden.map(([name, value]) => [name, { value, configurable: true, writable: true }])),
);

await import('tsx/esm');
