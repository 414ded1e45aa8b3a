import { unstable_pages as pages } from 'wrangler';
import type { wranglerUpload } from '../../operate/hosts/wrangler-upload.ts';

/** Uploads with wrangler's code in this process, because starting wrangler's command takes most of an upload's time. */
export function uploadHereTo(accountId: string): typeof wranglerUpload {
  return async (directory, { branch, project, commit = '', message = '' }) => {
    const { deploymentResponse } = await pages.deploy({
      directory,
      accountId,
      projectName: project,
      branch,
      commitHash: commit,
      commitMessage: message,
      commitDirty: true,
      bundle: false,
      sourceMaps: false,
    });
    return deploymentResponse;
  };
}
