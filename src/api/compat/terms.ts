import { defaultSource, type Source } from '../../archive/source.ts';

const CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/';

/** A disclaimer and a license, for formats that have such fields. In these formats, a license is a URL. */
export function termsOf({ url, license }: Source) {
  return {
    disclaimer: `Daily reference rates, for information only. Source: ${url}`,
    license: license === defaultSource.license ? CC0 : url,
  };
}
