import { z } from 'zod';
import { parseJson } from '../../text/json/parse-json.ts';
import { FileError } from '../../text/site-problem.ts';
import { MAX_DOCUMENT_BYTES, type SiteFiles } from '../site-files.ts';

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

/** Reads which of a site's files a host has. @returns undefined for a complete site */
export async function readFilesOnly(files: SiteFiles): Promise<FilesOnly | undefined> {
  try {
    const bytes = await files.load(filesOnlyPath, MAX_DOCUMENT_BYTES);
    return filesOnlySchema.safeParse(parseJson(Buffer.from(bytes).toString())).data;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** @param path the path of a file of the site, without a leading slash */
export function isOnHost({ folders, files }: FilesOnly, path: string): boolean {
  return files.includes(path) || folders.some((folder) => path.startsWith(`${folder}/`));
}
