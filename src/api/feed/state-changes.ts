import type { IsoDate } from '../../money/calendar.ts';
import { isComposed, noChanges, providerOn } from '../../sources/provider.ts';
import { elementAt } from '../../money/element-at.ts';
import { type Decision, isPublished } from '../../validation/currency/source-value.ts';
import { explainPublished, explainQuality } from '../../validation/snapshot/explain-quality.ts';
import { eventOfDay, type EventsOf, type FoundEvent, receiptOf } from './feed-event.ts';

/** Number of currencies whose states are in the feed. */
const MOST_TRADED = 60;

type State = 'valid' | 'held' | 'omitted';

/** The changes of the most traded currencies to held, to omitted, and back to a valid rate. */
export const stateChanges: EventsOf = ({ catalogue, archive: { days, providers = noChanges }, validated }, since) => {
  const rows = days.map(({ date }) => ({ date, isComposed: isComposed(providerOn(providers, date)) }));
  return catalogue.slice(0, MOST_TRADED).flatMap(({ code }) => {
    const decisions = validated.decisionsOf(code);
    const events: FoundEvent[] = [];
    let before: Decision | undefined;
    let stateBefore: State | undefined;
    let wasEverValid = false;
    for (const [index, { date, isComposed }] of rows.entries()) {
      const decision = elementAt(decisions, index);
      const state = stateOf(decision);
      // A composed day lacks most currencies of weekly tables, so they would change their state twice a week.
      if (isComposed && state === 'held' && isMissing(decision)) continue;
      if (stateBefore !== undefined && state !== stateBefore && date >= since) {
        const again = state === 'valid' && wasEverValid ? ' again' : '';
        const text = `${explain(code, date, decision)}${state === 'valid' ? sinceWhen(before) : ''}`;
        events.push(
          eventOfDay({
            ...{ kind: state, subject: code, date },
            title: `${code} is ${state}${again}`,
            text,
            explainedBy: receiptOf(code, date),
          }),
        );
      }
      [before, stateBefore] = [decision, state];
      wasEverValid ||= state === 'valid';
    }
    return events;
  });
};

function stateOf(decision: Decision): State {
  if (decision === 'ok' || isPublished(decision)) return 'valid';
  return decision.state === 'omitted' ? 'omitted' : 'held';
}

function isMissing(decision: Decision): boolean {
  return decision !== 'ok' && decision.reason === 'missing';
}

function explain(code: string, date: IsoDate, decision: Decision): string {
  if (decision === 'ok') return `The source’s value of ${date} is valid and published.`;
  return isPublished(decision) ? explainPublished(code, decision) : explainQuality(code, decision, date);
}

/** A sentence about the state that ended. */
function sinceWhen(ended: Decision | undefined): string {
  return ended === undefined || ended === 'ok' ? '' : ` Before, it was in doubt or missing since ${ended.since}.`;
}
