import { publishedOrder } from '../../money/currencies/catalogue.ts';

/** Number of files of each kind: the first, the last, and random others. */
const SAMPLE = 4;

/** A few of these paths of each kind. All pairs are of one kind, and so are all currencies and all days. */
export function sampleOf(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, kindOf).values()].flatMap(sample);
}

function sample(paths: readonly string[]): readonly string[] {
  if (paths.length <= SAMPLE) return paths;
  const picked = Array.from({ length: SAMPLE - 2 }, () => Math.floor(Math.random() * paths.length));
  return [...new Set([0, paths.length - 1, ...picked])].flatMap((index) => paths[index] ?? []);
}

/** The kind of a file: its path without what differs within the kind. */
function kindOf(path: string): string {
  return path.split('/').map(kindOfName).join('/');
}

function kindOfName(name: string): string {
  const [stem = ''] = name.split('.');
  const kind = /.-to-./.test(stem)
    ? 'pair'
    : codes.has(stem.toUpperCase())
      ? 'code'
      : stem.replace(DAY_OR_YEAR, 'time');
  return `${kind}${name.slice(stem.length)}`;
}

const codes: ReadonlySet<string> = new Set(publishedOrder);
const DAY_OR_YEAR = /^\d{4}(-\d\d-\d\d)?$/;
