/** What the user named, a folder or a limit, cannot have a site, or has none. The message says what to do. */
export abstract class SiteError extends Error {}

/** A site cannot be put where it shall be. */
export class SitePlaceError extends SiteError {
  override readonly name = 'SitePlaceError';
}

/** The file limit leaves no room for the files that every site has. */
export class FileLimitError extends SiteError {
  override readonly name = 'FileLimitError';

  constructor(fileLimit: number, least: number) {
    super(`A limit of ${fileLimit} files is too small: the least that works is ${least}.`);
  }
}

/** The folder holds no site. */
export class NoSiteError extends SiteError {
  override readonly name = 'NoSiteError';

  /** @param fileLimit how many files the host takes, where the site is for one */
  constructor(folder: string, fileLimit?: number) {
    const limit = fileLimit === undefined ? '' : ` --file-limit ${fileLimit}`;
    super(`${folder} holds no site. Write one first: npm run generate -- --out ${folder}${limit}`);
  }
}
