/** The folder holds no site. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';

  /** @param fileLimit how many files the host takes, where the site is for one */
  constructor(folder: string, fileLimit?: number) {
    const limit = fileLimit === undefined ? '' : ` --file-limit ${fileLimit}`;
    super(`${folder} holds no site. Write one first: npm run generate -- --out ${folder}${limit}`);
  }
}
