import { isSystemError } from '../errors.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Removes a folder that the site doesn't need. If it can't be removed, for example because it belongs to another user, it
 * stays.
 *
 * @param onWarning called with a message about a folder that stays
 */
export async function removeUnneeded(folder: string, onWarning: (message: string) => void): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    onWarning(
      `Warning: ${folder} can't be removed (${error.code ?? ''}). The site doesn't need it. Remove it as its owner.`,
    );
  }
}
