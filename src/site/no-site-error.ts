/** The folder holds no site. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';

  constructor(folder: string) {
    super(`${folder} holds no site. Write one first: npm run generate -- --out ${folder}`);
  }
}
