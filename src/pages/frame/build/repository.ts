import { z } from 'zod';
import { FileError } from '../../../text/site-problem.ts';

/** npm accepts a URL or an object with a URL. `npm pkg fix` writes an object with `git+https://….git`. */
const repositorySchema = z
  .union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])
  .transform((url) => url.replace(/^git\+/, '').replace(/\.git$/, ''))
  .pipe(z.url({ protocol: /^https?$/ }));

/**
 * The URL of a repository's page, from the field `repository` of `package.json`; empty without this field.
 *
 * @throws {FileError} if the field has no http(s) URL
 */
export function repositoryUrl(repository: unknown): string {
  if (repository === undefined) return '';
  const { data } = repositorySchema.safeParse(repository);
  if (data !== undefined) return data;
  throw new FileError(
    'package.json',
    'the field repository isn’t a URL. Use a URL such as https://github.com/OWNER/ratesheet, or remove the field',
  );
}
