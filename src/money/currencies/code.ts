/** The form of a currency code: an ISO 4217 code or the ticker of a crypto asset. */
export const CODE = /^[A-Z0-9]{3,5}$/;

/** Converts a code to upper case. Returns a text unchanged if it can't be a code. */
export function upperCaseCode(text: string): string {
  return CODE_IN_ANY_CASE.test(text) ? text.toUpperCase() : text;
}

/** ASCII only, because some other letters, such as "ı", have an ASCII letter as their upper case. */
const CODE_IN_ANY_CASE = /^[a-z\d]+$/i;
