import { shape } from '../../../drawing/shape.ts';
import { markupOf } from '../../../drawing/build/markup-of.ts';
import { PARITY_FACTOR, plausibleFactor, GREAT_FACTOR, NEAR_FACTOR } from '../../../../validation/currency/bounds.ts';
import { type DoubtKind, doubts } from '../../../../validation/currency/doubts.ts';
import { MAX_HELD_DAYS } from '../../../../validation/snapshot/quality.ts';
import { escapeHtml } from '../../../build/fill-template.ts';

/** A check of a value, and what happens if the value doesn't pass. */
interface Step {
  readonly title: string;
  readonly passes: string;
  readonly otherwise: readonly string[];
}

const percent = (factor: number) => `${Math.round((factor - 1) * 100)}%`;

/** What ends a doubt, from the table of the decisions. */
function enough(kind: DoubtKind): string {
  const { datasets, witnesses } = doubts[kind];
  return [
    ...(datasets === null ? [] : [`${datasets} datasets`]),
    ...(witnesses === null ? [] : [`${witnesses} ${witnesses === 1 ? 'witness' : 'witnesses'}`]),
  ].join(' or ');
}

const steps: readonly Step[] = [
  {
    title: 'The dataset as a whole',
    passes: 'Its base is USD, and most of its currencies are plausible.',
    otherwise: ['Refused: the previous rates stay'],
  },
  {
    title: 'Known facts',
    passes: 'No fact contradicts the value.',
    otherwise: ['Held until the value matches the fact'],
  },
  {
    title: 'Official parities',
    passes: `A pegged currency is within ${percent(PARITY_FACTOR)} of its parity.`,
    otherwise: [`Held until ${enough('off_parity')} agree`],
  },
  {
    title: 'Moves',
    passes: `A currency has moved by at most ${percent(plausibleFactor('major', 1))} or ${percent(plausibleFactor('minor', 1))} in a day.`,
    otherwise: [
      'Held until enough agree',
      `Up to ${percent(NEAR_FACTOR)}: ${enough('near_move')}`,
      `Up to a factor of ${GREAT_FACTOR}: ${enough('far_move')}`,
      `More: ${enough('great_move')}`,
    ],
  },
  {
    title: 'Witnesses',
    passes: 'No two witnesses agree on another level.',
    otherwise: [`Held until ${enough('contradicted')} agree`],
  },
];

const arrow = (down: boolean) =>
  markupOf(
    shape(
      'svg',
      { class: 'arrow', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      shape('path', { d: down ? 'M12 1v20m-6-6 6 6 6-6' : 'M1 12h20m-6-6 6 6-6 6' }),
    ),
  );

/** A drawing of a value's path from the source to callers, with the limits of each check. */
export function valuePath(): string {
  const items = steps.map(({ title, passes, otherwise }) => {
    const words = otherwise.map((each) => `<span>${escapeHtml(each)}</span>`).join('');
    return (
      `<li><div class="step"><b>${escapeHtml(title)}</b> ${escapeHtml(passes)}</div>` +
      `${arrow(false)}<div class="exit"><span class="unseen">Otherwise: </span>${words}</div>${arrow(true)}</li>`
    );
  });
  return (
    '<figure class="drawn"><figcaption>The path of a value, and what happens if it’s in doubt</figcaption>' +
    `<ol class="path">${items.join('')}<li><div class="step last"><b>Published</b> with the day of the dataset.</div>` +
    `<div class="exit"><span>Held: the last good rate or the official parity is published, with its own date. After ${MAX_HELD_DAYS} days, the currency is omitted.</span></div></li></ol></figure>`
  );
}
