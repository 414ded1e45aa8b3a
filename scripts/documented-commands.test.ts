import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { isKeyOf } from '../src/text/is-key-of.ts';
import { runScript, type RunnableScript } from '../src/testing/process/run-script.ts';

const root = join(import.meta.dirname, '..');
const guides = globSync(['README.md', '.github/**/*.md', 'public/docs/*.md'], { cwd: root });

/** Commands that this test skips. Most of them are run by .ci/run or by the test named above a pattern. */
const runElsewhere = [
  /^git clone|^cd ratesheet$|^npm ci|^npm (start|test)$|^npm run (check|types|fix|preview:wrangler)$|^npx vitest run( --[\w-]+)*( src\/[\w./-]+)+$/,
  // A weekly job in systems.yml runs these scripts.
  /^npx node --import \.\/scripts\/loader\.js scripts\/lab\/NAME\.ts$/,
  // Attaches to another command.
  /^npx node inspect /,
  // scripts/workflow/back-up-site.test.ts
  /^(sha256sum|tar|\(cd) /,
  // src/web/docs/docs.test.ts
  /^curl |^\s+-d '|^npx http-server|^soffice |^\s+tr -d/,
  // Programs of other projects.
  /^claude mcp add |^mcp-publisher (login|publish)/,
  // Needs GitHub or npm, or changes the clone for a release.
  /^gh attestation verify |^\s*git (tag|push) |^npm (version|publish)\b/,
];

/** The commands in a guide: lines of shell code, and code within a sentence that begins with a program's name. */
function commandsIn(guide: string): string[] {
  const text = readFileSync(join(root, guide), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
  const withinSentences = [...text.matchAll(/`((?:npm|npx|curl|git|gh|sha256sum|tar) [^`]*)`/g)];
  const all = [...blocks, ...withinSentences.map(([, code = '']) => code)];
  return [...new Set(all.map((line) => line.replace(/ +#.*/, '')))];
}

const helps = new Map<string, string>();

/** Returns the output of `npm run NAME -- --help`. */
async function helpOf(name: keyof typeof packageJson.scripts): Promise<string> {
  const script = packageJson.scripts[name].replace(/^.*scripts\/(.*)\.ts$/, '$1');
  const help = helps.get(script) ?? (await runScript(script as RunnableScript, ['--help'])).stdout;
  helps.set(script, help);
  return help;
}

describe.each(guides)('guide %s', (guide) => {
  it('contains only commands and options that exist', async () => {
    for (const command of commandsIn(guide)) {
      if (runElsewhere.some((pattern) => pattern.test(command))) continue;
      const asScript = command.replace(/^npx node --inspect-brk scripts\/(\w+)\.ts/, 'npm run $1 --');
      const [, name = '', args = ''] = /^npm run (\w+)(?: -- (.*))?$/.exec(asScript) ?? [];
      if (!isKeyOf(packageJson.scripts, name)) throw new Error(`${guide} names the unknown command ${command}`);
      for (const [option] of args.matchAll(/--[a-z-]+/g)) {
        if (option !== '--help') expect(await helpOf(name), command).toContain(`\n  ${option} `);
      }
    }
  });
});

it('npm run NAME -- --help > prints the synopsis of each command that CONTRIBUTING lists', async () => {
  const guide = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
  const names = [...guide.matchAll(/^\| `npm run (\w+)[ `]/gm)].map(([, name = '']) => name);
  expect(names).toContain('generate');
  for (const name of names) {
    if (!isKeyOf(packageJson.scripts, name)) throw new Error(`CONTRIBUTING lists the unknown command ${name}`);
    expect(await helpOf(name)).toContain(`\n\nnpm run ${name}`);
  }
});
