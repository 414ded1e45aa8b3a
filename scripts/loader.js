import module from 'node:module';

/*
 * Node runs this file before each command. It checks Node's version and hides secrets from other programs. It is
 * JavaScript, because it must run on an old Node, too.
 */

/** The oldest version of Node that works. Older versions don't run TypeScript, or don't know `using`. */
const OLDEST = 24;

/** Variables that programs need, and that hold no secrets. Without the others, a program can't reveal them. */
const HARMLESS = new Set([
  ...['PATH', 'HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP'],
  ...['XDG_CONFIG_HOME', 'LANG', 'LC_ALL', 'TZ', 'TERM', 'COLUMNS', 'CI', 'NO_COLOR', 'FORCE_COLOR'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
]);

if (Number.parseInt(process.versions.node) < OLDEST) {
  console.error(
    `Node ${process.versions.node} is too old. Run npm ci, which installs a newer Node in this folder. If it didn't, ` +
      `npm has no Node for ${process.platform} on ${process.arch}: install Node ${OLDEST} or later.`,
  );
  process.exit(1);
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

// Compiled code is kept for the next start, which takes half the time.
module.enableCompileCache();
