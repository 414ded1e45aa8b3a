import type { IsoDate } from '../../money/calendar.ts';
import type { Encoding } from '../../spreadsheet/encoding.ts';
import type { Asked } from '../../spreadsheet/read-rows.ts';
import type { Choices } from '../../spreadsheet/understand.ts';

/** A made-up file in the form of a bank's, a broker's or a program's. */
export interface Statement {
  readonly name: string;
  /** Where the form is described. The names and the order of columns are from there, and the content is made up. */
  readonly form: string;
  readonly lines: readonly string[];
  readonly end?: '\n' | '\r\n';
  readonly encoding?: Encoding;
  readonly mark?: boolean;
  /** What the rows with data ask to convert; for a row that can't be read, why. */
  readonly rows?: readonly (Asked | string)[];
  /** What the file leaves open. */
  readonly asks?: readonly string[];
  /** What a person answers, after which the rows are read. */
  readonly choices?: Choices;
}

const bank2ynab = (section: string) => `bank2ynab.conf of github.com/bank2ynab/bank2ynab, [${section}]`;
const firefly = (path: string) => `${path} of github.com/firefly-iii/import-configurations`;
const ghostfolio = (path: string) => `${path} of github.com/dickwolff/Export-To-Ghostfolio`;
const row = (date: IsoDate, amount: string, currency: string): Asked => ({ date, amounts: [amount], currency });

/** A row of two columns of amounts, such as debits and credits. */
const sides = (date: IsoDate, amounts: Asked['amounts'], currency: string): Asked => ({ date, amounts, currency });

export const statements: readonly Statement[] = [
  {
    name: 'DKB, Germany: lines before the header, two dates, and a code in the header of the amounts',
    form: `${bank2ynab('DE Deutsche Kreditbank checking')}; ${firefly('de/dkb/README.md')}`,
    encoding: 'windows-1252',
    end: '\r\n',
    lines: [
      '"Kontonummer:";"DE00000000000000000000 / Girokonto";',
      '',
      '"Von:";"01.03.2026";',
      '"Bis:";"31.03.2026";',
      '"Kontostand vom 31.03.2026:";"2.345,67 EUR";',
      '',
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz";',
      '"04.03.2026";"05.03.2026";"Gutschrift";"Müller GmbH";"Rechnung 1";"DE00";"BIC";"1.234,56";"";"";"";',
      '"06.03.2026";"06.03.2026";"Lastschrift";"Öko-Strom";"März";"DE00";"BIC";"-45,00";"DE98";"M1";"";',
    ],
    asks: ['date'],
    choices: { date: 'Buchungstag' },
    rows: [row('2026-03-04', '1234.56', 'EUR'), row('2026-03-06', '-45.00', 'EUR')],
  },
  {
    name: 'DKB, Germany, new: years of two digits and a byte order mark',
    form: `${bank2ynab('DE Deutsche Kreditbank checking new')}; ${firefly('de/dkb/README.md')}`,
    mark: true,
    lines: [
      '"Girokonto";"DE00000000000000000000"',
      '"Kontostand vom 31.03.2026:";"1.000,00 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
      '"04.03.26";"04.03.26";"Gebucht";"A";"B";"C";"Ausgang";"DE00";"-12,5";"";"";""',
      '"14.03.26";"14.03.26";"Gebucht";"A";"B";"C";"Eingang";"DE00";"1.012";"";"";""',
    ],
    rows: [row('2026-03-04', '-12.5', 'EUR'), row('2026-03-14', '1012', 'EUR')],
  },
  {
    name: 'Sparkasse, Germany: a column of currencies',
    form: bank2ynab('DE Sparkasse Südholstein'),
    encoding: 'windows-1252',
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
      '"DE00";"04.03.26";"04.03.26";"GEHALT";"März";"";"";"";"";"";"";"A";"DE00";"BIC";"3000,00";"EUR";"Umsatz gebucht"',
      '"DE00";"05.03.26";"05.03.26";"KARTE";"Café";"";"";"";"";"";"";"B";"DE00";"BIC";"-4,20";"EUR";"Umsatz gebucht"',
    ],
    rows: [row('2026-03-04', '3000.00', 'EUR'), row('2026-03-05', '-4.20', 'EUR')],
  },
  {
    name: 'N26, Germany: amounts in euros beside foreign amounts',
    form: bank2ynab('DE N26'),
    lines: [
      '"Date","Payee","Account number","Transaction type","Payment reference","Category","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
      '"2026-03-04","Bäckerei","","MasterCard Payment","","Food","-3.5","-3.5","EUR","1.0"',
      '"2026-03-05","Hotel","","MasterCard Payment","","Travel","-92.31","-100.0","USD","1.0833"',
    ],
    asks: ['amount'],
    choices: { amounts: ['Amount (Foreign Currency)'], currency: 'Type Foreign Currency' },
    rows: [row('2026-03-04', '-3.5', 'EUR'), row('2026-03-05', '-100.0', 'USD')],
  },
  {
    name: 'Deutsche Bank, Germany: debits and credits beside the amounts of others, and a last row of sums',
    form: `${firefly('de/deutschebank/Readme.md')}; ${bank2ynab('DE Deutsche Bank')}`,
    encoding: 'windows-1252',
    lines: [
      'Umsätze Girokonto;;;',
      'Konto: 000;;',
      '01.03.2026 - 31.03.2026',
      'Letzter Kontostand;;;;2.345,67;EUR',
      'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
      '14.03.2026;14.03.2026;SEPA;A;Miete;DE00;BIC;;;;;;;;;-1.500,00;;EUR',
      '04.03.2026;04.03.2026;SEPA;B;Erstattung;DE00;BIC;;;;;;;;;;20,00;EUR',
      'Kontostand;31.03.2026;;;2.345,67;EUR',
    ],
    asks: ['date'],
    choices: { date: 'Buchungstag' },
    rows: [
      sides('2026-03-14', ['-1500.00', undefined], 'EUR'),
      sides('2026-03-04', [undefined, '20.00'], 'EUR'),
      'unread_date',
    ],
  },
  {
    name: 'easybank, Austria: no header',
    form: bank2ynab('AT easybank credit card'),
    lines: ['AT00;SPAR;;04.03.2026;-12,50;EUR', 'AT00;BILLA;;05.03.2026;-1.012,50;EUR'],
    rows: [row('2026-03-04', '-12.50', 'EUR'), row('2026-03-05', '-1012.50', 'EUR')],
  },
  {
    name: 'ANZ, Australia: no header, day before month, no currency',
    form: bank2ynab('AU ANZ'),
    lines: ['14/03/26,"-12.50","EFTPOS"', '05/03/26,"1,000.00","SALARY"'],
    asks: ['currency'],
    choices: { currency: 'AUD' },
    rows: [row('2026-03-14', '-12.50', 'AUD'), row('2026-03-05', '1000.00', 'AUD')],
  },
  {
    name: 'National Australia Bank: names of months',
    form: bank2ynab('AU National Australia Bank'),
    lines: ['04 Mar 26,-12.50,000000001,,EFTPOS,"SHOP",100.00', '05 Mar 26,20.00,000000002,,EFTPOS,"SHOP",120.00'],
    asks: ['amount', 'currency'],
    choices: { amounts: ['2'], currency: 'AUD' },
    rows: [row('2026-03-04', '-12.50', 'AUD'), row('2026-03-05', '20.00', 'AUD')],
  },
  {
    name: 'BNP Paribas Fortis, Belgium',
    form: bank2ynab('BE BNP Paribas Fortis Export'),
    lines: [
      'Volgnummer;Uitvoeringsdatum;Valutadatum;Bedrag;Valuta rekening;Rekeningnummer;Type verrichting;Tegenpartij;Naam van de tegenpartij;Mededeling;Details;Status;Reden van weigering',
      '2026-0001;14/03/2026;14/03/2026;-12,50;EUR;BE00;Kaartbetaling;BE01;A;;;Geaccepteerd;',
      '2026-0002;05/03/2026;05/03/2026;1000;EUR;BE00;Overschrijving;BE02;B;;;Geaccepteerd;',
    ],
    rows: [row('2026-03-14', '-12.50', 'EUR'), row('2026-03-05', '1000', 'EUR')],
  },
  {
    name: 'Banco do Brasil: names with commas',
    form: `${bank2ynab('BR Banco do Brasil, checking')}; tests/ler_extratoBB_csv.R of github.com/jusmendonca/Finance-Tools`,
    encoding: 'windows-1252',
    lines: [
      '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",',
      '"14/03/2026","","Compra, cartão","","123456","-12.50",',
      '"05/03/2026","","Salário","","123457","1000.00",',
    ],
    asks: ['currency'],
    choices: { currency: 'BRL' },
    rows: [row('2026-03-14', '-12.50', 'BRL'), row('2026-03-05', '1000.00', 'BRL')],
  },
  {
    name: 'Nubank, Brazil: ISO dates',
    form: firefly('br/nubank/credit.json'),
    lines: ['date,category,title,amount', '2026-03-04,transporte,Uber,12.5', '2026-03-05,restaurante,Padaria,9.99'],
    asks: ['currency'],
    choices: { currency: 'brl' },
    rows: [row('2026-03-04', '12.5', 'BRL'), row('2026-03-05', '9.99', 'BRL')],
  },
  {
    name: 'TD Canada Trust: debits and credits in two columns',
    form: bank2ynab('CA TD Canada Trust, checking+Visa'),
    lines: ['03/14/2026,SHOP,12.50,,100.00', '03/05/2026,SALARY,,1000.00,1100.00'],
    asks: ['amount', 'currency'],
    choices: { amounts: ['3', '4'], currency: 'CAD' },
    rows: [sides('2026-03-14', ['12.50', undefined], 'CAD'), sides('2026-03-05', [undefined, '1000.00'], 'CAD')],
  },
  {
    name: 'UBS, Switzerland: a preamble, apostrophes, ISO dates',
    form: bank2ynab('CH UBS Checking account - Alternative 1'),
    mark: true,
    end: '\r\n',
    lines: [
      'Kontonummer:;0000 00000000.00;',
      'Von:;2026-03-01;',
      'Saldo:;1’234.50;',
      '',
      'Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten',
      '2026-03-04;10:00:00;2026-03-04;2026-03-04;CHF;-1’012.50;;;222.00;000A;"Miete; März";;;',
      '2026-03-05;11:00:00;2026-03-05;2026-03-05;CHF;;20.00;;242.00;000B;Twint;;;',
    ],
    rows: [sides('2026-03-04', ['-1012.50', undefined], 'CHF'), sides('2026-03-05', [undefined, '20.00'], 'CHF')],
  },
  {
    name: 'Bancolombia: tabs',
    form: `${bank2ynab('CO Bancolombia')}, which has the order of the columns, and not their names`,
    lines: [
      'FECHA\tDOCUMENTO\tOFICINA\tDESCRIPCION\tREFERENCIA\tVALOR',
      '2026/03/04\t\tA\tPAGO\tB\t-1,234.50',
      '2026/03/05\t\tA\tABONO\tB\t20.00',
    ],
    asks: ['currency'],
    choices: { currency: 'COP' },
    rows: [row('2026-03-04', '-1234.50', 'COP'), row('2026-03-05', '20.00', 'COP')],
  },
  {
    name: 'Crypto.com: dates with times',
    form: ghostfolio('samples/cryptocom-export.csv'),
    lines: [
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
      '2026-03-04 23:59:59,Shop,EUR,-12.5,,,EUR,-12.5,-14.5,card,',
      '2026-03-05 00:00:01,Shop,GBP,-3,,,EUR,-3.4,-4.0,card,',
    ],
    asks: ['amount'],
    choices: { amounts: ['Amount'] },
    rows: [row('2026-03-04', '-12.5', 'EUR'), row('2026-03-05', '-3', 'GBP')],
  },
  {
    name: 'Air Bank, Czechia: spaces of thousands',
    form: bank2ynab('CZ AirBank checking and savings'),
    mark: true,
    lines: [
      'Datum provedení;Směr úhrady;Typ úhrady;Kategorie plateb;Měna účtu;Částka v měně účtu;Poplatek v měně účtu',
      '14/03/2026;Odchozí;Karta;Jídlo;CZK;-1 234,50;0,00',
      '05/03/2026;Příchozí;Platba;Mzda;CZK;20 000,00;0,00',
    ],
    rows: [row('2026-03-14', '-1234.50', 'CZK'), row('2026-03-05', '20000.00', 'CZK')],
  },
  {
    name: 'Raiffeisenbank, Czechia: Windows-1250',
    form: `${bank2ynab('CZ Raiffeisen bank')}; rbcz-transaction.dto.ts of github.com/KassandraA/budget-api`,
    encoding: 'windows-1250',
    lines: [
      'Datum provedení;Datum zaúčtování;Číslo účtu;Název účtu;Kategorie transakce;Název protiúčtu;Číslo protiúčtu;Typ transakce;Zpráva;Poznámka;VS;KS;SS;Zaúčtovaná částka;Měna účtu',
      '04.03.2026;04.03.2026 07:08;000/5500;Běžný;Platba;A;;Karta;;;;;;-1 258,11;CZK',
      '05.03.2026;05.03.2026 10:00;000/5500;Běžný;Platba;B;;Převod;;;;;;1000,00;CZK',
    ],
    asks: ['date'],
    choices: { date: 'Datum provedení' },
    rows: [row('2026-03-04', '-1258.11', 'CZK'), row('2026-03-05', '1000.00', 'CZK')],
  },
  {
    name: 'Danske Bank, Denmark',
    form: bank2ynab('DK Danske Bank'),
    encoding: 'windows-1252',
    lines: [
      '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
      '"04.03.2026";"Løn";"";"Løn marts";"1.234,50";"2.000,00";"Udført";"Nej"',
    ],
    asks: ['currency'],
    choices: { currency: 'DKK' },
    rows: [row('2026-03-04', '1234.50', 'DKK')],
  },
  {
    name: 'Portalbank, Denmark: hyphens, which leave two readings',
    form: bank2ynab('DK Portalbank'),
    lines: ['04-03-2026;04-03-2026;Netto;-12,50;100,00', '05-03-2026;05-03-2026;Løn;20,00;120,00'],
    asks: ['amount', 'currency', 'order'],
    choices: { amounts: ['4'], currency: 'DKK', order: 'dmy' },
    rows: [row('2026-03-04', '-12.50', 'DKK'), row('2026-03-05', '20.00', 'DKK')],
  },
  {
    name: 'mBank, Poland: a preamble in Windows-1250 and amounts with a code',
    form: firefly('pl/mbank/default.json'),
    encoding: 'windows-1250',
    end: '\r\n',
    lines: [
      'mBank S.A. Bankowość Detaliczna;',
      'Skrytka Pocztowa 2108;',
      '',
      '#Za okres:;',
      '01.03.2026;31.03.2026;',
      '',
      '#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;',
      '2026-03-04;"ZAKUP PRZY UŻYCIU KARTY";"eKonto";"Żywność";-1 234,50 PLN;',
      '2026-03-05;"PRZELEW";"eKonto";"Wpływy";20,00 PLN;',
    ],
    rows: [row('2026-03-04', '-1234.50', 'PLN'), row('2026-03-05', '20.00', 'PLN')],
  },
  {
    name: 'PKO BP, Poland: two dates in a file of commas',
    form: bank2ynab('PL PKO BP'),
    encoding: 'windows-1250',
    lines: [
      '"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Opis transakcji","","","",""',
      '"2026-03-04","2026-03-03","Płatność kartą","-12.50","PLN","Tytuł: 1","","","",""',
      '"2026-03-05","2026-03-05","Przelew","+20.00","PLN","Tytuł: 2","","","",""',
    ],
    asks: ['date'],
    choices: { date: 'Data operacji' },
    rows: [row('2026-03-04', '-12.50', 'PLN'), row('2026-03-05', '20.00', 'PLN')],
  },
  {
    name: 'Revolut: two dates, fees, mixed currencies',
    form: bank2ynab('Revolut'),
    lines: [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'CARD_PAYMENT,Current,2026-03-04 09:00:00,2026-03-05 10:00:00,Shop,-12.50,0.00,EUR,COMPLETED,100.00',
      'EXCHANGE,Current,2026-03-06 09:00:00,2026-03-06 09:00:00,To USD,20.00,0.10,USD,COMPLETED,20.00',
    ],
    asks: ['date'],
    choices: { date: 'completed date' },
    rows: [row('2026-03-05', '-12.50', 'EUR'), row('2026-03-06', '20.00', 'USD')],
  },
  {
    name: 'Wise: American names, day before month',
    form: 'skills.sh/openaccountant/skills/wise-import, which lists the columns',
    lines: [
      '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"',
      'CARD-1,14-03-2026,-12.50,GBP,Shop,,100.00,,,,,,,Shop,0000,A,,,0.00',
      'TRANSFER-2,05-03-2026,20.00,GBP,Pay,Ref,120.00,,,,B,,,,,,,,0.10',
    ],
    rows: [row('2026-03-14', '-12.50', 'GBP'), row('2026-03-05', '20.00', 'GBP')],
  },
  {
    name: 'PayPal: gross and net, American dates, commas of thousands',
    form: 'gist.github.com/Nullreff/409f7d6d8ca82ae004cbf31cff25df62, which lists the columns of the activity download',
    mark: true,
    lines: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"',
      '"03/14/2026","10:00:00","PDT","A","Payment","Completed","USD","1,234.50","-36.10","1,198.40","0AB"',
      '"03/05/2026","10:00:00","PDT","B","Payment","Completed","EUR","20.00","-0.88","19.12","0AC"',
    ],
    rows: [row('2026-03-14', '1234.50', 'USD'), row('2026-03-05', '20.00', 'EUR')],
  },
  {
    name: 'Stripe: currencies in lower case, two dates',
    form: 'pastebin.com/B928d03g, which lists columns of the report balance_change_from_activity.itemized',
    lines: [
      'balance_transaction_id,created_utc,created,currency,gross,net,fee,reporting_category',
      'txn_1,2026-03-04 22:30:00,2026-03-05 00:30:00,eur,12.50,12.07,0.43,charge',
      'txn_2,2026-03-05 10:00:00,2026-03-05 12:00:00,usd,20.00,19.12,0.88,charge',
    ],
    asks: ['date'],
    choices: { date: 'created_utc' },
    rows: [row('2026-03-04', '12.50', 'EUR'), row('2026-03-05', '20.00', 'USD')],
  },
  {
    name: 'Interactive Brokers: cash transactions of a Flex query, with dates and times without separators',
    form: 'pages of the crates ib-flex and ibkr-flex-statement on docs.rs: fields, and dates such as 20260304;202000',
    lines: [
      '"ClientAccountID","CurrencyPrimary","Symbol","Description","Date/Time","Amount","Type"',
      '"U000","USD","AAPL","AAPL CASH DIVIDEND USD 0.26","20260304;202000","26","Dividends"',
      '"U000","USD","AAPL","AAPL CASH DIVIDEND - US TAX","20260304;202000","-3.9","Withholding Tax"',
    ],
    rows: [row('2026-03-04', '26', 'USD'), row('2026-03-04', '-3.9', 'USD')],
  },
  {
    name: 'Interactive Brokers: dividends of a Flex query, with dates without separators',
    form: ghostfolio('samples/ibkr-dividends-export.csv'),
    lines: [
      '"Type","SettleDate","ISIN","Description","Amount","CurrencyPrimary"',
      '"Dividends","20260304","US0378331005","AAPL CASH DIVIDEND USD 0.26","26","USD"',
    ],
    rows: [row('2026-03-04', '26', 'USD')],
  },
  {
    name: 'Interactive Brokers: dividends of an activity statement',
    form: 'tests/report_parsers/ib_test.py of github.com/cdump/investments, section Dividends of an activity statement',
    lines: [
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2026-03-04,AAPL(US0378331005) Cash Dividend,26',
      'Dividends,Data,EUR,2026-03-05,SAP(DE0007164600) Cash Dividend,12.5',
      'Dividends,Data,Total,,,38.5',
    ],
    rows: [row('2026-03-04', '26', 'USD'), row('2026-03-05', '12.5', 'EUR'), 'no_date'],
  },
  {
    name: 'DEGIRO: a value beside a currency without a header',
    form: ghostfolio('samples/degiro-export.csv'),
    lines: [
      'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id',
      '14-03-2026,08:00,13-03-2026,APPLE INC,US0378331005,Dividend,,USD,"26,50",USD,"100,00",',
      '05-03-2026,08:00,04-03-2026,SAP,DE0007164600,Dividend,,EUR,"12,50",EUR,"120,00",',
    ],
    asks: ['date', 'amount'],
    choices: { date: 'Valutadatum', amounts: ['9'] },
    rows: [row('2026-03-13', '26.50', 'USD'), row('2026-03-04', '12.50', 'EUR')],
  },
  {
    name: 'Trading 212: a price in pence',
    form: ghostfolio('samples/trading212-export.csv'),
    lines: [
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Notes,ID',
      'Dividend,2026-03-04 10:00:00.326,GB00,VOD,Vodafone,10.5,85.20,GBp,,,,8.95,GBP,0.00,GBX,,',
      'Dividend,2026-03-05 10:00:00.326,US00,AAPL,Apple,1.25,0.26,USD,,,,0.33,USD,0.05,USD,,',
    ],
    asks: ['currency'],
    choices: { currency: 'Currency (Total)' },
    rows: [row('2026-03-04', '8.95', 'GBP'), row('2026-03-05', '0.33', 'USD')],
  },
  {
    name: 'Fidelity, USA: dollar signs after a minus sign',
    form: 'docs/fidelity_csv_import.md of github.com/CIInc/robinhood-options-mobile',
    lines: [
      'Run Date,Action,Symbol,Security Description,Security Type,Quantity,Price,Commission,Fees,Accrued Interest,Amount,Settlement Date',
      '03/14/2026,BUY,AAPL,APPLE INC,EQUITY,10,150.50,$0.00,$0.00,$0.00,"-$1,505.00",03/16/2026',
      '03/05/2026,DIVIDEND,AAPL,APPLE INC,EQUITY,,,$0.00,$0.00,$0.00,$2.60,03/05/2026',
    ],
    asks: ['date', 'currency'],
    choices: { date: 'Run Date', currency: 'USD' },
    rows: [row('2026-03-14', '-1505.00', 'USD'), row('2026-03-05', '2.60', 'USD')],
  },
  {
    name: 'Chase, USA: American dates that leave two readings',
    form: bank2ynab('US Chase Credit Card 2019'),
    lines: [
      'Transaction Date,Post Date,Description,Category,Type,Amount,Memo',
      '03/04/2026,03/05/2026,SHOP,Food,Sale,-12.50,',
      '03/06/2026,03/06/2026,SHOP,Food,Sale,-3.00,',
    ],
    asks: ['date', 'currency'],
    choices: { date: 'Transaction Date', currency: 'USD', order: 'mdy' },
    rows: [row('2026-03-04', '-12.50', 'USD'), row('2026-03-06', '-3.00', 'USD')],
  },
  {
    name: 'HSBC, Mexico: no header, all dates ambiguous',
    form: firefly('mx/hsbc/default.json'),
    lines: ['04/03/2026,SHOP,-12.50', '05/03/2026,PAY,"1,000.00"'],
    asks: ['currency', 'order'],
    choices: { currency: 'MXN', order: 'dmy' },
    rows: [row('2026-03-04', '-12.50', 'MXN'), row('2026-03-05', '1000.00', 'MXN')],
  },
  {
    name: 'Monzo, United Kingdom: local amounts beside amounts',
    form: `README.md of github.com/muralisc/bank2ledger-cli; ${firefly('gb/monzo/default.json')}`,
    lines: [
      'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In',
      'tx_1,14/03/2026,10:00:00,Card payment,Shop,🛒,Shopping,-12.50,GBP,-15.00,EUR,,,,Shop,,-12.50,',
      'tx_2,05/03/2026,10:00:00,Card payment,Shop,🛒,Shopping,-3.00,GBP,-3.00,GBP,,,,Shop,,-3.00,',
    ],
    asks: ['amount'],
    choices: { amounts: ['Local amount'], currency: 'Local currency' },
    rows: [row('2026-03-14', '-15.00', 'EUR'), row('2026-03-05', '-3.00', 'GBP')],
  },
  {
    name: 'Boursorama, France: decimal commas and spaces',
    form: firefly('fr/boursorama/default.json'),
    mark: true,
    lines: [
      'dateOp;dateVal;label;category;categoryParent;supplierFound;amount;accountNum;accountLabel;accountbalance',
      '2026-03-04;2026-03-04;"CARTE";"Courses";"Vie quotidienne";"A";"-1 234,50";00040000000;"Compte";100.00',
      '2026-03-05;2026-03-05;"VIR";"Salaire";"Revenus";"B";"20,00";00040000000;"Compte";120.00',
    ],
    asks: ['currency'],
    choices: { currency: 'EUR' },
    rows: [row('2026-03-04', '-1234.50', 'EUR'), row('2026-03-05', '20.00', 'EUR')],
  },
  {
    name: 'BBVA, Spain: the same currency twice, beside the amount and beside the balance',
    form: 'constantes/class_etl.py of github.com/SergioSuarezgh/jenkins_cuentas',
    lines: [
      'F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones',
      '14/03/2026;14/03/2026;Pago;Tarjeta;-12,50;EUR;100,00;EUR;',
      '05/03/2026;05/03/2026;Nómina;Transferencia;1.000,00;EUR;1.100,00;EUR;',
    ],
    rows: [row('2026-03-14', '-12.50', 'EUR'), row('2026-03-05', '1000.00', 'EUR')],
  },
  {
    name: 'RomagnaBanca, Italy: dare and avere',
    form: `${bank2ynab('IT RomagnaBanca Inbank')}, which has the order of the columns, and not their names`,
    lines: [
      'Data;Valuta;Dare;Avere;Divisa;Descrizione;Causale',
      '14/03/2026;14/03/2026;1.012,50;;EUR;Pagamento;A',
      '05/03/2026;05/03/2026;;20,00;EUR;Stipendio;B',
    ],
    rows: [sides('2026-03-14', ['1012.50', undefined], 'EUR'), sides('2026-03-05', [undefined, '20.00'], 'EUR')],
  },
  {
    name: 'Keytrade Bank, Belgium: two dates',
    form: bank2ynab('BE Keytrade Bank'),
    lines: [
      'Uittreksel,Datum,Valutadatum,Rekening,Omschrijving,Bedrag,Valuta',
      '001,14.03.2026,15.03.2026,BE00,Winkel,"-12,50",EUR',
      '002,05.03.2026,05.03.2026,BE00,Loon,"1.000,00",EUR',
    ],
    asks: ['date'],
    choices: { date: 'Datum' },
    rows: [row('2026-03-14', '-12.50', 'EUR'), row('2026-03-05', '1000.00', 'EUR')],
  },
  {
    name: 'SpareBank 1, Norway: in and out',
    form: bank2ynab('NO Sparebank 1 VISA'),
    lines: [
      'Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;',
      '"05.05.2026";"Nettbank";"05.05.2026";"994,00";;"12345678956";;',
      '"06.05.2026";"Butikk";"06.05.2026";;"-12,50";;"12345678956";',
    ],
    asks: ['currency'],
    choices: { currency: 'NOK' },
    rows: [sides('2026-05-05', ['994.00', undefined], 'NOK'), sides('2026-05-06', [undefined, '-12.50'], 'NOK')],
  },
  {
    name: 'A bank of Japan: Shift_JIS and yen',
    form: 'README.txt.markdown of github.com/w00kie/SMBC-CSV-Converter-for-iBank: Shift_JIS and dates with slashes; names of columns made up',
    encoding: 'shift_jis',
    lines: [
      '日付,摘要,金額,通貨',
      '2026/03/04,表示ソフト,"1,234",JPY',
      '2026/03/05,給料,"20,000",JPY',
      '2026/03/06,手数料,"0.5",USD',
    ],
    rows: [row('2026-03-04', '1234', 'JPY'), row('2026-03-05', '20000', 'JPY'), row('2026-03-06', '0.5', 'USD')],
  },
  {
    name: 'Alipay, China: GBK, cells with spaces and tabs, and lines before the header',
    form: 'example/alipay/example-alipay-records.csv of github.com/deb-sig/double-entry-generator',
    encoding: 'gb18030',
    lines: [
      '------------------------------------------------------------------------------------',
      '导出信息：',
      '姓名：xx',
      '共2笔记录',
      '收入：1笔 1000.00元',
      '',
      '------------------------支付宝（中国）网络技术有限公司  电子客户回单------------------------',
      '交易时间            ,交易分类                ,交易对方                ,对方账号                ,商品说明                ,收/支                 ,金额                  ,收/付款方式              ,交易状态                ,交易订单号     ,商家订单号           ,备注                  ,',
      '2026-03-04 10:00:00 ,餐饮美食                ,A          ,/                   ,咖啡                 ,支出                  ,12.50               ,余额       ,交易成功                ,2026030400001\t,2026\t,                    ,',
      '2026-03-05 10:00:00 ,转账红包                ,B          ,/                   ,工资                 ,收入                  ,1000.00             ,余额       ,交易成功                ,2026030500001\t,2026\t,                    ,',
    ],
    asks: ['currency'],
    choices: { currency: 'CNY' },
    rows: [row('2026-03-04', '12.50', 'CNY'), row('2026-03-05', '1000.00', 'CNY')],
  },
  {
    name: 'Excel, Unicode text: UTF-16 with tabs',
    form: 'wiki.scn.sap.com/wiki/display/ABAP/Excel+files+-+CSV+format: UTF-16 with a mark, and tabs',
    encoding: 'utf-16le',
    mark: true,
    end: '\r\n',
    lines: ['Datum\tBetrag\tWährung', '04.03.2026\t1.234,50\tEUR', '05.03.2026\t-20\tUSD'],
    rows: [row('2026-03-04', '1234.50', 'EUR'), row('2026-03-05', '-20', 'USD')],
  },
  {
    name: 'Excel: a line that names the delimiter',
    form: 'made up: Excel reads the delimiter from such a first line, and no program is known to write it',
    end: '\r\n',
    lines: ['sep=;', 'Date;Amount;Currency', '2026-03-04;1234,5;EUR', '2026-03-05;20;EUR'],
    rows: [row('2026-03-04', '1234.5', 'EUR'), row('2026-03-05', '20', 'EUR')],
  },
  {
    name: 'Xero: invoices with due dates and codes',
    form: 'docs.moment.team, Xero templates: the columns of Xero’s invoices in their order',
    lines: [
      'ContactName,EmailAddress,InvoiceNumber,Reference,InvoiceDate,DueDate,PlannedDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,Currency,Type,Sent,Status',
      'A,,INV-1,,14/03/2026,14/04/2026,,1200.00,200.00,0.00,1200.00,GBP,Sales Invoice,Sent,Awaiting Payment',
      'B,,INV-2,,05/03/2026,05/04/2026,,99.00,0.00,99.00,0.00,USD,Sales Invoice,Sent,Paid',
    ],
    asks: ['date'],
    choices: { date: 'InvoiceDate' },
    rows: [row('2026-03-14', '1200.00', 'GBP'), row('2026-03-05', '99.00', 'USD')],
  },
  {
    name: 'Three decimal places or thousands: a quantity that leaves two readings',
    form: 'made up',
    lines: ['Date;Amount;Currency', '2026-03-04;1.234;EUR', '2026-03-05;2.500;EUR'],
    asks: ['decimal'],
    choices: { decimal: ',' },
    rows: [row('2026-03-04', '1234', 'EUR'), row('2026-03-05', '2500', 'EUR')],
  },
  {
    name: 'Decimal commas without quotes in a file of commas',
    form: 'made up: a program that doesn’t quote cells',
    lines: ['Date,Amount,Currency', '2026-03-04,12,50,EUR', '2026-03-05,7,EUR'],
    rows: ['more_cells', row('2026-03-05', '7', 'EUR')],
  },
];
