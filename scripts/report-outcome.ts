/**
 * Run by the publish workflow after each try. Keeps one issue: opened when nothing has been published for a day, closed
 * when publishing works again. Needs no package, so that it works when installing them is what fails.
 */

/** Hours without a successful run after which somebody should be told. Shorter faults heal with the next run. */
const PATIENCE_HOURS = 24;
const WORKFLOW = 'publish.yml';
const LABEL = 'publishing-fails';

const api = setting('GITHUB_API_URL');
const repository = setting('GITHUB_REPOSITORY');
const run = `${setting('GITHUB_SERVER_URL')}/${repository}/actions/runs/${setting('GITHUB_RUN_ID')}`;
const outcome = setting('OUTCOME');

// GitHub switches off the schedule of a repository without commits for 60 days. Enabling it starts the 60 days anew.
await call('PUT', `actions/workflows/${WORKFLOW}/enable`);

const [issue] = (await call('GET', `issues?state=open&labels=${LABEL}&per_page=1`)) as { number: number }[];
if (outcome === 'success' && issue) {
  await call('POST', `issues/${issue.number}/comments`, { body: `Publishing works again: ${run}` });
  await call('PATCH', `issues/${issue.number}`, { state: 'closed' });
  console.log(`Closed issue #${issue.number}.`);
} else if (outcome !== 'success' && !issue) {
  // Also of a run that was cancelled: that is what GitHub calls one that takes too long.
  const since = await failingSince();
  const hours = (Date.now() - Date.parse(since)) / 3_600_000;
  if (hours >= PATIENCE_HOURS) {
    await call('POST', 'issues', {
      title: 'Nothing has been published for a day',
      labels: [LABEL],
      body:
        `No run of the publish workflow has succeeded since ${since}. The last deployment is still being served; its ` +
        `\`/api/v1/rates\` says how old it is.\n\nThe latest failure: ${run}\n\nThis issue closes itself when a run succeeds.`,
    });
    console.log('Opened an issue.');
  } else {
    console.log(`Failing since ${since}: an issue is opened after ${PATIENCE_HOURS} hours.`);
  }
}

/** When a run last succeeded or, where none ever did, when the first of the latest hundred ended otherwise. */
async function failingSince(): Promise<string> {
  const [succeeded] = await runs('success', 1);
  const ended = await runs('completed', 100);
  return succeeded?.created_at ?? ended.at(-1)?.created_at ?? new Date().toISOString();
}

async function runs(status: string, count: number): Promise<{ created_at: string }[]> {
  const path = `actions/workflows/${WORKFLOW}/runs?status=${status}&per_page=${count}`;
  return ((await call('GET', path)) as { workflow_runs: { created_at: string }[] }).workflow_runs;
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
      'X-GitHub-Api-Version': '2022-11-28',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: status ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this is run by .github/workflows/${WORKFLOW}.`);
  return value;
}
