/**
 * The publish workflow runs this script before anything is installed. The script outputs the commit to publish: the
 * newest commit of main that passed its tests. If the workflow hasn't run for a push yet, as in a new fork, the script
 * outputs the newest commit.
 */

import { CommandError, runCommand } from '../../src/operate/terminal/command.ts';
import { askGitHub, findAtGitHub, setOutput, setting, WORKFLOW } from '../../src/operate/github/github.ts';
import { print } from '../../src/operate/terminal/print.ts';

/** Name of the workflow's job that runs the tests. */
const TEST_JOB = 'test';
/** Number of latest pushes to look at. */
const PUSHES = 30;

interface Run {
  readonly id: number;
  readonly head_sha: string;
}

await runCommand(async (signal) => {
  const newest = setting('GITHUB_SHA');
  const pushes = `actions/workflows/${WORKFLOW}/runs?event=push&branch=main&per_page=${PUSHES}`;
  const { workflow_runs: runs } = (await askGitHub(signal, 'GET', pushes)) as { workflow_runs: Run[] };
  let known = 0;
  let tested: string | undefined;
  for (const { id, head_sha } of runs) {
    if (!(await isOfMain(head_sha))) continue;
    const { jobs } = (await askGitHub(signal, 'GET', `actions/runs/${id}/jobs?filter=latest&per_page=100`)) as {
      jobs: { name: string; conclusion: string | null }[];
    };
    // A job of a called workflow has a name like `test / check`.
    const tests = jobs.filter(({ name }) => name.split(' / ')[0] === TEST_JOB);
    // A run without jobs has just begun, so it counts as a run with tests.
    if (tests.length > 0 || jobs.length === 0) known++;
    if (tests.length > 0 && tests.every(({ conclusion }) => conclusion === 'success')) {
      tested = head_sha;
      break;
    }
  }
  const commit = tested ?? (known === 0 ? newest : undefined);
  if (commit === undefined) {
    throw new CommandError(`None of the last ${known} pushes to main has passed its tests. Nothing is published.`);
  }
  print(`Commit ${commit}${commit === newest ? '' : `; this run began with ${newest}`}.`);
  setOutput('commit', commit);

  /** Whether a commit is part of main. A commit that was removed from main must not be published. */
  async function isOfMain(commit: string): Promise<boolean> {
    if (commit === newest) return true;
    const compared = (await findAtGitHub(signal, `compare/${commit}...main`)) as { status: string } | undefined;
    return compared !== undefined && ['ahead', 'identical'].includes(compared.status);
  }
});
