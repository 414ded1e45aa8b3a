import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../money/currencies/catalogue.ts';
import { tenderCountriesOf } from '../../money/currencies/tender-countries.ts';
import { typedMoneyParser } from './typed-money.ts';

/**
 * What people type, and what they mean by it. Each line has the visitor's locale, the chosen currency, the typed text,
 * and the amount with its currency. `?` is a unit that isn't understood, and `-` a text that isn't an amount. A line
 * with `#` names the source of the lines below it: an issue or a pull request of a public repository, CLDR, or keyboards.
 */
const TYPED = `
# CLDR: metals, whose chemical symbols may mean other currencies
en-US USD | 2 gold | 2 XAU
en-US USD | 2.5 troy ounces of gold | 2.5 XAU
en-US USD | 10 silver | 10 XAG
en-US USD | 3 oz gold | 3 XAU
en-US USD | 1 ounce of Silver | 1 XAG
en-US USD | 2 au | 2 ?
en-US USD | 3 ounces | 3 ?
de-DE EUR | 3 Unzen Gold | 3 XAU
it-IT EUR | 1,5 oro | 1.5 XAU
# mktj/parsecurrency #9, Wrong parse result for 0.123 and 0,123: a group of thousands never starts with a zero
de-DE USD | 0.125 | 0.125
de-DE USD | 0,125 | 0.125
pt-BR USD | 0.125 | 0.125
pt-BR USD | 0,125 | 0.125
sv-SE USD | 0.125 | 0.125
sv-SE USD | 0,125 | 0.125
en-US USD | 0.125 | 0.125
en-US USD | 0,125 | 0.125
en-IN USD | 0,125 | 0.125
fr-FR USD | 0.125 | 0.125
de-CH USD | 0,125 | 0.125
ar-EG USD | 0,125 | 0.125
fa-IR USD | 0,125 | 0.125
fa-IR USD | 0.125 | 0.125
en-US USD | 0,125,000 | -
de-DE USD | 0.125.000 | -
en-US USD | 0 125 | -
en-US USD | 00.5 | 0.5

# salte-io/ng-currency #149, Wrong number interpretation with German locale
de-DE EUR | 100.100.100,20 | 100100100.2
de-DE EUR | 100100100,20 | 100100100.2
de-DE EUR | 100.000 | 100000
de-DE EUR | 100.000.000 | 100000000
de-DE EUR | 1.000,99 | 1000.99
de-DE EUR | 1.234 | 1234
de-DE EUR | 12.345 | 12345
de-DE EUR | 1234.567 | 1234.567
de-DE EUR | 12,345 | 12.345
de-DE EUR | 1,234.50 | 1234.5
de-DE EUR | 1.234, | 1234
de-DE EUR | 1.234. | 1234

# ing-bank/lion #1731, Unexpected parsing results: the other separator, as in 1,23 for en-GB
en-GB GBP | 1,23 | 1.23
en-GB GBP | 12,5 | 12.5
en-GB GBP | 1,234 | 1234
en-GB GBP | 1,234.56 | 1234.56
en-GB GBP | 1.234,56 | 1234.56
en-US USD | 12,50 | 12.5
en-US USD | 1,2345 | 1.2345
en-US USD | 1.127,54 | 1127.54
en-US USD | 1,234, | 1234
en-US USD | 12,345,67 | -
en-US USD | 1,00,,000 | -
en-US USD | 1.2.3 | -
en-US USD | 1,2,3 | -

# dm4t2/vue-currency-input #71, Allow the numpad dot to be used for countries using decimal comma
nl-NL EUR | 15.79 | 15.79
nl-NL EUR | 15,79 | 15.79
nl-NL EUR | 1.579,00 | 1579
# adamwdraper/Numeral-js #475, Allow multiple decimal delimiters: the point of a French number pad
fr-FR EUR | 1.3 | 1.3
fr-FR EUR | 1,3 | 1.3
fr-FR EUR | 1234.56 | 1234.56
# portfolio-performance/portfolio #3780, French numpad emiting a dot as a decimal symbol
fr-FR EUR | 1234.5 | 1234.5
es-ES EUR | 1234.5 | 1234.5
es-ES EUR | 1.234 | 1234
it-IT EUR | 9.99 | 9.99

# MyCryptoHQ/MyCrypto #3214, Sanitize decimal separator: an iPhone's decimal keypad has only the region's separator
de-DE EUR | 12,5 | 12.5
pl-PL PLN | 12,5 | 12.5
pt-BR BRL | 12,5 | 12.5
ja-JP JPY | 12.5 | 12.5
zh-CN CNY | 12.5 | 12.5
en-IN INR | 12.5 | 12.5
de-CH CHF | 12.5 | 12.5
es-MX MXN | 12.5 | 12.5
# rsksmart/rwallet #93, Can't send non-integer amounts: English language with the keypad of Argentina
en-AR USD | 12,5 | 12.5
en-AR USD | 1500,75 | 1500.75
en-US USD | ,89 | 0.89
# scrapinghub/price-parser #58, Numbers starting with "," as the decimal delimiter
de-DE EUR | ,89 | 0.89
de-DE EUR | ,89 € | 0.89 EUR
en-US USD | $.50 | 0.5 USD
en-US USD | .5 | 0.5
en-US USD | 5. | 5
en-US USD | . | -

# infor-design/enterprise #2959, parseNumber when locale has group of space: Arabic digits, or Latin ones with a point
ar-SA SAR | 1234567.12 | 1234567.12
ar-SA SAR | ١٢٣٤٥٦٧٫١٢ | 1234567.12
ar-SA SAR | ١٬٢٣٤٬٥٦٧٫١٢ | 1234567.12
ar-SA USD | 1,000 | 1000
ar-EG USD | 1,000 | 1000
ar-EG USD | 1,000.5 | 1000.5
ar-EG USD | 1.000 | 1
ar-EG USD | 12,50 | 12.5
ar-MA USD | 1.000 | 1000
ar-MA USD | 1,5 | 1.5
fa-IR USD | 1,000 | 1000
fa-IR USD | 1,000.5 | 1000.5
# autoNumeric/autoNumeric #342, Allow setting Arabic and Persian numbers
ar-EG EGP | ١٠٢٣٤٥٦٧.٨٩ | 10234567.89
ar-EG EGP | ١٢٣٤٥٠٦٧٫٨٩ | 12345067.89
ar-EG EGP | ١٠٠ | 100
ar-EG EGP | ١٬٠٠٠ | 1000
ar-EG EGP | ١،٠٠٠ | 1000
fa-IR IRR | ۱۲۳۴٫۵ | 1234.5
fa-IR IRR | ۱٬۲۳۴ | 1234
fa-IR IRR | ۱,۲۳۴ | 1234
en-US USD | ١٢٣ | 123
# DevExpress/DevExtreme-Intl #41, Arabic Numeric Shaping Support
ar-EG EGP | ١٤٬٥٠٠٫٥٥ | 14500.55
# brothersincode/virastar #18: a slash for the Persian decimal separator
fa-IR IRR | ۱۲/۵ | 12.5
fa-IR IRR | ۱۲٫۵ | 12.5
fa-IR IRR | 12/5 | -
en-US USD | 1/2 | -

# autoNumeric/autoNumeric #682, Can't input numbers in Japanese IME mode
ja-JP JPY | ９，９９９，９９９ | 9999999
ja-JP JPY | １２３ | 123
ja-JP JPY | １．５ | 1.5
ja-JP JPY | １。５ | 1.5
ja-JP JPY | １、０００ | 1000
ja-JP USD | ￥１００ | 100 JPY
ja-JP USD | ＄１００ | 100 USD
ja-JP USD | １００\u3000円 | 100 JPY
ja-JP USD | １００ＵＳＤ | 100 USD
zh-CN USD | １００元 | 100 CNY
# whatwg/html #11395, Define optional normalization of full-width characters: ー and － are minus signs
ja-JP JPY | ２３４ | 234
ja-JP JPY | ー５ | -
ja-JP JPY | －５ | -
# mr and bn in CLDR: other scripts' digits
hi-IN INR | १२,३४,५६७.८९ | 1234567.89
mr-IN INR | १,२३४.५ | 1234.5
bn-BD BDT | ১২,৩৪,৫৬৭ | 1234567

# Qalculate/libqalculate #926, Apostrophe is never interpreted as a thousands separator
fr-CH CHF | 6'371 | 6371
de-CH CHF | 40’030.17 | 40030.17
de-CH CHF | 1\`000 | 1000
# scrapinghub/price-parser #61, Problem with CHF and '
de-CH USD | CHF 1'200.20 | 1200.2 CHF
en-US USD | CHF 1'000 | 1000 CHF
de-CH USD | CHF 1’000’000.– | 1000000 CHF
de-CH CHF | 1'234 | 1234
de-CH CHF | 1.234 | 1.234
de-CH CHF | 1,50 | 1.5
de-CH CHF | 1'2 | 12
de-CH CHF | 1''000 | -
# dm4t2/vue-currency-input #127, Formatting does not work for Swiss Franc(locale used is fr-CH)
fr-CH CHF | 1.00 | 1
fr-CH CHF | 1,00 | 1
fr-CH CHF | 1 234.50 | 1234.5
fr-CH CHF | 2453 | 2453

# s-yadav/react-number-format #18, Support the space character as a valid thousandSeparator
fr-FR EUR | 12 345 | 12345
fr-FR EUR | 12\u00a0345 | 12345
fr-FR EUR | 12\u202f345,67 | 12345.67
fr-FR EUR | 1\u2009234,5 | 1234.5
sv-SE SEK | 1 000 000 | 1000000
pl-PL PLN | 1 234,56 | 1234.56
ru-RU RUB | 1 490,00 | 1490
en-ZA ZAR | 1 234,50 | 1234.5
en-US USD | 1 000 | 1000
fr-FR EUR | 10 00 | 1000
fr-FR EUR | 1 23 456 | 123456
fr-FR EUR | 12 11 2024 | -
# JavaMoney/jsr354-ri #193, Thousand separator (space) not working when parsing
fr-FR USD | 14 000,12 EUR | 14000.12 EUR
fr-FR USD | 123,01 EUR | 123.01 EUR
fr-FR USD | 1 234.567 | 1234.567

# openexchangerates/accounting.js #200, Support for Indian Rupee numbering system
en-IN INR | 1,00,000.00 | 100000
en-IN INR | 10,00,000 | 1000000
en-IN INR | 1,00,00,000.00 | 10000000
en-US USD | 5,00,000 | 500000
en-IN INR | 1,23,45 | -
# microsoft/Recognizers-Text #2112, Add support for Indian numbering system (lakh, crore, …)
en-IN USD | 1 crore | 10000000
en-IN USD | 25 lakh | 2500000
en-IN USD | 35 lakh rupees | 3500000 INR
en-IN USD | 1.5 lakh | 150000
en-IN USD | 2.5 cr | 25000000
en-IN USD | ₹5 lakhs | 500000 INR
en-IN USD | ₹2 Crore | 20000000 INR
en-IN USD | 10L | 1000000
en-IN USD | 5 lac | 500000
en-US USD | 5 lakh | 500000
en-US USD | 5 cr | 5 ?
hi-IN USD | 5 लाख | 500000
hi-IN USD | 5 हज़ार | 5000

# cchanxzy/react-currency-input-field #40, feat: parse abbreviated values
en-US USD | 1k | 1000
en-US USD | 2m | 2000000
en-US USD | 3b | 3000000000
en-US USD | 10k | 10000
en-US USD | 10K | 10000
en-US USD | 10 k | 10000
en-US USD | 2.5M | 2500000
en-US USD | 1,5k | 1500
en-US USD | .5m | 500000
de-DE EUR | 2,5k | 2500
de-DE EUR | 10k | 10000
fr-FR EUR | 10k | 10000
fr-FR EUR | 10 k€ | 10000 EUR
es-ES EUR | 10k | 10000
ja-JP JPY | 10k | 10000
en-US USD | k | -
en-US USD | 1kk | 1 ?
# cchanxzy/react-currency-input-field #255, Swedish Krona error: the k of kr doesn't multiply
sv-SE USD | 100 kr | 100 SEK
sv-SE USD | 100kr | 100 SEK
sv-SE USD | 10k kr | 10000 SEK
# openexchangerates/accounting.js #47, Add support for accounting abbreviations (K, M, B)
en-US USD | 100K | 100000
en-US USD | 2M | 2000000
# RubyMoney/monetize #48, Parse currency amounts given with suffixes
en-US USD | €126.36M | 126360000 EUR
en-US USD | $2.45B | 2450000000 USD
en-US USD | -$2.45B | -
en-US USD | $1T | 1000000000000 USD
# duckduckgo/zeroclickinfo-spice #3374, Recognise "k, m, b" as amount suffixes
en-US EUR | $2k | 2000 USD
en-US EUR | 2k USD | 2000 USD
en-US EUR | $2 k | 2000 USD
# microsoft/Recognizers-Text #1800, Support MM as 1000000
en-US USD | $1MM | 1000000 USD
en-US USD | 5mm | 5000000
# microsoft/Recognizers-Text #2942, MUSD not recognized
en-US EUR | 50 MUSD | 50000000 USD
sv-SE USD | 50 MEUR | 50000000 EUR
en-US USD | 50kEUR | 50000 EUR
# microsoft/Recognizers-Text #3211 and #3212, ISO codes not recognised as currency prefixes
en-US EUR | USD34.6 million | 34600000 USD
en-US USD | VND4,927 billion | 4927000000000 VND
en-US EUR | USD0.92 Million | 920000 USD
en-US USD | GBP 27 million | 27000000 GBP
en-US USD | 27 million GBP | 27000000 GBP
en-US USD | 5 thousand euros | 5000 EUR
en-US USD | 3 million dollars | 3000000 USD
en-US USD | 5 grand | 5000
# German annual reports: T€ is a thousand euros
de-DE EUR | 1,5 T€ | 1500 EUR

# CLDR, compact numbers of the visitor's language
de-DE USD | 10 Mio. € | 10000000 EUR
de-DE USD | 1,5 Mio € | 1500000 EUR
de-DE USD | 1,5 Mrd. Euro | 1500000000 EUR
de-DE USD | 10 Tsd. € | 10000 EUR
de-DE USD | 5 Tausend Euro | 5000 EUR
de-DE USD | 2 Millionen Euro | 2000000 EUR
de-DE USD | 2 Billionen | 2000000000000
fr-FR USD | 2 Md€ | 2000000000 EUR
fr-FR USD | 10 millions d’euros | 10000000 EUR
fr-FR USD | 10 mille euros | 10000 EUR
es-ES USD | 5 mil euros | 5000 EUR
es-ES USD | 2 millones de euros | 2000000 EUR
es-ES USD | 3 B | 3000000000000
pt-BR USD | 10 mil reais | 10000 BRL
pt-BR USD | 2 mi | 2000000
pt-BR USD | 2 bilhões de reais | 2000000000 BRL
it-IT USD | 3 Mln € | 3000000 EUR
it-IT USD | 2 milioni di euro | 2000000 EUR
it-IT USD | 1,5 milioni d’euro | 1500000 EUR
it-IT EUR | 1 milione di dollari | 1000000 USD
es-ES USD | 1.000.000 de euros | 1000000 EUR
es-MX USD | 1,000,000 de pesos | 1000000 MXN
pl-PL USD | 5 tys. zł | 5000 PLN
pl-PL USD | 2 mln zł | 2000000 PLN
ru-RU USD | 5 тыс. руб. | 5000 RUB
ru-RU USD | 2 млн ₽ | 2000000 RUB
da-DK USD | 2 mio. kr. | 2000000 DKK
nb-NO USD | 2 mill. kr | 2000000 NOK
tr-TR USD | 10 bin TL | 10000 TRY
tr-TR USD | 3 Mn ₺ | 3000000 TRY
vi-VN USD | 5 tr | 5000000
vi-VN USD | 100k | 100000
id-ID USD | 50 rb | 50000
id-ID USD | 5 jt | 5000000
ar-EG USD | ٥ آلاف | 5000
ar-EG USD | ٣ مليون جنيه | 3000000 EGP
fa-IR USD | ۱۰ میلیون ریال | 10000000 IRR
he-IL USD | 5 מיליון | 5000000

# birchill/10ten-ja-reader #1389, parse 39,800万円, and #2000, Additional yen conversion parsing: 40k円
ja-JP USD | 39,800万円 | 398000000 JPY
ja-JP USD | 40k円 | 40000 JPY
ja-JP USD | 1M円 | 1000000 JPY
ja-JP USD | 10千円 | 10000 JPY
ja-JP USD | 3億円 | 300000000 JPY
ja-JP USD | ３万円 | 30000 JPY
en-US USD | 3万円 | 30000 JPY
zh-CN USD | 1万元 | 10000 CNY
zh-CN USD | 0.1万元 | 1000 CNY
zh-CN USD | ￥10k | 10000 CNY
# microsoft/Recognizers-Text #2297, "1,100万", "1,100.9亿" etc. can't be recognized as number
zh-CN USD | 1,100万 | 11000000
zh-CN USD | 1,100.9亿 | 110090000000
zh-TW USD | 5萬元 | 50000 TWD
ko-KR USD | 10만원 | 100000 KRW
ko-KR USD | 10만 원 | 100000 KRW
ko-KR USD | 5천원 | 5000 KRW
# flutter/flutter #97413: numbers in Han words are rare in number fields, so only single digits are understood
zh-CN CNY | 一二三 | 123
ja-JP USD | 三万円 | 30000 JPY
ja-JP USD | 百円 | -
ja-JP USD | 三十円 | -
ja-JP USD | 3万5千円 | -

# duckduckgo/zeroclickinfo-spice #1846, "$500 to kr": people of each country expect their own
da-DK USD | 100 kr | 100 DKK
da-DK USD | 100 kr. | 100 DKK
da-DK USD | kr 100 | 100 DKK
nb-NO USD | 100 kr | 100 NOK
sv-SE USD | 500 kr | 500 SEK
# RubyMoney/monetize #71, Do not parse the ambiguous kr symbol
en-US USD | 100 kr | 100 ?
en-US USD | 100 kr. | 100 ?
de-DE EUR | 100 kr | 100 ?
de-DE NOK | 100 kr | 100 NOK
en-US SEK | 100 kr | 100 SEK
sv-SE NOK | 100 kr | 100 SEK
# RubyMoney/monetize #80, Strip currency symbol prefix when parsing input
da-DK USD | kr.123.45 | 123.45 DKK
da-DK USD | kr.123,45 | 123.45 DKK
en-IN USD | Rs.500 | 500 INR
en-IN USD | Rs.1,500 | 1500 INR
en-US USD | GBP.45 | 45 GBP
# Prices in Scandinavian and German shops, in Switzerland, India and East Africa
de-DE EUR | 100,- | 100
de-DE USD | 100,- € | 100 EUR
de-DE USD | 100,-- EUR | 100 EUR
de-DE USD | 1.000,- € | 1000 EUR
da-DK USD | 100,- | 100
da-DK USD | 100,- kr | 100 DKK
nb-NO USD | kr 100,- | 100 NOK
sv-SE USD | 100:- | 100
sv-SE USD | 1 000:- kr | 1000 SEK
de-CH USD | 100.– | 100
de-CH USD | 100.- | 100
de-CH USD | Fr. 100.– | 100 CHF
de-CH USD | CHF 100.-- | 100 CHF
nl-NL USD | € 100,- | 100 EUR
nl-NL USD | € 100,= | 100 EUR
en-US USD | 100,- | 100
en-IN USD | Rs. 500/- | 500 INR
en-IN USD | 1,000/- | 1000
en-KE USD | 500/= | 500
en-KE USD | KSh 500 | 500 KES

# JavaMoney/jsr354-ri #149, Currency symbol assumption is wrong: $ in Australia, Canada, New Zealand
en-US EUR | $100 | 100 USD
en-CA USD | $100 | 100 CAD
fr-CA USD | 100 $ | 100 CAD
en-AU USD | $100 | 100 AUD
en-HK USD | $100 | 100 HKD
zh-TW USD | $100 | 100 TWD
es-MX USD | $100 | 100 MXN
es-AR USD | $ 1.500 | 1500 ARS
es-CL USD | $1.000 | 1000 CLP
es-EC EUR | $20 | 20 USD
en-US CAD | $100 | 100 USD
de-DE EUR | $100 | 100 USD
de-DE EUR | 100 $ | 100 USD
de-DE CAD | 100 $ | 100 CAD
de-DE AUD | 100 $ | 100 AUD
fr-FR EUR | 100 $ | 100 USD
sv-SE SEK | $100 | 100 USD
es-ES EUR | 100$ | 100 USD
pl-PL PLN | 100 $ | 100 USD
ja-JP JPY | $100 | 100 USD
en-IN INR | $100 | 100 USD
en-GB GBP | $100 | 100 USD
# Baizey/UniversalAutomaticCurrencyConverter #51, No automatic detection of the currency "$" that follows "US"
en-US EUR | US$ 20 | 20 USD
en-US EUR | US $20 | 20 USD
en-US EUR | USD$ 20 | 20 USD
en-US EUR | USD 20 | 20 USD
en-US EUR | USD20 | 20 USD
en-US EUR | usd 20 | 20 USD
en-CA EUR | US$20 | 20 USD
fr-CA EUR | 20 $ US | 20 USD
fr-CA EUR | 20 $ CA | 20 CAD
es-MX EUR | US$ 20 | 20 USD
zh-CN CNY | US$20 | 20 USD
ja-JP JPY | US$20 | 20 USD
es-AR ARS | U$S 20 | 20 USD
en-US EUR | $20 USD | 20 USD
en-CA EUR | $20 USD | 20 USD
en-CA USD | $20 CAD | 20 CAD
en-US USD | $20 CAD | 20 CAD
en-US USD | 20 CAD $ | 20 CAD
en-US USD | $20 EUR | 20 ?
en-US USD | €20 EUR | 20 EUR
# RubyMoney/monetize #39, Add parsing of C$ for Canadian Dollar
en-US USD | C$50 | 50 CAD
en-US USD | CA$50 | 50 CAD
en-CA USD | C$50 | 50 CAD
es-NI USD | C$50 | 50 NIO
en-US NIO | C$50 | 50 NIO
# daniel3303/Equibles #3089, do not classify a letter-prefixed dollar (C$, A$) as US Dollars
en-US USD | A$50 | 50 AUD
en-US USD | AU$50 | 50 AUD
en-US USD | HK$100 | 100 HKD
en-US USD | NT$1000 | 1000 TWD
en-US USD | NZ$50 | 50 NZD
en-US USD | S$50 | 50 SGD
en-US USD | R$50 | 50 BRL
en-US USD | MX$50 | 50 MXN
en-US USD | X$50 | 50 ?
pt-BR USD | R$ 1.234,56 | 1234.56 BRL
pt-BR USD | R$50 | 50 BRL
de-DE EUR | A$50 | 50 AUD
# guyb7/time-prices #20, Error differentiating between Chinese Yuan (renminbi) and Japanese Yen
zh-CN USD | ¥100 | 100 CNY
ja-JP USD | ¥100 | 100 JPY
en-US USD | ¥1500 | 1500 JPY
en-US CNY | ¥1500 | 1500 CNY
en-US CNH | ¥1500 | 1500 CNH
de-DE EUR | 1500 ¥ | 1500 JPY
zh-CN USD | 100元 | 100 CNY
zh-CN USD | 100块 | 100 CNY
zh-CN USD | 100人民币 | 100 CNY
zh-CN CNY | 100美元 | 100 USD
zh-CN CNY | 100欧元 | 100 EUR
zh-TW USD | 100元 | 100 TWD
en-US USD | 100元 | 100 CNY
en-US USD | 100 RMB | 100 CNY
en-US USD | 100 yuan | 100 CNY
ja-JP USD | 1000円 | 1000 JPY
ja-JP JPY | 100ドル | 100 USD
ja-JP JPY | 100 ユーロ | 100 EUR
ko-KR USD | 1000원 | 1000 KRW
ko-KR KRW | 100달러 | 100 USD
en-US USD | 1000원 | 1000 KRW
en-US USD | ₩1000 | 1000 KRW
# isaacsa51/Minus #108, Vietnamese đồng, moneyphp/money #804, Vietnam amount parsing failed
vi-VN USD | 100.000đ | 100000 VND
vi-VN USD | 100.000 ₫ | 100000 VND
vi-VN USD | 4,300₫ | 4300 VND
vi-VN USD | 100k đ | 100000 VND
vi-VN USD | 100000 đồng | 100000 VND
en-US USD | 100.000đ | 100000 VND
en-US USD | 100,000₫ | 100000 VND
# Qalculate/libqalculate #180, Currency name for Vietnam: VNĐ with U+0110, not Dogecoin's eth
en-US USD | 50.000 VNĐ | 50000 VND
en-US USD | 50 Ð | 50 ?
en-US USD | 50 d | 50 ?
id-ID USD | Rp 31.500 | 31500 IDR
id-ID USD | Rp100.000 | 100000 IDR
en-US USD | Rp 50000 | 50000 IDR

# caiogondim/parse-price.js #3, Support for dot at the end of currency name
ru-RU USD | 1 490,00 руб. | 1490 RUB
ru-RU USD | 1\u00a0490,00 руб | 1490 RUB
ru-RU USD | 100 руб | 100 RUB
ru-RU USD | 100 рублей | 100 RUB
ru-RU USD | 100 ₽ | 100 RUB
ru-RU USD | 100 р. | 100 ?
ru-RU USD | 100 долларов | 100 USD
ru-RU USD | 100 евро | 100 EUR
en-US USD | 100 руб | 100 RUB
# scrapinghub/price-parser, tests/test_price_parsing.py
en-US USD | 45,00 zł | 45 PLN
en-US USD | 9 800 Kč | 9800 CZK
en-US USD | 5 870 грн | 5870 UAH
en-US USD | DKK 23,40 | 23.4 DKK
en-US USD | HUF 39900 | 39900 HUF
en-US USD | € 640, | 640 EUR
en-US USD | ₪98 | 98 ILS
en-US USD | ฿ 3.3900 | 3.39 THB
en-US USD | $ 119,999 | 119999 USD
en-US USD | DEM 170 000 | 170000 ?
en-US USD | PTE 120 000 000 | 120000000 ?
en-US USD | 34,50 € * | -
en-US USD | 4.81 16 | -
pl-PL USD | 45,00 zł | 45 PLN
pl-PL USD | 45 zl | 45 PLN
pl-PL USD | 45 złotych | 45 PLN
cs-CZ USD | 9 800 Kč | 9800 CZK
cs-CZ USD | 590 kc | 590 CZK
hu-HU USD | 39 900 Ft | 39900 HUF
tr-TR USD | 100 TL | 100 TRY
tr-TR USD | ₺100 | 100 TRY
tr-TR TRY | 100 dolar | 100 USD
en-US USD | 100 TL | 100 TRY
he-IL USD | ₪100 | 100 ILS
he-IL USD | 100 ש״ח | 100 ILS
he-IL USD | 100 שח | 100 ILS

# currency names: duckduckgo/zeroclickinfo-spice #1175, Improve Currency Triggers: 10 dollars, juan, AU $34.93
en-US EUR | 10 dollars | 10 USD
en-US EUR | 1 dollar | 1 USD
en-US EUR | 10 US dollars | 10 USD
en-US EUR | 10 U.S. dollars | 10 USD
en-US EUR | 10 us-dollars | 10 USD
en-CA USD | 100 dollars | 100 CAD
en-AU USD | 100 dollars | 100 AUD
en-US USD | AU $34.93 | 34.93 AUD
en-US USD | 10 juan | 10 ?
en-US USD | 10 Canadian dollars | 10 CAD
en-US EUR | 10 bucks | 10 USD
en-US USD | 10 euros | 10 EUR
en-US USD | 10 euro | 10 EUR
en-US USD | 10 eur | 10 EUR
en-US USD | 10€ | 10 EUR
en-US USD | €10 | 10 EUR
en-US USD | 10 yen | 10 JPY
en-US USD | 100 Swiss francs | 100 CHF
# duckduckgo/zeroclickinfo-spice #1883, Support "X pounds in dollars"
en-US USD | 10 pounds | 10 GBP
en-GB USD | 10 pounds | 10 GBP
en-GB USD | 10 quid | 10 GBP
en-GB USD | £10 | 10 GBP
en-US EGP | 10 pounds | 10 EGP
ar-EG USD | 10 جنيه | 10 EGP
ar-SA USD | 100 ريال | 100 SAR
ar-EG USD | ١٠٠ ر.س | 100 SAR
ar-EG USD | ١٠٠ دولار | 100 USD
ar-AE USD | 100 درهم | 100 AED
ar-MA USD | 100 درهم | 100 MAD
fa-IR USD | ۱۰۰ دلار | 100 USD
# Names that several currencies have, in CLDR
en-US USD | 100 lei | 100 RON
en-US USD | 100 pesos | 100 ?
en-US MXN | 100 pesos | 100 MXN
es-MX USD | 100 pesos | 100 MXN
en-US USD | 100 rupees | 100 ?
en-IN USD | 100 rupees | 100 INR
en-US USD | 100 francs | 100 ?
fr-CH USD | 100 francs | 100 CHF
fr-SN USD | 1000 francs | 1000 XOF
en-US USD | 100 kroner | 100 ?
da-DK USD | 100 kroner | 100 DKK
nb-NO USD | 100 kroner | 100 NOK
sv-SE USD | 100 kronor | 100 SEK
de-DE USD | 100 Dollar | 100 USD
de-DE USD | 100 US-Dollar | 100 USD
de-DE USD | 100 Franken | 100 CHF
de-DE USD | 100 Pfund | 100 GBP
fr-FR USD | 100 livres sterling | 100 GBP
fr-FR EUR | 100 dollars | 100 USD
es-ES EUR | 100 dólares | 100 USD
es-ES EUR | 100 dolares | 100 USD
pt-BR BRL | 100 dólares | 100 USD
pt-BR USD | 100 reais | 100 BRL
it-IT EUR | 100 dollari | 100 USD
pl-PL PLN | 100 dolarów | 100 USD
hi-IN USD | 100 रुपये | 100 INR
# Rs and other symbols of several rupees, in CLDR
en-IN USD | 5 LKR | 5 LKR
en-IN USD | 5LKR | 5 LKR
en-IN USD | Rs 500 | 500 INR
en-IN USD | Rs. 500 | 500 INR
en-IN USD | 500 Rs | 500 INR
en-IN USD | ₹500 | 500 INR
en-IN USD | ₨ 500 | 500 INR
en-PK USD | Rs 500 | 500 PKR
en-US USD | Rs 500 | 500 ?
en-US PKR | Rs 500 | 500 PKR
en-US USD | ₹500 | 500 INR

# darthbatman/yahoo-stock-prices #15, Don't convert currency to uppercase: GBp is pence
en-GB GBP | 337 GBp | 337 GBX
en-GB GBP | GBp 337 | 337 GBX
en-GB GBP | 337 GBP | 337 GBP
en-GB GBP | 337 gbp | 337 GBP
# letehaha/budget-tracker #562, Scale pence/cents-quoted prices: GBX, ZAc, ILA
en-GB GBP | 337 GBX | 337 GBX
en-GB GBP | 337 gbx | 337 GBX
en-GB GBP | 337 pence | 337 GBX
en-ZA ZAR | 5000 ZAc | 5000 ZAC
en-ZA ZAR | 5000 ZAC | 5000 ZAC
en-ZA ZAR | 5000 ZAR | 5000 ZAR
he-IL ILS | 900 ILA | 900 ILA
en-US USD | 900 agorot | 900 ILA

# A code is never a word that multiplies and another currency
en-US USD | 5 MNT | 5 MNT
en-US USD | 5 KRW | 5 KRW
en-US USD | 5 BBD | 5 BBD
tr-TR USD | 5 TRY | 5 TRY
vi-VN USD | 5 NOK | 5 NOK

# One plain letter is never a currency, although CLDR has some as symbols
en-US USD | 50p | 50 ?
en-GB GBP | 50p | 50 GBX
en-US USD | 20 l | 20 ?
en-US USD | R500 | 500 ?
en-ZA USD | R500 | 500 ?
en-US USD | Q100 | 100 ?
en-US USD | K5 | 5 ?
en-US USD | P 5 | 5 ?
de-DE EUR | 5 L | 5 ?
en-US USD | 5 Ł | 5 ?

# Retired currencies and unknown words: the number is understood
en-US USD | 100 HRK | 100 ?
en-US USD | 100 kn | 100 ?
en-US USD | 100 BGN | 100 ?
bg-BG USD | 100 лв | 100 ?
bg-BG USD | 100 лв. | 100 ?
de-DE EUR | 100 Mark | 100 ?
de-DE EUR | 100 DM | 100 ?
es-ES EUR | 100 pesetas | 100 ?
en-US USD | 100 apples | 100 ?
en-US USD | 100 usdd | 100 ?
en-US USD | 100 dollarss | 100 ?
en-US USD | 5 BTC | 5 BTC
en-US USD | ₿0.5 | 0.5 BTC
en-US USD | 0.5 bitcoin | 0.5 BTC
en-US USD | 100 doge | 100 DOGE

# RubyMoney/monetize #27, Enable #parse to detect currency with signed amounts: signs make no amount here
en-US USD | -5 | -
en-US USD | −5 | -
en-US USD | +5 | -
en-US USD | $-5 | -
en-US USD | -$5 | -
en-US USD | €9,99- | -
en-US USD | 5- | -
en-US USD | (5) | -
en-US USD | 5% | -
en-US USD | 5 % | -
en-US USD | 5-10 | -
en-US USD | 5–10 € | -
en-US USD | ~5 | -
en-US USD | >5 | -
en-US USD | 5+5 | -
en-US USD | 2*3 | -
en-US USD | 10² | -
en-US USD | 2½ | -
en-US USD | 5 $ 5 | -
en-US USD | $1,2,3 | -
en-US USD | ten | -
en-US USD | USD | -
en-US USD | 0x10 | -
en-US USD | 1e3 | 1000
en-US USD | 1e3 USD | 1000 USD
en-US USD | 1e999 | -
de-DE EUR | 1,5e3 | 1500
`;

const parsers = new Map<string, ReturnType<typeof typedMoneyParser>>();
const parserFor = (locale: string) => {
  const known = parsers.get(locale);
  const parse = known ?? typedMoneyParser({ currencies: catalogue, countriesOf: tenderCountriesOf, locale });
  parsers.set(locale, parse);
  return parse;
};

const lines = TYPED.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** A line of the table with the result of the parser. */
function asParsed(line: string): string {
  const [visitor = '', text = ''] = line.split(' | ');
  const [locale = '', current = ''] = visitor.split(' ');
  const money = parserFor(locale)(text, current);
  const unit = money?.code ?? (money?.unit === '' ? '' : '?');
  return [visitor, text, money ? `${money.amount} ${unit}`.trim() : '-'].join(' | ');
}

const locales = [...new Set(lines.map((line) => line.slice(0, 5)))];

describe('typed money', () => {
  it.each(locales.map((locale) => [locale, lines.filter((line) => line.startsWith(locale))] as const))(
    'means in %s what people mean',
    (_, own) => {
      expect(own.map(asParsed)).toEqual(own);
    },
  );

  it.each([
    ['100', ''],
    ['$100', '$'],
    ['100 usd', 'usd'],
    ['$100 CAD', '$ CAD'],
    ['10k apples', 'apples'],
    ['100 kr.', 'kr.'],
    ['100,- kr', 'kr'],
    ['٥ ر.س', 'ر.س'],
  ])('keeps of the text “%s” the unit “%s”, without what belongs to the number', (text, unit) => {
    expect(parserFor('en-US')(text, 'USD')?.unit).toBe(unit);
  });
});

describe('what Intl prints', () => {
  const printing = ['en-US', 'en-IN', 'de-DE', 'de-CH', 'de-AT', 'fr-FR', 'fr-CH', 'es-ES', 'pt-BR', 'it-IT', 'pl-PL'];
  printing.push('sv-SE', 'da-DK', 'ru-RU', 'ja-JP', 'zh-CN', 'ar-EG', 'ar-MA', 'fa-IR', 'hi-IN', 'mr-IN', 'he-IL');
  const fiat = catalogue.filter(({ type }) => type === 'fiat').map(({ code }) => code);
  const amounts = fc.oneof(
    fc.constantFrom(0, 1, 999, 1000, 0.125, 1.234, 12.345, 1234.567, 100000, 1e12),
    fc.integer({ min: 0, max: 1e9 }),
    fc.integer({ min: 0, max: 1e12 }).map((number) => number / 1000),
  );
  const locale = fc.constantFrom(...printing);
  const digits = fc.integer({ min: 0, max: 6 });

  it('is read back if it’s a number, in each locale and with its native, Latin and full-width digits', () => {
    const systems = fc.constantFrom('native', 'latn', 'fullwide', 'hanidec', 'arab', 'arabext', 'deva');
    fc.assert(
      fc.property(locale, systems, fc.boolean(), digits, amounts, (tag, system, useGrouping, fractionDigits, value) => {
        const amount = Number(value.toFixed(fractionDigits));
        const options = { useGrouping, minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
        const text = new Intl.NumberFormat(`${tag}-u-nu-${system}`, options).format(amount);
        expect([text, parserFor(tag)(text, 'USD')]).toEqual([text, { amount, unit: '' }]);
      }),
      { numRuns: 300 },
    );
  });

  it('is read back if it’s a compact number', () => {
    const mantissas = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(
        locale,
        fc.boolean(),
        mantissas,
        fc.integer({ min: 3, max: 10 }),
        (tag, isLong, [whole, places], power) => {
          const amount = Number(`${whole}e${power - places}`);
          const compactDisplay = isLong ? 'long' : 'short';
          const options = { notation: 'compact', compactDisplay, maximumFractionDigits: 9 } as const;
          const text = new Intl.NumberFormat(tag, options).format(amount);
          // In French and Italian, 1000 is one word without a digit.
          if (/\p{Nd}/u.test(text)) expect([text, parserFor(tag)(text, 'USD')?.amount]).toEqual([text, amount]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read back if it’s an amount of money', () => {
    const displays = fc.constantFrom('symbol', 'narrowSymbol', 'code', 'name');
    fc.assert(
      fc.property(
        locale,
        fc.constantFrom(...fiat),
        displays,
        digits,
        amounts,
        (tag, currency, currencyDisplay, fractionDigits, value) => {
          const amount = Number(value.toFixed(fractionDigits));
          const options = { style: 'currency', currency, currencyDisplay } as const;
          const decimals = new Intl.NumberFormat(tag, options).resolvedOptions().maximumFractionDigits;
          const format = new Intl.NumberFormat(tag, {
            ...options,
            minimumFractionDigits: fractionDigits,
            maximumFractionDigits: fractionDigits,
          });
          const text = format.format(amount);
          // The exceptions, in which people mean something else:
          // 1. Three digits after the separator are thousands if the currency has no decimals: ¥1.000. A plain ¥ is
          //    Japan's, although it's also the narrow symbol of China's yuan, which has decimals.
          if (fractionDigits === 3 && (decimals === 0 || text.includes('¥'))) return;
          // 2. K after a number is thousand, although it's the narrow symbol of Myanmar's kyat and of Zambia's kwacha.
          if (currencyDisplay === 'narrowSymbol' && text.endsWith('K')) return;
          // 3. The year in a name makes two numbers: 5 São-toméische Dobra (2018).
          if (currency === 'STN' && tag === 'de-CH' && currencyDisplay === 'name') return;
          expect([text, parserFor(tag)(text, 'USD')?.amount]).toEqual([text, amount]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('names the same currency by its code, and never a wrong currency by a symbol or a name', () => {
    const display = (tag: string, currency: string, currencyDisplay: 'symbol' | 'code' | 'name') => {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay });
      const symbol = format.formatToParts(5.5).find(({ type }) => type === 'currency')?.value ?? '';
      return { symbol: symbol.replaceAll(/\p{Cf}/gu, ''), code: parserFor(tag)(format.format(5.5), 'EUR')?.code };
    };
    for (const tag of ['en-US', 'de-CH', 'fr-FR', 'pt-BR', 'pl-PL', 'ar-EG', 'ja-JP']) {
      for (const currency of fiat) {
        expect([tag, display(tag, currency, 'code').code]).toEqual([tag, currency]);
        for (const kind of ['symbol', 'name'] as const) {
          const { symbol, code = currency } = display(tag, currency, kind);
          // A symbol of several currencies may mean another of them.
          const isShared = code !== currency && display(tag, code, kind).symbol === symbol;
          expect([tag, symbol, isShared ? currency : code]).toEqual([tag, symbol, currency]);
        }
      }
    }
  });
});
