import { assertDeployable } from '../publish/assert-deployable.ts';
import { publishAdvice } from '../publish/publish-options.ts';
import { generateSite, type GenerateOptions } from '../generate/generate-site.ts';
import { setOutput } from '../github/github.ts';
import { print } from '../terminal/print.ts';

export interface BuildAloneOptions extends Omit<GenerateOptions, 'recorded' | 'advice'> {
  /** URL of the live site; undefined if nothing is published yet. */
  readonly previous: string | undefined;
  readonly startOver: boolean;
}

/**
 * Builds the next site on the data of the site that is live on GitHub Pages, for a repository that publishes only there.
 * Sets the outputs `sha256sums`, the SHA-256 of the new `SHA256SUMS`, and `continues`, the SHA-256 of the `SHA256SUMS`
 * that the live site must still have when the new site is deployed. `continues` is `nothing` if there must be no site,
 * and `anything` if the site starts over.
 *
 * @throws {CommandError} if no rates can be published, if the live site can't be read, or if the new site lacks a day
 */
export async function buildAlone(
  { startOver, previous: live, ...options }: BuildAloneOptions,
  signal: AbortSignal,
): Promise<void> {
  if (live === undefined) print('Nothing is published yet, so this is the first publish.');
  else if (startOver) print(`Starting over: the data of ${live} isn’t used.`);
  const previous = startOver ? undefined : live;
  const generated = await generateSite({ ...options, previous, recorded: false, advice: publishAdvice }, signal);
  const { out, fileLimit } = options;
  await assertDeployable(out, fileLimit, generated.previous, 'The live site is unchanged.', signal);
  setOutput('sha256sums', generated.sha256sums);
  const continued = generated.previous?.publishLog.at(-1)?.sha256sums;
  setOutput('continues', continued ?? (live === undefined ? 'nothing' : 'anything'));
}
