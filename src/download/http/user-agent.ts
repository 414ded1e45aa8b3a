import packageJson from '../../../package.json' with { type: 'json' };

const { repository } = packageJson as { readonly repository?: string };

/** The program's name and, if it is known, its URL. Some hosts block requests without a User-Agent. */
export const userAgent = repository === undefined ? 'Ratesheet' : `Ratesheet (+${repository})`;
