import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '../../api/paths.ts';
import type { LicensedSource } from '../../api/source-fields.ts';
import type { SiteFile } from '../../api/site-file.ts';

const home = join(import.meta.dirname, '../../..');

/** Packages whose data is in the site's files. They aren't in a bundle. */
const dataPackages = [
  ['Names, symbols and countries of currencies (Unicode CLDR)', import.meta.resolve('cldr-core/package.json')],
  ['Numeric codes and decimal places of currencies', import.meta.resolve('currency-codes/package.json')],
  ['Flags', import.meta.resolve('circle-flags/package.json')],
] as const;

export interface LicensesFileInput {
  readonly sources: readonly LicensedSource[];
  /** Folders of the npm packages in the site's scripts and styles. */
  readonly packages: readonly string[];
  readonly version: string;
}

/**
 * The licenses of the site's rates, data and code. The notices are the packages' own files.
 *
 * @throws {Error} if a package has no license file
 */
export function licensesFile({ sources, packages, version }: LicensesFileInput): SiteFile {
  const sections = [
    ...sources.map(sourceSection),
    ...dataPackages.map(([data, url]) => packageSection(data, dirname(fileURLToPath(url)))),
    ...[...new Set(packages)].sort().map((folder) => packageSection('Code', folder)),
    `Ratesheet ${version}\n\n${licenseIn(home)}`,
  ];
  return {
    path: paths.licenses,
    body: `Licenses of this site’s rates, data and code\n${sections.map((text) => `\n${RULE}\n\n${text}\n`).join('')}`,
  };
}

const RULE = '-'.repeat(80);

function sourceSection({ rates, name, url, license, attribution, unread }: LicensedSource): string {
  const lines = [`${rates}: ${name}`, url, `License: ${license}`];
  if (unread !== undefined) {
    lines.push(`Ratesheet’s authors haven’t read the terms: ${unread}`, `Attribution: “${attribution}”.`);
  } else if (attribution !== undefined) lines.push(`Reuse is allowed with the attribution “${attribution}”.`);
  return lines.join('\n');
}

function packageSection(content: string, folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  return `${content}: ${name} ${version}\n\n${licenseIn(folder)}`;
}

function licenseIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no license file. Use another package.`);
  return readFileSync(join(folder, file), 'utf8').trim();
}
