import { expect } from 'vitest';
import { endpoints } from '../../api/endpoints/endpoints.ts';
import type { CheckedParameter } from '../process/openapi-checker.ts';

interface Values {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  /** The values of other parameters that a request with this parameter needs. */
  readonly others?: Readonly<Record<string, string>>;
}

/** Valid (`right`) and invalid (`wrong`) values of parameters, by name, in URLs that don't end in `.json`. */
const values: Readonly<Record<string, Values>> = {
  from: { right: ['usd', 'EUR', 'zMw'], wrong: ['xyz', '', '%C4%B1nr', '__proto__', 'usd%20'] },
  to: { right: ['eur', 'JPY', 'usd'], wrong: ['XDR', '', 'constructor', 'u'.repeat(200)] },
  period: { right: ['7d', '30d', '90d', '1y'], wrong: ['2y', '30D', '', 'toString', '%zz'] },
  base: { right: ['USD', 'eur', 'XAU'], wrong: ['XDR', '', 'constructor', '..%2F..%2Frates'] },
  symbols: { right: ['USD,GBP', 'jpy', 'eur,usd'], wrong: ['', 'USD,', 'XDR', 'USD,,GBP', ','.repeat(300)] },
  start: {
    right: ['2026-09-01', '2025-01-01', '2024-03-02'],
    wrong: ['', 'today', '1999-01-01', '2999-01-01', '2026-09-30'],
  },
  // The last round has the newest day of official rates on the test site.
  end: {
    right: [...Array<string>(7).fill('2026-09-20'), '2026-04-13'],
    wrong: ['', '2026-13-01', '2024-01-01', '2999-01-01'],
  },
  // `ecb` is in the last round, whose days also have official rates on the test site.
  source: { right: [...Array<string>(7).fill('market'), 'ecb'], wrong: ['', 'boe', 'ECB', 'toString'] },
  every: { right: ['day', 'week', 'month', 'quarter', 'year'], wrong: ['', 'hour', 'toString'] },
  // `mean` is in the rounds in which `every` is month, quarter and year.
  value: { right: ['last', 'last', 'mean', 'mean', 'mean', 'last', 'last', 'last'], wrong: ['', 'mean', 'toString'] },
  date: {
    right: ['2026-09-03', '2024-03-10', '2026-09-29'],
    wrong: [
      ...['today', '', '2026-02-30', '2026-9-3', '1999-01-01', '2999-01-01', 'xyz', '__proto__'],
      ...['e'.repeat(200), '%zz'],
    ],
  },
  before: {
    right: ['2026-09-03', '2024-03-11', '2026-09-30'],
    wrong: ['today', '', '2026-02-30', '1999-01-01', '2999-01-01', '__proto__'],
  },
  rule: {
    right: ['eu-oss'],
    wrong: ['de-vat', 'EU-OSS', 'toString'],
    others: { from: 'usd', to: 'eur', date: '2025-03-30' },
  },
  code: { right: ['eur', 'jpy'], wrong: ['EUR', 'xyz', ''] },
  year: { right: ['2026', '2024'], wrong: ['1999', '26', ''] },
  amount: {
    right: ['100', '0', '12.50', '.5', '1e3', '1e-3', '2.5e+2', '2.5e%2B2'],
    wrong: ['ten', '-1', '+5', '%2B5', '1e400', '1e-400', '', '1,000', '0x10', 'NaN', '1e%20%205'],
  },
};
/** Valid and invalid values of parameters in the paths of `.json` files. These paths are in lower case. */
const valuesOfFiles: Readonly<Record<string, Values>> = {
  from: { right: ['usd', 'eur', 'gbp'], wrong: ['USD', 'xyz', 'zmw', ''] },
  to: { right: ['eur', 'usd', 'gbp'], wrong: ['EUR', 'xyz', ''] },
  period: { right: ['7d', '30d', '90d', '1y'], wrong: ['2y', '30D', ''] },
  date: { right: ['2026-09-03', '2024-03-06'], wrong: ['2025-05-20', 'xyz', ''] },
  base: { right: ['eur', 'usd'], wrong: ['EUR', 'xyz', ''] },
  code: { right: ['eur', 'jpy'], wrong: ['EUR', 'xyz', ''] },
  year: { right: ['2026', '2024'], wrong: ['1999', '26', ''] },
};

/**
 * URLs for a path. `right` uses each valid value in turn. Each URL of `wrong` has one invalid or missing value. An empty
 * value is wrong only if the parameter is required.
 */
export function openApiRequests(path: string, parameters: readonly CheckedParameter[]) {
  const known = path.endsWith('.json') ? valuesOfFiles : values;
  const valuesOf = (name: string) =>
    known[name] ?? expect.fail(`The parameter ${name} has no values. Add them to openapi-requests.ts.`);
  const required = parameters.filter((parameter) => parameter.required);
  const choose = (chosen: readonly CheckedParameter[], round: number, changes: Record<string, string> = {}) => {
    const right = chosen.map(({ name }) => [name, valuesOf(name).right[round % valuesOf(name).right.length] ?? '']);
    const others = Object.assign({}, ...chosen.map(({ name }) => valuesOf(name).others)) as Record<string, string>;
    return address(path, parameters, {
      ...(Object.fromEntries(right) as Record<string, string>),
      ...others,
      ...changes,
    });
  };
  const apart = endpoints.find((endpoint) => endpoint.path === path)?.apart ?? [];
  /** All parameters that can be combined with the first of them. */
  const including = (first: readonly CheckedParameter[]) =>
    [...first, ...parameters].reduce<CheckedParameter[]>((chosen, parameter) => {
      const isApart = chosen.some(({ name }) =>
        apart.some((pair) => pair.includes(name) && pair.includes(parameter.name)),
      );
      return isApart || chosen.includes(parameter) ? chosen : [...chosen, parameter];
    }, []);
  /** Parameters that are usually omitted. */
  const unusual = parameters.filter(({ name }) => apart.some(([, other]) => other === name));
  const rounds = [[], ...unusual.map((parameter) => [parameter])].flatMap((first) =>
    Array.from({ length: ROUNDS }, (_, round) => choose(including(first), round)),
  );
  return {
    right: [...new Set([...rounds, choose(required, 0)])],
    wrong: [
      ...parameters.flatMap((parameter) =>
        valuesOf(parameter.name)
          .wrong.filter((wrong) => wrong !== '' || parameter.required)
          .map((wrong) => choose(including([parameter]), 0, { [parameter.name]: wrong })),
      ),
      ...required.map((missing) =>
        choose(
          required.filter((parameter) => parameter !== missing),
          0,
        ),
      ),
    ],
  };
}

/** The length of the longest list of valid values. */
const ROUNDS = 8;

function address(
  path: string,
  parameters: readonly CheckedParameter[],
  chosen: Readonly<Record<string, string>>,
): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name in chosen)
    .map(({ name }) => `${name}=${chosen[name] ?? ''}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => chosen[name] ?? '');
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}
