/**
 * The most time in milliseconds that each step of a publish takes. Together they take less time than the workflow's job
 * has, so that the job isn't killed amid a publish. A step that takes longer ends with an error.
 */
export const limits = {
  /** Reading what is live, and a backup of it. */
  live: 2 * 60_000,
  /** Downloads of rates, with up to five minutes for past days, and writing the files. */
  build: 8 * 60_000,
  check: 3 * 60_000,
  /** Deleting old deployments, and sending files. 100,000 files take minutes; a later upload sends what is missing. */
  upload: 6 * 60_000,
  checkCandidate: 2 * 60_000,
  /** Another deployment of the same files, until it is live. */
  promote: 2 * 60_000,
  checkLive: 2 * 60_000,
  checkAddress: 2 * 60_000,
  rollBack: 60_000,
  /** The files for GitHub Pages beside Cloudflare Pages. */
  mirror: 3 * 60_000,
} as const;
