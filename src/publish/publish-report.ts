import type { Official } from '../archive/official-rates.ts';
import type { SiteData } from '../site/site-data.ts';
import type { MirrorProblem } from '../download/errors.ts';
import type { WitnessResponse } from '../validation/compare-witnesses.ts';
import type { ComposedDay } from '../validation/composed-day.ts';
import type { WitnessReport } from '../validation/snapshot/witness-report.ts';
import type { NextRates } from './make-site.ts';
import type { PastDays } from './past-days.ts';

/** Receives what a publish finds out, step by step. */
export interface PublishReport {
  /** Called with the previous site. */
  readonly previous: (site: SiteData) => void;
  /** Called after each downloaded past day, with the number of days so far and in all. */
  readonly pastDay: (fetched: number, total: number) => void;
  readonly pastDays: (past: PastDays) => void;
  /** Called if rates are composed, with the date of the newest dataset. `refusal` is null if they are published. */
  readonly composed: (day: ComposedDay, newestDataset: string | undefined, refusal: string | null) => void;
  /** Called for each comparison of a dataset with witnesses. */
  readonly witnesses: (responses: readonly WitnessResponse[], report: WitnessReport) => void;
  readonly mirrors: (problems: readonly MirrorProblem[]) => void;
  readonly official: (before: Official, after: Official) => void;
  /** Called with the rates before anything is written. */
  readonly rates: (rates: NextRates) => void;
  /** Called while the files are written, with the number of files so far and in all. */
  readonly files: (written: number, total: number) => void;
}
