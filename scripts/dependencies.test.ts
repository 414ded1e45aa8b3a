import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const home = dirname(import.meta.dirname);

const modulesIn = (folder: string, other: RegExp) =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test|\.d)\.[jt]s$/.test(path) && !other.test(path))
    .map((path) => join(folder, path));

/** All modules that hosting may need, so also those that are bundled by path or started by the workflow. */
const modules = [...modulesIn('scripts', /^lab\b/), ...modulesIn('src', /^testing\b/)];

it('the commands in the hosting guide are scripts of these modules', () => {
  const guide = readFileSync(join(home, '.github/HOSTING.md'), 'utf8');
  const names = new Set(Array.from(guide.matchAll(/npm (?:run )?([a-z]+)/g), ([, name = '']) => name));
  names.delete('ci');
  const lines = [...names].map((name) => (packageJson.scripts as Record<string, string>)[name]?.split(' ') ?? [name]);
  expect(lines.map((words) => words[0])).toEqual(lines.map(() => 'node'));
  expect(modules).toEqual(expect.arrayContaining(lines.map((words) => words.at(-1))));
});

it('the “dependencies” in package.json are exactly the packages that these modules need', async () => {
  const { metafile } = await build({
    entryPoints: modules,
    absWorkingDir: home,
    bundle: true,
    splitting: true,
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
  const resolved = Object.keys(metafile.inputs).flatMap((path) => {
    const names = Array.from(
      readFileSync(join(home, path), 'utf8').matchAll(
        /(?:import\.meta\.resolve|createRequire\(import\.meta\.url\))\((?:'(.+?)')?/g,
      ),
      ([, name]) => name,
    );
    expect(names, `${path} resolves a package that this test can’t read`).not.toContain(undefined);
    return names.map(String);
  });
  const used = new Set([...imported, ...resolved].map(packageOf));
  expect([...used].sort()).toEqual(Object.keys(packageJson.dependencies).sort());
});

it('the tables in CONTRIBUTING.md have every direct dependency, by whether hosting needs it', () => {
  const guide = readFileSync(join(home, '.github/CONTRIBUTING.md'), 'utf8');
  const tables = guide.slice(guide.indexOf('\n## Dependencies\n')).split('\n\n');
  const packages = tables
    .filter((paragraph) => paragraph.startsWith('| Package |'))
    .slice(0, 2)
    .map((table) =>
      Array.from(table.matchAll(/^\| (`.+?`) \|/gm), ([, cell = '']) => cell.split(', '))
        .flat()
        .sort(),
    );
  const { dependencies, optionalDependencies, devDependencies } = packageJson;
  const quoted = (names: object) =>
    Object.keys(names)
      .map((name) => `\`${name}\``)
      .sort();
  expect(packages).toEqual([quoted({ ...dependencies, ...optionalDependencies }), quoted(devDependencies)]);
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
