import type { Instant } from '../../money/calendar.ts';
import { undoubted } from '../../archive/official-rates.ts';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { archiveFiles } from '../../api/documents/archive-files.ts';
import { type ArchivedDay, withDays } from '../../archive/archive.ts';
import { catalogue } from '../../money/currencies/catalogue.ts';
import type { Rates } from '../../money/rates.ts';
import { parseDataset } from '../../download/dataset.ts';
import { archivedBounds } from '../../validation/completeness.ts';
import { ecb } from '../../download/banks/requests/ecb.ts';
import { unzipped } from '../../download/banks/unzip.ts';
import { parseWitness } from '../../download/witnesses/witness.ts';
import { DownloadForms } from '../../testing/data/download-forms.ts';
import { ratesOfAnotherSource, witnessAnswers } from '../../testing/servers/witness-answers.ts';
import { documentsOf } from '../../testing/sites/served.ts';
import { fewDays } from '../../testing/sites/small-site.ts';
import { compare } from '../../validation/compare-witnesses.ts';
import { snapshotOf } from '../../validation/snapshot/snapshot.ts';
import { validateDataset } from '../../validation/validate-dataset.ts';

const { days } = fewDays.archive;
const [before, past, today] = [days.slice(0, -3), days.slice(-3, -1), days.at(-1) ?? expect.fail()];
const now = `${today.date}T06:17:00.000Z` as Instant;

/** The rates of a witness that disputes some currencies, so that the archive keeps its comparisons. */
function ratesOfWitness(factor: number): Rates {
  const rates = ratesOfAnotherSource(today.rates);
  for (const code of ['ZMW', 'THB', 'XAF', 'BTC']) rates.set(code, (rates.get(code) ?? NaN) * factor);
  return rates;
}

/** The documents of a site that is built from downloads in these forms. */
function documentsFrom(forms: DownloadForms): Map<string, string> {
  const parse = (value: unknown): unknown => JSON.parse(new TextDecoder().decode(strToU8(forms.json(value))));
  const datasetOf = ({ date, rates }: ArchivedDay) =>
    parseDataset(parse({ date, usd: Object.fromEntries(forms.spelled(rates)) }), catalogue, now, archivedBounds);
  const { frankfurter, coinbase, map } = witnessAnswers;
  const witnesses = [
    frankfurter(forms.spelled(ratesOfWitness(1.4)), today.date),
    coinbase(forms.spelled(ratesOfWitness(1.41))),
    map(forms.spelled(ratesOfWitness(0.5)), today.date),
  ].map((answer, index) => ({ witness: `${index}.example`, rates: parseWitness(parse(answer), catalogue, now) }));
  const known = withDays({ days: before, gaps: [], comparisons: [] }, past.map(datasetOf));
  const dataset = datasetOf(today);
  const { report, ...compared } = compare(dataset, witnesses, now);
  const { archive, validated } = validateDataset(dataset, known, catalogue, compared);
  const origin = {
    mirror: 'https://mirror.example/usd.json',
    retrieved_at: now,
    checked_at: now,
    witnesses: report,
  };
  const snapshot = snapshotOf(archive, origin, validated.newest());
  const ofBank = ecb.parse(unzipped(forms.ofBank(fewDays.official.get('ecb')?.days ?? []), ecb.inZip));
  const documents = documentsOf({
    archive: archiveFiles(archive, validated.rejected(), new Map([['ecb', undoubted(ofBank.days)]])),
    snapshot,
  });
  return new Map(documents.map(({ path, body }) => [path, body]));
}

describe('documents of a site', () => {
  it('have the same bytes, whatever order and form the downloads had', () => {
    const expected = documentsFrom(new DownloadForms(0));
    expect(expected.get('archive/evidence.csv')?.split('\n')).toHaveLength(1 + 3 * 4 + 1);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(documentsFrom(new DownloadForms(seed))).toEqual(expected);
      }),
      { numRuns: 4 },
    );
  });
});
