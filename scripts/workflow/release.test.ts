import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/process/temporary-folder.ts';
import { runStep } from '../../src/testing/process/workflows.ts';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n## [7.8.9] - 2026-12-01\n\n### API\n\n- More.\n\n## [7.8.8] - 2026-11-01\n\n- Less.\n';

it.each<
  [string, { tag?: string; version?: string; text?: string; branch?: string; status?: number }, string | undefined]
>([
  ['creates a release with the version’s section of the changelog and the client’s package', {}, undefined],
  ['fails if gh fails', { status: 1 }, undefined],
  ['refuses a tag that isn’t the version', { tag: 'v7.8.8' }, 'package.json has the version 7.8.9.'],
  [
    'refuses a version between releases',
    { tag: 'v7.9.0-dev', version: '7.9.0-dev' },
    "7.9.0-dev isn't a version to release.",
  ],
  ['refuses a commit that isn’t on main', { branch: 'other' }, "main doesn't have this commit."],
  [
    'refuses a version that the changelog doesn’t list',
    { text: changelog.replace('[7.8.9]', '[7.8.90]') },
    'CHANGELOG.md has no dated section with changes for 7.8.9.',
  ],
  [
    'refuses a version without a date in the changelog',
    { text: changelog.replace(' - 2026-12-01', '') },
    'CHANGELOG.md has no dated section with changes for 7.8.9.',
  ],
])(
  'release workflow > %s',
  async (_, { tag = 'v7.8.9', version = '7.8.9', text = changelog, branch = 'main', status = 0 }, refused) => {
    await using folder = temporaryFolder();
    const [checkout, calls, gh] = [join(folder.path, 'checkout'), join(folder.path, 'calls'), join(folder.path, 'gh')];
    mkdirSync(checkout);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: checkout });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'First');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    writeFileSync(join(checkout, 'package.json'), `{\n  "name": "x",\n  "version": "${version}",\n  "os": []\n}\n`);
    writeFileSync(join(checkout, 'CHANGELOG.md'), text);
    git('add', '.');
    git('commit', '--quiet', '--message', 'Release');
    git('update-ref', `refs/remotes/origin/${branch}`, 'HEAD');
    // As in the workflow, main is already further than the tag's commit.
    git('tag', tag);
    git('checkout', '--quiet', '-B', 'next', `origin/${branch}`);
    git('commit', '--quiet', '--allow-empty', '--message', 'Next');
    git('update-ref', `refs/remotes/origin/${branch}`, 'HEAD');
    git('checkout', '--quiet', tag);
    mkdirSync(join(checkout, 'packed'));
    writeFileSync(join(checkout, 'packed/ratesheet-7.8.9.tgz'), '');

    writeFileSync(gh, `#!/bin/sh\nprintf '%s\\n' "$@" > '${calls}'\nexit ${status}\n`, { mode: 0o755 });
    writeFileSync(calls, '');
    const { code, stdout } = await runStep(['release.yml', 'release', 'Create the release'], checkout, {
      ...{ GH_TOKEN: 'a-token', TAG: tag, GITHUB_STEP_SUMMARY: join(folder.path, 'summary') },
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
    });
    const called = readFileSync(calls, 'utf8');
    if (refused === undefined) {
      expect([code, called]).toEqual([
        status,
        'release\ncreate\nv7.8.9\n--verify-tag\n--title\n7.8.9\n--notes\n\n### API\n\n- More.\npacked/ratesheet-7.8.9.tgz\n',
      ]);
    } else {
      const advice = `Delete the tag ${tag}, and follow "Release" in .github/CONTRIBUTING.md.`;
      expect([code, called, stdout]).toEqual([1, '', `::error title=Not released::${refused} ${advice}\n`]);
    }
  },
);
