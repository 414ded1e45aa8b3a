import { tableInSentence, tableOf } from '../../sources/banks/banks.ts';
import { present } from '../../text/present.ts';
import { explainDoubt } from '../../archive/official-doubts.ts';
import { explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { mirrorOutcomesInWords, type RequestedMirror } from '../../validation/snapshot/snapshot.ts';
import type { PublishConcerns } from './publish-concerns.ts';
import type { RepositoryConcerns } from './repository-concerns.ts';

/** How long something lasts before the workflow opens an issue about it. */
export const patience = {
  /** Hours without a successful run. Most shorter failures end with the next run. */
  failingHours: 24,
  /** Hours without an update of the mirror on GitHub Pages. */
  mirrorHours: 24,
  /** Hours for which the rates are stale. */
  staleHours: 24,
  /** Days for which a currency is held. Doubts about real moves end sooner, and so do temporary errors of the source. */
  heldDays: 7,
  /**
   * Days for which an official rate is in doubt. A bank repairs most errors on its next business day, which is at most
   * three days later except at Easter.
   */
  officialDoubtDays: 3,
  /** Days for which a bank's past rates can't be downloaded. */
  historyDays: 7,
  /** Days without a commit. There is then still time to push a commit before GitHub disables the schedule. */
  idleDays: 45,
};

/** Days without a commit after which GitHub disables the schedules of a public repository. */
const DISABLED_AFTER_DAYS = 60;

/** What issues can be about, each with its data. */
type Concerns = PublishConcerns & RepositoryConcerns;

/** A kind of issue that the workflow opens about a concern. The workflow finds its issues by author and title. */
export interface IssueKind<Concern> {
  readonly title: string;
  /** Helps people to find the issue. The workflow doesn't search for the label, because GitHub may drop it silently. */
  readonly label: string;
  /** A line for the page of the workflow run, such as `A currency needs a look: HKD`. */
  readonly summary: (concern: Concern) => string;
  /** The first paragraphs of the issue. They say what is wrong. */
  readonly text: (concern: Concern) => readonly string[];
  /** What a person can do. */
  readonly advice: readonly string[];
  /** When the workflow closes the issue. Completes a sentence that ends with `when`. */
  readonly closesWhen: string;
  /** The comment that closes the issue, such as `Publishing works again`. */
  readonly over: string;
  /** If a person closes the issue, when the next issue opens. Completes a sentence that ends with `until`. */
  readonly closedUntil: string;
  /**
   * Texts that identify what the concern is about, such as a currency and its state. If a person closes the issue, a
   * new issue is opened only for a mark that the closed issue lacks.
   */
  readonly marks: (concern: Concern) => readonly string[];
}

type IssueKinds = { readonly [K in keyof Concerns]: IssueKind<NonNullable<Concerns[K]>> };

/** Every kind of issue. `keep-issue.ts` puts the parts together. */
export const issueKinds: IssueKinds = {
  failure: {
    title: 'Publishing has failed for a day',
    label: 'publishing-fails',
    summary: () => 'Publishing has failed for a day',
    text: (failure) => [
      `No run of the publish workflow has succeeded ${untilNow(failure)}. The last published site is still being ` +
        'served; its `/api/v1/rates` shows how old the rates are.',
    ],
    advice: ['Read the log of a failed run. It says what is wrong.'],
    closesWhen: 'a run succeeds',
    over: 'Publishing works again',
    closedUntil: 'a run has succeeded and publishing fails again',
    marks: (failure) => [`no success ${untilNow(failure)}`],
  },
  staleRates: {
    title: 'The rates have been stale for a day',
    label: 'rates-stale',
    summary: ({ since }) => `The rates have been stale since ${since}`,
    text: ({ since, asOf, mirrors }) => [
      `The published rates are from ${asOf}. They have been stale since ${since}, as \`/api/v1/rates\` says to ` +
        'callers. Publishing itself works. This is what the mirrors of the dataset returned:',
      outcomesOf(mirrors),
    ],
    advice: [
      'Check whether the source has stopped, or only its mirrors. Problems of exchange-api are in [its ' +
        'issues](https://github.com/fawazahmed0/exchange-api/issues).',
      'If another mirror has newer days, name it in the variables `MIRRORS` and `DATED_MIRRORS`. See ' +
        '`.github/HOSTING.md`.',
      'If the source has ended, continue with another one. See “If the dataset is discontinued” in `.github/HOSTING.md`.',
      'Otherwise wait. If no mirror is usable, the rates are composed from official rates 72 hours after they were ' +
        'fetched. Until a bank has a newer day than the dataset, or if the variable `COMPOSE` is `none`, publishing then ' +
        'fails, official rates included.',
    ],
    closesWhen: 'the rates are fresh',
    over: 'The rates are fresh again',
    closedUntil: 'the rates become stale again',
    marks: ({ since }) => [`stale since ${since}`],
  },
  officialRates: {
    title: 'The official rates need a look: old, or in doubt',
    label: 'official-rates',
    summary: ([first]) => {
      const { table, asOf, oldSince, doubts } = present(first, 'concern');
      const [doubt] = doubts;
      const inSentence = tableInSentence(table);
      return oldSince !== null || !doubt
        ? `The newest official rates of ${inSentence} are from ${asOf ?? 'no day yet'}`
        : `The file of ${inSentence} is in doubt: ${explainDoubt(doubt)}`;
    },
    text: (concerns) => [
      ...concerns.flatMap(({ table, asOf, oldSince, doubts }) => {
        const inSentence = tableInSentence(table);
        const page = `[the bank’s page](${tableOf(table).bank.source.url})`;
        return [
          ...(oldSince === null
            ? []
            : [
                `The newest published rates of ${inSentence} are from ${asOf ?? 'no day yet'}. Since ${oldSince}, its ` +
                  'responses, or those for its past days, have been missing, unusable or old. See `banks` in `/api/v1/status` for the reason, and ' +
                  `${page} for its rates.`,
              ]),
          ...(doubts.length === 0
            ? []
            : [
                `The file of ${inSentence} is in doubt. The published rates of these days stay as they are. Compare ` +
                  `them with ${page}:`,
                listOf(doubts.map((doubt) => `${explainDoubt(doubt)}.`)),
              ]),
        ];
      }),
      'Market rates are not affected, and neither are other banks’ rates.',
    ],
    advice: [
      'If the bank’s page has the same rates, you need to do nothing. A rate with a date is published on that date at ' +
        'the latest. A day that can’t have rates needs a change of the bank’s file in `src/sources/banks`.',
      'If the bank’s page has other rates, wait until the bank repairs its file. If that may take longer than the ' +
        'dates above, name only the other banks in the variable `OFFICIAL` until then, and the published rates stay.',
      'If the bank’s responses have moved, change their URL in the bank’s file in `src/sources/banks`.',
    ],
    closesWhen: 'nothing is left to do',
    over: 'The official rates are up to date and not in doubt anymore',
    closedUntil: 'something new is in doubt',
    marks: (concerns) =>
      concerns.flatMap(({ table, asOf, oldSince, doubts }) => [
        ...(oldSince === null ? [] : [`${table}: official rates of ${asOf ?? 'no day'}`]),
        ...doubts.map(({ date, reason, code, since }) => `${table}: ${reason} ${date} ${code ?? ''} ${since}`),
      ]),
  },
  composedRates: {
    title: 'The dataset has stopped, and rates are composed from official rates',
    label: 'rates-composed',
    summary: ({ since }) => `Rates have been composed from official rates since ${since}`,
    text: ({ since, asOf, missing, mirrors }) => [
      `The dataset has stopped. Since ${since}, the rates of each business day have been composed from the official ` +
        `rates of central banks, and the newest are from ${asOf}. Each rate is from one bank. The site says so in ` +
        '`source`, and `composed` in `/api/v1/status` lists the origin of each rate. This is what the mirrors of the ' +
        'dataset returned:',
      outcomesOf(mirrors),
      missing.length === 0
        ? 'Every currency has a rate of that day.'
        : `On ${asOf}, no bank has these currencies: ${missing.join(', ')}. Their last rates are published with their ` +
          'own dates for 30 days. After that, they are omitted.',
    ],
    advice: [
      'You need to do nothing. As soon as the dataset is back, its rates are published again.',
      'Check whether the dataset has stopped for good. If so, continue with another one. See “If the dataset is ' +
        'discontinued” in `.github/HOSTING.md`.',
      'If you don’t want composed rates, set the variable `COMPOSE` to `none`. The newest published rates then stay. But ' +
        'if no mirror is usable, publishing fails 72 hours after these rates were fetched, official rates included.',
    ],
    closesWhen: 'the rates are from the dataset again',
    over: 'The rates are from the dataset again',
    closedUntil: 'the dataset is back and stops again',
    marks: ({ since }) => [`composed since ${since}`],
  },
  currencies: {
    title: 'A currency needs a look: held for a week, or omitted',
    label: 'currency-in-doubt',
    summary: (currencies) => `A currency needs a look: ${currencies.map(({ code }) => code).join(', ')}`,
    text: (currencies) => [
      'A currency among the most traded has been held for more than a week, or is omitted. A held currency is published ' +
        'at its last good rate, with the date of that rate; an omitted currency isn’t published.',
      listOf(currencies.map((currency) => explainQuality(currency.code, currency))),
    ],
    advice: [
      'Look at `/api/v1/status` on your site. It lists each currency’s state, and which witnesses dispute the source.',
      'If the source is wrong or the currency has changed, add or correct the fact in `src/currencies/data`, with ' +
        'its sources. The files are `known-faults.json`, `redenominations.json` and `pegs.json`.',
      'Otherwise wait. A state with a date ends on that date at the latest. A state without a date ends when you ' +
        'correct such a fact, or when the source’s value changes.',
    ],
    closesWhen: 'the list is empty',
    over: 'No currency needs a look anymore',
    closedUntil: 'the list has another currency, or a listed currency changes its state',
    marks: (currencies) => currencies.map(({ code, state, since }) => `${code} ${state} ${since}`),
  },
  schedule: {
    title: `GitHub may stop the schedule: no commit for ${patience.idleDays} days`,
    label: 'schedule-may-stop',
    summary: ({ days }) =>
      `No commit for ${days} days, and GitHub may disable the schedule after ${DISABLED_AFTER_DAYS}`,
    text: ({ since }) => [
      `There has been no commit on the default branch since ${since}. GitHub disables the schedules of a public ` +
        `repository after ${DISABLED_AFTER_DAYS} days without activity. From then on nothing is published, and no run ` +
        'can report it.',
      'Each run enables the workflow again, which has kept schedules alive so far. GitHub doesn’t document this ' +
        'effect, so it can end at any time.',
    ],
    advice: [
      'Push a commit, for example with _Sync fork_, or an empty one: ' +
        "`git commit --allow-empty -m 'Keep the schedule' && git push`.",
      'Set up the heartbeat in `.github/HOSTING.md`, if you haven’t yet. It alerts you when runs stop.',
      'If the schedule has stopped, press _Enable workflow_ under _Actions → Publish_.',
    ],
    closesWhen: 'there is a new commit',
    over: 'There is a new commit',
    closedUntil: `${patience.idleDays} days after the next commit`,
    marks: ({ since }) => [`no commit since ${since}`],
  },
  mirror: {
    title: 'The mirror on GitHub Pages has not been updated for a day',
    label: 'mirror-old',
    summary: ({ since }) => `The mirror on GitHub Pages hasn’t been updated ${sinceThen(since)}`,
    text: ({ since }) => [
      `The mirror on GitHub Pages hasn’t been updated ${sinceThen(since)}. The site itself is published as usual. The ` +
        'mirror’s `api/v1/rates.json` shows how old its rates are.',
    ],
    advice: [
      'Check that _Settings → Pages → Build and deployment → Source_ is _GitHub Actions_.',
      'Read the log of the last run: the job `mirror`, and the steps about the mirror in the job `publish`.',
      'If you don’t want a mirror, remove the variable `PUBLISH_TO_GITHUB_PAGES`.',
    ],
    closesWhen: 'the mirror is updated',
    over: 'The mirror is updated again',
    closedUntil: 'the mirror has been updated and fails again',
    marks: ({ since }) => [`no update ${sinceThen(since)}`],
  },
};

function outcomesOf(mirrors: readonly RequestedMirror[]): string {
  return listOf(
    mirrors.map(({ mirror, outcome, date }) => {
      const dated = date === null ? '' : `${date}: `;
      return `\`${mirror}\`: ${dated}${mirrorOutcomesInWords[outcome]}.`;
    }),
  );
}

/** A list in Markdown. */
export function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

function sinceThen(since: string | null): string {
  return since === null ? 'yet' : `since ${since}`;
}

function untilNow({ since, hasSucceeded }: NonNullable<RepositoryConcerns['failure']>): string {
  return sinceThen(hasSucceeded ? since : null);
}
