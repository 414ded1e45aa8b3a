import { type Failure, failures } from '../failures.ts';

/** Something that a person should look at: a line of the issue. */
export interface Item {
  /** A code of {@link itemTexts}. Some codes name what the item is about, such as `held:HKD` and `failing:token`. */
  readonly code: string;
  /** A date or an instant in ISO 8601, UTC; null if it isn't known or says nothing. */
  readonly since: string | null;
  /** What is known beyond the code's text, in Markdown. */
  readonly detail?: string;
}

/** How long something lasts before it's an item. Most shorter problems end by themselves. */
export const patience = {
  /** Hours without a successful run. */
  failingHours: 24,
  /** Hours for which the rates are stale. */
  staleHours: 24,
  /** Hours without an update of the mirror on GitHub Pages. */
  mirrorHours: 24,
  /** Hours for which the newest commit isn't live. The gate takes less time. */
  gateHours: 3,
  /** Hours after midnight UTC in which the Function's daily quota can hardly be used up, because it has just begun. */
  quotaHours: 3,
  /** Days for which a currency is held. Doubts about real moves end sooner, and so do temporary errors of the source. */
  heldDays: 7,
  /**
   * Days for which an official rate is in doubt. A bank repairs most errors on its next business day, which is at most
   * three days later except at Easter.
   */
  doubtDays: 3,
  /** Days before a doubt to which a day belongs that was new. A doubt about an older day ends by itself. */
  newDays: 14,
  /** Days for which a bank's responses are unusable. */
  bankDays: 7,
  /** Days for which a day is missing. Absent days are gaps sooner, and a whole archive takes about a day. */
  missingDays: 30,
  /** Days without a backup, which is made each month. */
  backupDays: 35,
  /** Days without a push. GitHub disables the schedules of a public repository after 60. */
  idleDays: 45,
};

const aboutCurrency =
  'Look at `currencies` in the status. If the source is wrong or the currency has changed, correct the fact ' +
  '(see “Correct a rate or a fact” in `.github/CONTRIBUTING.md`). Otherwise wait.';

/** The codes of the items, each with what is wrong and what to do. The texts of `failing:…` are in {@link failures}. */
export const itemTexts = {
  failing: { what: 'Publishing fails.', todo: '' },
  gate: {
    what: 'The newest commit isn’t live, because it hasn’t passed the workflow _Gate_. An older commit is published.',
    todo: 'Read the log of the commit’s run, and push a commit that corrects what it names.',
  },
  stale: {
    what: 'The published rates are old. Publishing itself works.',
    todo:
      'Look at `mirrors` in the status. If only these mirrors have stopped, name others in the variables `MIRRORS` and ' +
      '`DATED_MIRRORS`. If the dataset has stopped, rates are soon composed from official rates.',
  },
  composed: {
    what: 'The dataset has stopped, so rates are composed from the official rates of central banks.',
    todo:
      'If it comes back, you need to do nothing. If it has stopped for good, continue with another source. If you ' +
      'don’t want composed rates, set the variable `COMPOSE` to `none`.',
  },
  banks: {
    what: 'No bank’s rates can be downloaded, so the official rates are old.',
    todo:
      'The cause is probably the network of the computer that runs the workflow. Run the workflow again later. If it ' +
      'lasts, read in the log what the banks’ servers respond.',
  },
  official: {
    what: 'Official rates of a bank are old or in doubt. The published rates stay, and other rates aren’t affected.',
    todo:
      'Mostly wait, because doubts end by themselves. Look at `banks` in the status, and at the bank’s page. If the ' +
      'bank’s responses have moved, press _Sync fork_, or open an issue in the original repository. If the bank’s file ' +
      'is wrong, name only the other banks in the variable `OFFICIAL` until the bank has repaired it.',
  },
  held: {
    what: 'For more than a week, the last good rate of one of the most traded currencies has been published instead of a new one.',
    todo: aboutCurrency,
  },
  omitted: {
    what: 'One of the most traded currencies isn’t published, because its value is in doubt or missing.',
    todo: aboutCurrency,
  },
  missing: {
    what: 'Past days are still missing in the archive, although they have been sought for a month. So averages are incomplete.',
    todo:
      'Look at `missing` in `/api/v1/archive`, and read in the log what the dated mirrors respond. Name mirrors that have ' +
      'these days in the variable `DATED_MIRRORS`, or only one mirror if they have different rates. If the days are of a ' +
      'former source, or if no mirror has them anymore, close this issue: they stay missing.',
  },
  function: {
    what: 'The Pages Function doesn’t respond, although its daily quota of requests has just begun. Files are served.',
    todo: 'Look at the metrics of the project in Cloudflare’s dashboard. If the quota is used up every day, use a paid plan.',
  },
  mirror: {
    what: 'The mirror on GitHub Pages isn’t updated. The site itself is published as usual.',
    todo:
      'Check that the source under _Settings → Pages_ is _GitHub Actions_, and read the run’s log. If you don’t want a ' +
      'mirror, remove the variable `PUBLISH_TO_GITHUB_PAGES`.',
  },
  backup: {
    what: 'The archive hasn’t been backed up for more than a month, so the live site may be the only copy of its newest days.',
    todo:
      'Look for _No backup_ in the job `publish`, and at the job `backup`. The branch `archive` must accept pushes of the ' +
      'workflow.',
  },
  schedule: {
    what: 'Nothing was pushed for a long time. GitHub disables schedules after 60 days, and then nothing is published.',
    todo:
      'Push a commit, for example with _Sync fork_. If you have no heartbeat yet, set it up, because a stopped schedule ' +
      'can’t report itself. If it has stopped, press _Enable workflow_ under _Actions → Publish_.',
  },
} as const;

export type Kind = keyof typeof itemTexts;

/** What the live site's status decides. */
export const kindsOfRates: readonly Kind[] = ['stale', 'composed', 'banks', 'official', 'held', 'omitted', 'missing'];

/** The item's line in the issue. @param guide URL of the guide that explains each cause */
export function lineOf({ code, since, detail }: Item, guide: string): string {
  const [kind, about] = code.split(':') as [Kind, Failure];
  const { what, todo } = itemTexts[kind];
  const texts = kind === 'failing' ? [what, ...failureTexts(about, guide)] : [what, detail, todo];
  const when = since === null ? '' : ` since ${since}`;
  return `- \`${code}\`${when}: ${texts.filter((text) => text !== undefined).join(' ')}`;
}

function failureTexts(code: Failure, guide: string): string[] {
  const { what, todo } = failures[code];
  return [what, todo, `[More](${guide}#causes)`];
}
