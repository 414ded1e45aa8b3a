import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import type { Ask } from './get.ts';

/**
 * Path of the file that a host of files only, such as GitHub Pages, has beside the site's files. A complete site never
 * has this file, so a complete site with a broken Pages Function isn't mistaken for such a host.
 */
export const filesOnlyPath = 'files-only.json';

const filesOnlySchema = z.object({
  files_only: z.literal(true),
  /** URL of the complete site; null if there is none, or its URL isn't known. */
  complete_site: z.url({ protocol: /^https?$/ }).nullable(),
  /** The site's folders that this host has in full. */
  folders: z.array(z.string().min(1)).refine((folders) => folders.includes('api')),
  /** The paths of the site's other files that this host has. */
  files: z.array(z.string().min(1)),
});

/** Which of a site's files a host has, if the host has only files. */
export type FilesOnly = z.infer<typeof filesOnlySchema>;

/** Asks a running instance whether it has only files. @returns undefined if it doesn't say so, or has no `api` */
export async function readFilesOnly(ask: Ask): Promise<FilesOnly | undefined> {
  const { response } = await ask(`/${filesOnlyPath}`);
  return response?.status === 200 ? parseFilesOnly(response.bytes.toString()) : undefined;
}

/** Reads which of a site's files a folder has. @returns undefined if it's the folder of a complete site */
export function filesOnlyIn(folder: string): FilesOnly | undefined {
  const file = join(folder, filesOnlyPath);
  return existsSync(file) ? parseFilesOnly(readFileSync(file, 'utf8')) : undefined;
}

function parseFilesOnly(text: string): FilesOnly | undefined {
  return filesOnlySchema.safeParse(parseJson(text)).data;
}

/** @param path the path of a file of the site, without a leading slash */
export function isOnHost({ folders, files }: FilesOnly, path: string): boolean {
  return files.includes(path) || folders.some((folder) => path.startsWith(`${folder}/`));
}
