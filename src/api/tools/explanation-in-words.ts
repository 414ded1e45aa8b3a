import type { RateExplanation } from '../explain/explain-rate.schema.ts';
import { ruleInWords, sourceInWords } from './reference-in-words.ts';

/** An explanation in sentences, built from its fields. */
export function explanationInWords(explanation: RateExplanation): string[] {
  const { summary, calculation, notes, currencies, bank, publish, links } = explanation;
  return [
    summary,
    ...(calculation === null ? [] : [`Calculation: ${calculation}.`]),
    ...ruleInWords(explanation),
    sourceInWords(explanation),
    ...notes,
    ...currencies.flatMap(currencyInWords),
    ...(bank ? bankInWords(bank) : []),
    ...publishInWords(publish),
    `The page ${links.receipt} shows where the rate comes from and can check the hashes.`,
  ];
}

function currencyInWords({
  code,
  explanation,
  source_value: value,
  published,
  published_as_of: asOf,
  composed_from: origin,
  witnesses,
  facts,
}: RateExplanation['currencies'][number]): string[] {
  const given = value === null ? 'the source has no value' : `the source’s value is ${value} per 1 USD`;
  const ours = published === null ? 'no rate is published' : `the published rate is ${published} of ${asOf}`;
  return [
    `${code}: ${given}, and ${ours}.`,
    explanation,
    ...(origin === null ? [] : [`The value was composed from: ${origin}.`]),
    ...facts,
    `Witnesses of ${code}: ${witnesses.join(' ')}`,
  ];
}

function bankInWords({ quotes, problem, doubts, corrections, late }: NonNullable<RateExplanation['bank']>): string[] {
  return [
    ...quotes.map(({ quote, file, date, column }) => {
      return `As the bank published it: ${quote} (${file}, row ${date}, column ${column}).`;
    }),
    ...(problem === null ? [] : [`The last check for new rates of the bank had a problem: ${problem}.`]),
    ...doubts.map(({ explanation }) => `In doubt: ${explanation}`),
    ...corrections.map(({ code, date, old, new: now, at }) => {
      return `The rate of ${code} on ${date} was corrected at ${at} from ${old ?? 'none'} to ${now ?? 'none'}.`;
    }),
    ...late.map(({ code, date, at }) => `The rate of ${code} on ${date} is late: it was added at ${at}.`),
  ];
}

function publishInWords(publish: RateExplanation['publish']): string[] {
  if (!publish) return ['The newest entry of the publish log can’t be read.'];
  const { date, retrieved_at: at, version, commit, checksums } = publish;
  const code = commit === null ? `version ${version}` : `version ${version}, commit ${commit}`;
  return [
    `The newest publish of this site has the dataset of ${date}, fetched at ${at}. Its code is ${code}.`,
    `The hashes of its files are in ${checksums}.`,
  ];
}
