/**
 * Who published the text that states a fact, from the most to the least reliable. A newspaper that quotes a central bank
 * is `press`, because it may be wrong.
 */
export const sourceKindsInWords = {
  law: 'a law, decree, regulation or treaty',
  central_bank: 'a central bank or monetary authority',
  imf: 'the International Monetary Fund',
  official: 'another official body, such as a ministry, a presidency or the United Nations',
  // A stablecoin's terms are a promise of its issuer, so they are neither official nor press.
  issuer: 'the issuer of a stablecoin, in its own terms',
  press: 'a newspaper, a news agency or another website',
} as const;

export interface Citation {
  readonly kind: keyof typeof sourceKindsInWords;
  readonly title: string;
  /** Omitted for a text that anyone can look up by its title, such as a law. */
  readonly url?: string | undefined;
}
