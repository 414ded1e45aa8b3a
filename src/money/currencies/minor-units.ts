/** Currencies without minor units in ISO 4217. */
const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF TRL UGX VND VUV XAF XOF XPF';
/** Currencies whose minor unit is a thousandth. */
const thousandths = 'BHD IQD JOD KWD LYD OMR TND';
/**
 * The other currencies of ISO 4217, which have two decimal places, and also CNH, GGP, IMP and JEP. To save bytes, codes
 * with the same first letter share this letter: `AEDFN` is AED and AFN. All these currencies are listed, because an
 * amount in an unlisted currency, such as a new crypto asset, must not be rounded to cents.
 */
const cents =
  'AEDFNLLMDOARSUDWGZN BAMBDDTGNMDNDOBRLSDTNWPYNZD CADDFHFNHNYOPRCUPVEYPZK DKKOPZD EEKGPRNTBUR FJDKP ' +
  'GBPELGPHSIPMDTQYD HKDNLRKTGUF IDRLSMPNRRR JEPMD KESGSHRPWYDZT LAKBPKRRDSLTLVL ' +
  'MADDLGAKDMKNTOPRUTLURVRWKXNYRZN NADGNIOOKPRZD PABENGKHPKRLN QAR ROLONSDUB SARBDCRDGEKGDHPITKKLEOSRDSPTNYPZL ' +
  'THBJSMTOPRYTDWDZS UAHSDYUZS VES WST XCDCG YER ZARMWWG';

/** Whether a code is of gold, silver, platinum or palladium. The site's lists of rates lack metals. */
export function isMetal(code: string): boolean {
  return /^X(A[GU]|P[DT])$/.test(code);
}

/** Number of decimal places of amounts in a currency; undefined for unlisted currencies, such as crypto assets. */
export function minorUnitsOf(code: string): number | undefined {
  if (none.includes(code)) return 0;
  if (thousandths.includes(code)) return 3;
  // ISO 4217 has no minor units of metals. 0.0001 troy ounces are about 3 mg.
  if (isMetal(code)) return 4;
  const group = cents.split(' ').find((group) => group.startsWith(code.charAt(0)));
  return group?.slice(1).match(/../g)?.includes(code.slice(1)) ? 2 : undefined;
}
