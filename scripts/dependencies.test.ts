import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const home = dirname(import.meta.dirname);
/** Commands for developers. All other commands must run after `npm ci --omit=dev`, which the publish job uses. */
const forDevelopers = ['test', 'types', 'lint', 'format', 'check', 'fix', 'bench', 'picture', 'icons'];
const commands = Object.entries(packageJson.scripts)
  .filter(([name]) => !forDevelopers.includes(name))
  .map(([, line]) => line.split(' '));

/** The modules that these commands start, and all of src/ except tests, because some modules are bundled by path. */
const modules = [
  ...commands.flatMap((words) => words.filter((word) => /\.[jt]s$/.test(word))),
  ...readdirSync(join(home, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test|\.d)\.ts$/.test(path) && !path.startsWith('testing'))
    .map((path) => join('src', path)),
];

it('the “dependencies” in package.json are exactly the packages that the commands for hosting need', async () => {
  const { metafile } = await build({
    entryPoints: modules,
    absWorkingDir: home,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const imported = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) => path);
  const resolved = Object.keys(metafile.inputs).flatMap((path) =>
    Array.from(
      readFileSync(join(home, path), 'utf8').matchAll(/(?:import\.meta\.resolve|createRequire\(.+?\))\('(.+?)'\)/g),
      ([, name = '']) => name,
    ),
  );
  // The program of each command. Node has a package for each platform, among the optional dependencies.
  const started = commands.map(([program = '']) => program).filter((name) => name !== 'node');
  const used = new Set([...imported, ...resolved, ...started].map(packageOf));
  expect([...used].sort()).toEqual(Object.keys(packageJson.dependencies).sort());
});

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
}

const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

it('package-lock.json has a hash for every installed package, and npm runs no install script', () => {
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  expect(readFileSync(join(home, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

it('package-lock.json has the Node of .node-version for each platform, and commands run on it', () => {
  const version = readFileSync(join(home, '.node-version'), 'utf8').trim();
  const names = Object.keys(packageJson.optionalDependencies);
  const locked = names.map((name) => packages[`node_modules/${name}`] ?? {});
  expect(locked.map(({ os, cpu, version }) => `${String(os)} ${String(cpu)} ${version ?? ''}`)).toEqual(
    ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64'].map((platform) => `${platform} ${version}`),
  );
  expect(process.versions.node).toBe(version);
});

/** `@scope/name/part` → `@scope/name` */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
