/** The form of a currency's code, an ISO 4217 one or the ticker of a crypto asset. */
export const CODE = /^[A-Z0-9]{3,5}$/;
