import type { ArchiveFiles } from '../../../api/documents/archive-files.ts';
import { buildStatus, countStates, type Status } from '../../../api/documents/status.ts';
import { explainDoubt } from '../../../archive/official-doubts.ts';
import { dateAt, datesUpTo, type IsoDate } from '../../../money/calendar.ts';
import { needsConfirmation, nextPublicationDay, PAST_PROBLEM, publicationTime } from '../../../sources/bank.ts';
import { isComposed, providerOn } from '../../../sources/provider.ts';
import { longDateFormat } from '../../../text/wording/long-date.ts';
import type { Snapshot } from '../../../validation/snapshot/snapshot.ts';
import { outcomesInWords } from '../../../validation/snapshot/witness-report.ts';
import type { DecidedDay } from '../../../validation/validate-archive.ts';
import { escapeHtml, fillTemplate } from '../../build/fill-template.ts';
import { typographic } from '../../build/markdown.ts';

export interface StatusInput {
  readonly snapshot: Snapshot;
  readonly archive: ArchiveFiles;
  /** What was published on the last days, as it was decided on each day. */
  readonly decidedDays: readonly DecidedDay[];
}

/** The page shows this number of days. */
export const STATUS_DAYS = 30;

const longDate = longDateFormat('en');

/** Values for the template of `/status`, as markup. They say the same as `/api/v1/status`. */
export function statusValues(input: StatusInput) {
  const { snapshot, archive } = input;
  const status = buildStatus(snapshot, archive);
  const days = datesUpTo(snapshot.rate_as_of, STATUS_DAYS - 1).map((date) => dayOn(date, input));
  return {
    summary: escapeHtml(summary(status)),
    notes: notes(status)
      .map((note) => fillTemplate('<p class="note">{{note}}</p>', { note }))
      .join('\n'),
    legend: escapeHtml(legend(status)),
    currencies: currencyTiles(snapshot),
    doubts: listOf(status.currencies.map(({ explanation }) => explanation)),
    days: days.map(dayTile).join('\n'),
    banks: bankTable(archive, status),
    witnesses: crossChecks(status),
  };
}

function summary({ rate_as_of, counts, recorded }: Status): string {
  const { ok, held, omitted, accepted, frozen } = counts;
  const published = ok + held + accepted + frozen;
  const rates = `${recorded ? 'Recorded rates' : 'Rates'} of ${longDate(rate_as_of)}: ${published} currencies`;
  if (held + omitted === 0) return `${rates}, and none is in doubt.`;
  const inDoubt = [
    ...(held > 0 ? [`${held} with an earlier rate`] : []),
    ...(omitted > 0 ? [`${omitted} without a rate`] : []),
  ];
  return `${rates}. In doubt: ${inDoubt.join(', ')}.`;
}

/** What concerns all rates. */
function notes({ stale_since, composed, missing_days, recorded }: Status): string[] {
  return [
    ...(recorded ? ['These rates are recorded. This is a preview, not a published site.'] : []),
    ...(stale_since !== null && !recorded
      ? [`No newer rates could be downloaded since ${longDate(dateAt(stale_since))}.`]
      : []),
    ...(composed
      ? [`The dataset has stopped. Since ${longDate(composed.since)}, rates are composed from central banks’ rates.`]
      : []),
    ...(missing_days > 0
      ? [`${missing_days} past days aren’t archived yet. Each publish downloads some of them.`]
      : []),
  ];
}

/** What a state of a currency means, and how its tile looks. */
const states = {
  ok: { look: '', words: 'as in the dataset' },
  held: { look: 'waits', words: 'held: an earlier rate is published' },
  omitted: { look: 'none', words: 'omitted: no rate is published' },
  accepted: { look: 'noted', words: 'accepted: a new level is published' },
  frozen: { look: 'noted', words: 'frozen: the same digits for days, published as they are' },
} as const;

function legend({ counts }: Status): string {
  return (Object.keys(states) as (keyof typeof states)[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${states[state].words}`)
    .join(' · ');
}

/** A tile for each currency: first those in an unusual state. */
function currencyTiles({ rates, quality }: Pick<Snapshot, 'rates' | 'quality'>): string {
  const ordinary = [...rates.keys()].filter((code) => !quality.has(code));
  return [...[...quality.keys()].sort(), ...ordinary.sort()]
    .map((code) => {
      const state = quality.get(code)?.state ?? 'ok';
      const { look, words } = states[state];
      const from = code === 'USD' ? 'EUR' : 'USD';
      return fillTemplate(tileTemplate, { code, look, words, from, note: state === 'ok' ? '' : state });
    })
    .join('\n');
}

const tileTemplate =
  '<li><a class="tile {{look}}" href="/receipt?from={{from}}&amp;to={{code}}" title="{{words}}">{{code}} <small>{{note}}</small></a></li>';

interface DayOfStatus {
  readonly date: string;
  readonly look: '' | 'waits' | 'noted' | 'none';
  readonly words: string;
}

/** What was published for a day. */
function dayOn(date: IsoDate, { archive, decidedDays, snapshot }: StatusInput): DayOfStatus {
  const day = date === snapshot.rate_as_of ? snapshot : decidedDays.find((day) => day.date === date);
  if (!day) return { date, look: 'none', words: archive.missing.includes(date) ? 'not archived yet' : 'no dataset' };
  const { held, omitted } = countStates(day);
  const isOfBanks = isComposed(providerOn(snapshot.providers, date));
  const words = [
    ...(isOfBanks ? ['composed'] : []),
    ...(held > 0 ? [`${held} held`] : []),
    ...(omitted > 0 ? [`${omitted} omitted`] : []),
  ];
  return { date, look: isOfBanks ? 'noted' : held > 0 ? 'waits' : '', words: words.join(', ') };
}

function dayTile({ date, look, words }: DayOfStatus): string {
  return fillTemplate(dayTemplate, { date, look, words, day: shortDate.format(Date.parse(date)) });
}

const shortDate = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayTemplate =
  '<li><span class="tile {{look}}"><time datetime="{{date}}">{{day}}</time> <small>{{words}}</small></span></li>';

/** One row for each table that the site has. */
function bankTable({ official }: ArchiveFiles, { banks }: Status): string {
  if (banks.length === 0) return '<p>This site has no central banks’ rates.</p>';
  const doubts: string[] = [];
  const rows = official.flatMap(({ bank, table }) => {
    const status = banks.find((each) => each.table === table.key);
    if (!status) return [];
    const { rate_as_of: newest, problem, doubts: ofTable, corrections } = status;
    doubts.push(...ofTable.map((doubt) => `${bank.name}: ${explainDoubt(doubt)}.`));
    const next = newest === null ? undefined : publicationTime(table, nextPublicationDay(table, newest));
    return fillTemplate(bankTemplate, {
      name: table === bank.tables[0] ? bank.name : `${bank.name} (${table.key})`,
      newest: newest ?? 'none yet',
      next: next === undefined ? '' : `${dateAt(next)}, ${next.slice(11, 16)} UTC`,
      look: problem === null && ofTable.length === 0 ? '' : 'waits',
      state: [stateOfBank(problem, ofTable.length), ...(needsConfirmation(bank) ? [CONFIRMED] : [])].join('; '),
      corrections: String(corrections.count),
    });
  });
  return (
    `<div class="sheet" tabindex="0" role="region" aria-label="Table of banks"><table><thead><tr><th scope="col">Bank</th>` +
    '<th scope="col">State</th><th scope="col">Newest rates</th><th scope="col">Next rates by, except on holidays</th>' +
    `<th scope="col">Corrections</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>${listOf(doubts)}`
  );
}

const bankTemplate =
  '<tr><th scope="row">{{name}}</th><td class="{{look}}">{{state}}</td><td>{{newest}}</td><td>{{next}}</td><td>{{corrections}}</td></tr>';

const CONFIRMED = 'its server has only http, so other sources confirm each rate';

function stateOfBank(problem: string | null, doubts: number): string {
  const waiting = doubts === 0 ? [] : [`${doubts} ${doubts === 1 ? 'doubt' : 'doubts'}, see below`];
  if (problem === null) return waiting.join() || 'as the bank says';
  const isPast = problem.startsWith(PAST_PROBLEM);
  return typographic([isPast ? `newest rates here; ${problem}` : problem, ...waiting].join('; '));
}

/** Which witnesses were compared with the newest dataset, and where they differ by much. */
function crossChecks({ witnesses }: Status): string {
  const { requested_at, requested, disputed, unwitnessed } = witnesses;
  if (requested_at === null) return '<p>These rates weren’t compared with other sources.</p>';
  const outcomes = requested.map(({ witness, outcome, compared }) =>
    outcome === 'compared'
      ? `${witness}: ${compared} currencies compared.`
      : `${witness}: ${outcomesInWords[outcome]}.`,
  );
  const differences = disputed.map(
    ({ code, witness, ratio, since }) =>
      `${witness} has ${ratio} times the dataset’s ${code}, since ${longDate(since)}.`,
  );
  const alone = `${unwitnessed.length} currencies have no other source.`;
  return listOf([...outcomes, ...differences, ...(unwitnessed.length > 0 ? [alone] : [])]);
}

function listOf(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${withWholeDates(escapeHtml(typographic(sentence)))}</li>`);
  return `<ul class="explained">\n${items.join('\n')}\n</ul>`;
}

function withWholeDates(html: string): string {
  return html.replaceAll(/\d{4}-\d\d-\d\d/g, '<span class="whole">$&</span>');
}
