import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerOn, withoutComposed } from '../../sources/provider.ts';
import type { ArchiveFiles } from '../../api/documents/archive-files.ts';
import type { buildOpenApi } from '../../api/openapi/openapi.ts';
import { securityPath, sourceFile } from '../../api/paths.ts';
import { addressOf, type SiteFile } from '../../api/site-file.ts';
import { licensedSources } from '../../api/source-fields.ts';
import { type Bundle, packagesOf } from '../../pages/build/bundle.ts';
import type { PageAssets } from '../../pages/build/bundle-page.ts';
import { quotingBanks } from '../../pages/converter/build/quoting-banks.ts';
import { newestHold } from '../../pages/docs/build/figures/newest-hold.ts';
import { readGuides } from '../../pages/docs/build/guide.ts';
import { searchIndexFile } from '../../pages/docs/build/search-index.ts';
import { pagesOf, renderPage } from '../../pages/pages.ts';
import { STATUS_DAYS } from '../../pages/status/build/status-values.ts';
import { assistantFiles } from '../../pages/docs/build/reference/assistant-files.ts';
import type { OpenApi } from '../../pages/docs/build/reference/openapi-document.ts';
import { registryFile } from '../../pages/docs/build/reference/registry-file.ts';
import { readReference } from '../../pages/docs/build/reference/reference.ts';
import { isIndexed } from '../../pages/frame/build/layout.ts';
import type { PublishedCurrency } from '../../money/published-currency.ts';
import { filesBelow } from '../files-below.ts';
import { functionRoutes } from '../routing-rules.ts';
import { robotsRules } from '../rule-files.ts';
import { clientFiles } from './client-files.ts';
import { crawlerFiles } from './crawler-files.ts';
import { feedFile } from './feed-file.ts';
import { licensesFile } from './licenses-file.ts';
import { securityFile } from './security-file.ts';
import type { WriteSiteInput } from './write-site.ts';

/** The bundled code of the site. */
export interface Bundles {
  readonly page: PageAssets;
  readonly ofFunction: Bundle;
  readonly client: Bundle;
}

export interface MadeBefore {
  readonly archive: ArchiveFiles;
  /** Every published currency, the most traded first. */
  readonly currencies: readonly PublishedCurrency[];
  /** With complete examples, unlike the published document. */
  readonly openApi: ReturnType<typeof buildOpenApi>;
  readonly bundles: Bundles;
}

/** The files that are neither documents nor pairs: pages, scripts, texts for crawlers, and the dataset as fetched. */
export function* otherFiles(
  input: WriteSiteInput,
  { archive, currencies, openApi, bundles }: MadeBefore,
): Generator<SiteFile> {
  const { snapshot, source, url, contact, publicFolder } = input;
  const { page, ofFunction, client } = bundles;
  const reference = readReference(openApi as unknown as OpenApi);
  // The guides explain composed rates, so they name the source of the datasets.
  const ofDatasets = providerOn(withoutComposed(snapshot.providers), snapshot.rate_as_of);
  const guides = readGuides(join(publicFolder, 'docs'), url, ofDatasets);
  const firstDate = input.archive.days[0]?.date ?? snapshot.rate_as_of;
  const ofSite = quotingBanks(input.official);
  const pagesInput = {
    snapshot,
    archive,
    decidedDays: input.validated.days(STATUS_DAYS),
    hold: newestHold(input.archive, input.validated),
    currencies,
    firstDate,
    quotingBanks: ofSite,
    assets: page.addresses,
    url,
    reference,
    guides,
  };
  yield searchIndexFile(reference, guides);
  const listed: string[] = [];
  for (const each of pagesOf(pagesInput)) {
    const file = renderPage(each, pagesInput);
    if (isIndexed(String(file.body))) listed.push(addressOf(file.path));
    yield file;
  }
  for (const { file, path } of filesBelow(publicFolder)) {
    // Guides are pages. Hidden files and backups, such as `.DS_Store`, belong to the system or to an editor.
    if (!/\.md$|(^|\/)\.(?!well-known\/)|~$/.test(path)) yield { path, body: readFileSync(file) };
  }
  yield* page.files;
  yield* clientFiles(client.code);
  yield* crawlerFiles(url, robotsRules(functionRoutes), listed);
  const { publishLog = [] } = input;
  yield feedFile({ ...input, publishLog, retrieved_at: snapshot.retrieved_at }, url);
  yield* assistantFiles({ reference, guides, url });
  const sources = licensedSources(
    snapshot.providers,
    firstDate,
    snapshot.rate_as_of,
    ofSite.map(({ bank }) => bank),
  );
  const packages = packagesOf([page, ofFunction, client].flatMap(({ inputs }) => inputs));
  yield licensesFile({ sources, packages, version: input.version });
  if (url !== undefined) yield registryFile({ url, version: input.version });
  // The operator's own file can have more, such as a policy or a signature.
  if (contact !== undefined && !existsSync(join(publicFolder, securityPath)))
    yield securityFile({ contact, url, asOf: snapshot.rate_as_of });
  if (source) yield { path: sourceFile, body: source };
}
