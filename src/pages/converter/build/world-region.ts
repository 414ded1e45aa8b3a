import containment from 'cldr-core/supplemental/territoryContainment.json' with { type: 'json' };
import { present } from '../../../text/present.ts';

const parts = new Map(
  Object.entries(containment.supplemental.territoryContainment).map(([area, { _contains }]) => [area, _contains]),
);
const WORLD = '001';

/**
 * The region of the world in which a country or the European Union is, such as `150` for Europe: a UN M49 code, which
 * `Intl.DisplayNames` can name.
 */
export function worldRegionOf(country: string): string {
  // A group of countries is where its first country is.
  const [first = country] = parts.get(country) ?? [];
  return present(
    parts.get(WORLD)?.find((region) => isWithin(first, region)),
    `region of ${country}`,
  );
}

function isWithin(country: string, area: string): boolean {
  return parts.get(area)?.some((part) => part === country || isWithin(country, part)) ?? false;
}
