/** The form of a currency's code, an ISO 4217 one or the ticker of a crypto asset. */
export const CODE = /^[A-Z0-9]{3,5}$/;

/** A code as it is written, whatever case it is given in; as it is given where it can be none. */
export function codeOf(text: string): string {
  return CODE_IN_ANY_CASE.test(text) ? text.toUpperCase() : text;
}

/** Of these characters alone: there are letters beyond ASCII with capitals within it, such as "ı". */
const CODE_IN_ANY_CASE = /^[a-z\d]+$/i;
