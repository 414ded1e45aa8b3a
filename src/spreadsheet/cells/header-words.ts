/*
 * Words in headers, in the languages of the site and of its banks. A header is compared in lower case and without accents.
 */

/** Amounts that are usually meant. */
const amountWords =
  'amount|gross|betrag|umsatz|brutto|kwota|montant|importe|importo|valor|bedrag|belopp|belob|castka|osszeg|suma|sum|sumo|total|' +
  'summe|belop|maara|tutar|сума|сумма|金額|金额|交易金额|المبلغ|مبلغ';

/** Other numbers: balances, fees, taxes, rates, quantities, prices and identifiers. */
const otherWords =
  'balance|saldo|solde|zustatek|egyenleg|sold|баланс|залишок|残高|差引残高|余额|الرصيد|fee|fees|gebuhr|gebuhren|frais|prowizja|' +
  'oplata|comision|comissao|commissione|commission|kommission|provision|手数料|手续费|tax|vat|mwst|ust|steuer|tva|iva|podatek|' +
  'taxe|impuesto|imposto|moms|dan|quellensteuer|withholding|rate|kurs|wechselkurs|cours|taux|tasso|cambio|tipo|cotacao|koers|レート|' +
  '汇率|quantity|qty|menge|anzahl|stuck|quantite|cantidad|quantidade|quantita|ilosc|shares|units|数量|price|preis|prix|precio|' +
  'preco|prezzo|cena|単価|价格|no|nr|num|number|numero|nummer|numer|id|konto|kontonummer|account|iban|blz|ref|reference|code|plz|zip|' +
  'line|zeile|lp|count|番号|序号';

const currencyWords =
  'currency|ccy|cur|curr|wahrung|waehrung|waluta|devise|monnaie|moneda|divisa|valuta|moeda|valute|mena|penznem|valuuta|вал|валюта|' +
  'para birimi|通貨|币种|货币|العملة|عملة';

/** Amounts that leave an account, and those that enter it. */
const debitWords =
  'debit|debits|debet|soll|belastung|lastschrift|ausgabe|ausgaben|debito|debitos|cargo|cargos|dare|addebiti|uscite|obciazenia|' +
  'obciazenie|wydatki|saida|saidas|paid out|money out|ut|withdrawal|withdrawals|出金|出金額|支出|支払|مدين';
const creditWords =
  'credit|credits|kredit|haben|gutschrift|einnahme|einnahmen|credito|creditos|abono|abonos|avere|accrediti|entrate|uznania|uznanie|' +
  'wplywy|entrada|entradas|paid in|money in|inn|deposit|deposits|入金|入金額|收入|収入|دائن';

const has = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(${words})(?![\\p{L}\\p{N}])`, 'u');
const is = (words: string) => new RegExp(`^(${words})$`, 'u');
const [ofAmount, ofOther, ofCurrency] = [has(amountWords), has(otherWords), is(currencyWords)];
const [ofDebit, ofCredit] = [has(debitWords), has(creditWords)];

export const isOfAmount = (name: string) => ofAmount.test(folded(name)) && !isOfOther(name);
export const isOfOther = (name: string) => ofOther.test(folded(name));
/** Whether a header is of debits or of credits; undefined if it's of neither or of both. */
export function isOfSide(name: string): 'debit' | 'credit' | undefined {
  const text = folded(name);
  const [isDebit, isCredit] = [ofDebit.test(text), ofCredit.test(text)];
  if (isDebit === isCredit || ofOther.test(text)) return undefined;
  return isDebit ? 'debit' : 'credit';
}
/** Whether a header is only the word for a currency. `Fee currency` isn't. */
export const isOfCurrency = (name: string) => ofCurrency.test(folded(name));

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .trim();
}
