/**
 * Why a publish can fail, by code: what is wrong, and what to do. The publish prints it, the issue lists it, and the
 * guide for Cloudflare has the same rows. This file imports nothing, because the report runs without packages.
 */
export const failures = {
  token: {
    what: 'Cloudflare refuses the API token. It has expired, was deleted or lacks a permission.',
    todo: 'Create a token with the permission Cloudflare Pages: Edit, and replace the secret CLOUDFLARE_API_TOKEN where you stored it, in the environment production. If the token is right, check CLOUDFLARE_ACCOUNT_ID.',
  },
  account: {
    what: 'Cloudflare doesn’t find the account, so CLOUDFLARE_ACCOUNT_ID is wrong.',
    todo: 'Copy the account ID from Cloudflare’s dashboard into the secret CLOUDFLARE_ACCOUNT_ID.',
  },
  project: {
    what: 'The host has no site, but this repository has published before.',
    todo: 'If the name is mistyped, correct the variable CLOUDFLARE_PAGES_PROJECT. On a server, create the link live again. If the project was deleted, restore the archive, or start over.',
  },
  suspended: {
    what: 'Cloudflare has suspended or locked the account.',
    todo: 'Sign in to Cloudflare’s dashboard and follow what it says about the account.',
  },
  'rate-limit': {
    what: 'Cloudflare’s API has received too many requests from this account.',
    todo: 'Wait. If it lasts for hours, check what else uses the account’s tokens.',
  },
  cloudflare: {
    what: 'Cloudflare’s API fails or doesn’t respond.',
    todo: 'Wait, and check https://www.cloudflarestatus.com.',
  },
  deployment: {
    what: 'The host refused the new site, or doesn’t serve it.',
    todo: 'Read what the host said in the run’s log. If the site is too large for your plan, see FILE_LIMIT.',
  },
  gate: {
    what: 'No commit of main has passed the workflow Gate, so nothing is published. Only the log and the heartbeat say so, because only code that has passed may write the issue.',
    todo: 'Read the log of the newest commit’s failed run. Push a commit that corrects what the log names.',
  },
  'live-site': {
    what: 'The live site can’t be read or is damaged, so the next site can’t continue it.',
    todo: 'Wait for a few runs. If it lasts, roll back to an earlier deployment, or restore the archive.',
  },
  rates: {
    what: 'No source has usable rates, and no published rates are new enough to stay.',
    todo: 'Check whether the dataset or only its mirrors have stopped. If they don’t come back, name other mirrors in MIRRORS, or continue with another source.',
  },
  unhealthy: {
    what: 'The new site failed its checks. It didn’t go live, or the log says what is live now.',
    todo: 'Read in the run’s log which check failed. If every run fails, undo the last commit of main.',
  },
  address: {
    what: 'The new site is live and healthy at its own URL, but not at SITE_URL.',
    todo: 'Check the domain’s DNS, proxies, firewall and caches.',
  },
  pages: {
    what: 'GitHub Pages isn’t set up for this repository, or can’t be read.',
    todo: 'Under Settings, Pages, Build and deployment, set the source to GitHub Actions.',
  },
  settings: {
    what: 'A variable or secret of the repository is missing or has a wrong value.',
    todo: 'Read its name in the run’s log, and correct it where you stored it: under Settings, Environments, production, or under Secrets and variables, Actions.',
  },
  install: {
    what: 'The npm packages can’t be installed.',
    todo: 'Wait. If every run fails, undo the last change of package-lock.json.',
  },
  other: {
    what: 'The publish failed for another reason.',
    todo: 'Read the run’s log. Its last lines say what is wrong.',
  },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly todo: string }>>;

export type Failure = keyof typeof failures;
