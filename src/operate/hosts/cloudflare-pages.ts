import type { Instant } from '../../money/calendar.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { CommandError, uninterrupted } from '../terminal/command.ts';
import { limits } from '../publish/limits.ts';
import { annotate } from '../terminal/print.ts';
import {
  type Access,
  accessOfEnvironment,
  callCloudflare,
  CloudflareError,
  type Deployment,
  deploymentSchema,
  PROJECT_NOT_FOUND,
  projectSchema,
} from './cloudflare-api.ts';
import type { About, Deployed, Host, Live } from './host.ts';
import { CANDIDATE, oldDeployments } from './old-deployments.ts';
import { wranglerUpload } from './wrangler-upload.ts';

/** The production branch of a project that this code creates. */
const PRODUCTION_BRANCH = 'main';
/** Maximum number of deployments in one response of the API. */
const PAGE = 25;
/** Milliseconds after which no further deployment is deleted in one run. The next run deletes more. */
const DELETING = 60_000;
/** Milliseconds to wait until Cloudflare's API lists a deployment as live, and between two requests. */
const [GOING_LIVE, PAUSE] = [60_000, 3000];

export interface CloudflarePagesOptions {
  readonly now: Instant;
  /** @default the project that the environment names */
  readonly access?: Access;
  /** @default wrangler in another process */
  readonly upload?: typeof wranglerUpload;
}

/** A Cloudflare Pages project. */
export function cloudflarePages(options: CloudflarePagesOptions): Host {
  const { now, access = accessOfEnvironment(), upload = wranglerUpload } = options;
  const { name } = access;
  const own = `/${encodeURIComponent(name)}`;
  const readProject = (signal: AbortSignal) => callCloudflare(access, signal, ['GET', own], projectSchema);
  const liveNow = async (signal: AbortSignal) => (await readProject(signal)).result.canonical_deployment ?? null;
  let branch = PRODUCTION_BRANCH;

  async function live(onEmpty: () => Promise<void>, signal: AbortSignal): Promise<Live> {
    const found = await readIfExists(signal);
    if (!found?.result.canonical_deployment) await onEmpty();
    const { result: project, date: clock } = found ?? (await create(signal));
    branch = project.production_branch;
    const deployed = project.canonical_deployment ?? null;
    return { address: `https://${project.subdomain}`, deployed, clock };
  }

  async function readIfExists(signal: AbortSignal) {
    try {
      return await readProject(signal);
    } catch (error) {
      if (error instanceof CloudflareError && error.codes.includes(PROJECT_NOT_FOUND)) return undefined;
      throw error;
    }
  }

  async function create(signal: AbortSignal) {
    const body = { name, production_branch: PRODUCTION_BRANCH };
    const created = await callCloudflare(access, signal, ['POST', ''], projectSchema, body);
    const url = `https://${created.result.subdomain}`;
    annotate(`The account had no Pages project ${name}, so it was created. Its URL is ${url}`);
    return created;
  }

  /** Deletes old deployments, so that a project never has as many as Cloudflare allows. The next run tries again. */
  async function deleteOld(signal: AbortSignal): Promise<void> {
    const all: Deployment[] = [];
    for (let page = 1; all.length === (page - 1) * PAGE; page++) {
      const path = `${own}/deployments?page=${page}&per_page=${PAGE}`;
      all.push(...(await callCloudflare(access, signal, ['GET', path], z.array(deploymentSchema))).result);
    }
    const liveId = (await liveNow(signal))?.id;
    const old = oldDeployments(all, now).filter(({ id }) => id !== liveId);
    const end = performance.now() + DELETING;
    const refusals: string[] = [];
    for (const { id, environment } of old) {
      if (performance.now() > end) break;
      // A preview deployment has an alias, and is deleted all the same.
      const path = `${own}/deployments/${encodeURIComponent(id)}${environment === 'preview' ? '?force=true' : ''}`;
      try {
        await callCloudflare(access, signal, ['DELETE', path], z.unknown());
      } catch (error) {
        // If a deployment can't be deleted, for example because it has an alias, the others are still deleted.
        if (!(error instanceof CloudflareError)) throw error;
        refusals.push(error.message);
      }
    }
    const [first] = refusals;
    if (first !== undefined) annotate(`${refusals.length} old deployments could not be deleted: ${first}`);
  }

  const uploadTo = (folder: string, to: string, { asOf, commit }: About, signal: AbortSignal) =>
    upload(folder, { project: name, branch: to, commit, message: `Rates of ${asOf}` }, signal);

  return {
    name: 'Cloudflare Pages',
    live,
    upload: async (folder, about, signal) => {
      await deleteOld(signal);
      return { ...(await uploadTo(folder, CANDIDATE, about, signal)), [Symbol.asyncDispose]: () => Promise.resolve() };
    },
    promote: async (folder, about, before, signal) => {
      const now = await liveNow(signal);
      if (now?.id !== before?.id) {
        throw new CommandError(`${publishedElsewhere(now)} The new site wasn't published. Try again.`);
      }
      // All files are there already, so this only makes another deployment of them.
      const ours = await uploadTo(folder, branch, about, signal);
      const end = performance.now() + GOING_LIVE;
      for (;;) {
        const live = await liveNow(signal);
        if (live?.id === ours.id) return ours;
        if (live?.id !== before?.id) throw new CommandError(`${publishedElsewhere(live)} It stays live. Try again.`);
        if (performance.now() > end) {
          const seconds = GOING_LIVE / 1000;
          throw new CloudflareError('deployment', `${ours.url} was deployed, but isn't live after ${seconds} seconds.`);
        }
        await wait(PAUSE, undefined, { signal });
      }
    },
    rollBack: (ours, before) => {
      if (!before)
        return Promise.resolve('There is no earlier deployment to roll back to. Fix the site and publish again.');
      const seconds = limits.rollBack / 1000;
      return uninterrupted(`Rolling back to ${before.url}`, seconds, async (until) => {
        try {
          const now = await liveNow(until);
          if (now?.id !== ours.id) return `${publishedElsewhere(now)} It stays live.`;
          const path = `${own}/deployments/${encodeURIComponent(before.id)}/rollback`;
          await callCloudflare(access, until, ['POST', path], z.unknown());
          const after = await liveNow(until);
          if (after?.id === before.id) return `The new site was rolled back. ${before.url} is live again.`;
          return `The new site was rolled back to ${before.url}, but ${after?.url ?? 'nothing'} is live. See Cloudflare's dashboard.`;
        } catch (error) {
          if (!until.aborted && !(error instanceof CloudflareError)) throw error;
          const reason = error instanceof CloudflareError ? error.message : `not done in ${seconds} seconds`;
          return `The new site couldn't be rolled back (${reason}). Roll back to ${before.url} in Cloudflare's dashboard.`;
        }
      });
    },
  };
}

function publishedElsewhere(now: Deployed | null): string {
  return `Another publisher has meanwhile published ${now?.url ?? 'nothing'}, and the new site isn't built on it.`;
}
