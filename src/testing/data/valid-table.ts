import { recordedFiles } from '../sites/small-site.ts';

/**
 * The archive's own tables without rejected values, by date, then by code. They are read here like a user would, to
 * compare them with the results of our code.
 */
export function validTable(): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  for (const { body } of recordedFiles.years) {
    const [header = '', ...lines] = body.trimEnd().split('\n');
    const codes = header.split(',').slice(1);
    for (const line of lines) {
      const [date = '', ...cells] = line.split(',');
      table.set(date, new Map(codes.flatMap((code, at) => (cells[at] ? [[code, Number(cells[at])]] : []))));
    }
  }
  for (const line of recordedFiles.faults.body.trimEnd().split('\n').slice(1)) {
    const [date = '', code = ''] = line.split(',');
    if (!table.get(date)?.delete(code)) throw new Error(`The archive lacks ${code} of ${date}, a rejected value.`);
  }
  return table;
}
