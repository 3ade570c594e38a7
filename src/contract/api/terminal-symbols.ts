/** Reads a symbol typed the way data terminals write it, with a market code beside the ticker. */

/** A symbol as a terminal writes it, with the markets that it was written for. */
export interface TerminalSymbol {
  readonly symbol: string
  /** Market identifier codes (MIC, ISO 10383); null: any market. */
  readonly markets: readonly string[] | null
}

const nasdaq = ['XNAS', 'XNGS', 'XNMS', 'XNCM']
const unitedStates = ['XNYS', ...nasdaq, 'XASE', 'ARCX', 'BATS', 'IEXG', 'XPHL', 'OTCM', 'PINX', 'OOTC', 'XOTC']
const germany = ['XETR', 'XETA', 'XETB', 'XFRA', 'XSTU', 'XMUN', 'XBER', 'XDUS', 'XHAM', 'XHAN']
const canada = ['XTSE', 'XTSX', 'XCNQ', 'NEOE', 'XATS']
const madrid = ['XMAD', 'BMEX', 'XMCE']
const milan = ['XMIL', 'MTAA']
const zurich = ['XSWX', 'XVTX']
const india = ['XNSE', 'XBOM']
const korea = ['XKRX', 'XKOS']
const china = ['XSHG', 'XSHE']
const taiwan = ['XTAI', 'ROCO']
const tokyo = ['XTKS', 'XJPX']
const mexico = ['XMEX', 'BIVA']
const brazil = ['BVMF']

/** What follows the symbol in a Bloomberg ticker, by country or exchange; two other letters may be a symbol. */
const bloombergCodes: Readonly<Record<string, readonly string[]>> = {
  US: unitedStates,
  UN: ['XNYS'],
  UQ: nasdaq,
  UW: nasdaq,
  UR: nasdaq,
  UA: ['XASE'],
  UP: ['ARCX'],
  CN: canada,
  CT: ['XTSE'],
  LN: ['XLON'],
  GR: germany,
  GY: ['XETR', 'XETA', 'XETB'],
  GF: ['XFRA'],
  FP: ['XPAR', 'ALXP'],
  NA: ['XAMS'],
  BB: ['XBRU'],
  SM: madrid,
  IM: milan,
  SW: zurich,
  SE: zurich,
  SS: ['XSTO'],
  DC: ['XCSE'],
  FH: ['XHEL'],
  NO: ['XOSL'],
  PL: ['XLIS'],
  AV: ['XWBO'],
  ID: ['XDUB'],
  PW: ['XWAR'],
  TI: ['XIST'],
  IT: ['XTAE'],
  SJ: ['XJSE'],
  JP: [...tokyo, 'XNGO', 'XSAP', 'XFKA'],
  JT: tokyo,
  HK: ['XHKG'],
  CH: china,
  CG: ['XSHG'],
  CS: ['XSHE'],
  KS: korea,
  KP: ['XKRX'],
  KQ: ['XKOS'],
  TT: taiwan,
  IN: india,
  IB: ['XBOM'],
  SP: ['XSES'],
  MK: ['XKLS'],
  IJ: ['XIDX'],
  TB: ['XBKK'],
  PM: ['XPHS'],
  AU: ['XASX'],
  AT: ['XASX'],
  NZ: ['XNZE'],
  BZ: brazil,
  MM: mexico,
}

/** What follows the point in a Refinitiv code (RIC), by exchange; other letters may be share classes, as in BRK.B. */
const refinitivCodes: Readonly<Record<string, readonly string[]>> = {
  O: nasdaq,
  OQ: nasdaq,
  N: ['XNYS'],
  PK: ['OTCM', 'PINX', 'OOTC', 'XOTC'],
  L: ['XLON'],
  DE: ['XETR', 'XETA', 'XETB'],
  F: ['XFRA'],
  PA: ['XPAR', 'ALXP'],
  AS: ['XAMS'],
  BR: ['XBRU'],
  LS: ['XLIS'],
  MI: milan,
  MC: madrid,
  S: zurich,
  VX: zurich,
  ST: ['XSTO'],
  HE: ['XHEL'],
  CO: ['XCSE'],
  OL: ['XOSL'],
  VI: ['XWBO'],
  WA: ['XWAR'],
  TO: ['XTSE'],
  T: tokyo,
  HK: ['XHKG'],
  SS: ['XSHG'],
  SZ: ['XSHE'],
  KS: ['XKRX'],
  KQ: ['XKOS', 'XKRX'],
  TW: ['XTAI'],
  AX: ['XASX'],
  NZ: ['XNZE'],
  SI: ['XSES'],
  BO: ['XBOM'],
  NS: ['XNSE'],
  SA: brazil,
  MX: mexico,
}

/** Names of exchanges before a colon and a symbol; a MIC may be there too. */
const exchangeNames: Readonly<Record<string, readonly string[]>> = {
  NYSE: ['XNYS'],
  NASDAQ: nasdaq,
  AMEX: ['XASE'],
  LSE: ['XLON'],
  LON: ['XLON'],
  TSX: ['XTSE'],
  ASX: ['XASX'],
  HKEX: ['XHKG'],
  SEHK: ['XHKG'],
  ETR: ['XETR', 'XETA', 'XETB'],
  XETRA: ['XETR', 'XETA', 'XETB'],
  FRA: ['XFRA'],
  EPA: ['XPAR', 'ALXP'],
  AMS: ['XAMS'],
  TYO: tokyo,
  SIX: zurich,
  SHSE: ['XSHG'],
  SSE: ['XSHG'],
  SZSE: ['XSHE'],
  TSXV: ['XTSX'],
  TWSE: ['XTAI'],
  TASE: ['XTAE'],
  BIST: ['XIST'],
  KRX: korea,
  NSE: ['XNSE'],
  BSE: ['XBOM'],
  SGX: ['XSES'],
  JSE: ['XJSE'],
  OTC: ['OTCM', 'PINX', 'OOTC', 'XOTC'],
}

/** Every market of the codes above; any other four letters may be a vendor's name of an exchange. */
const knownMarkets: ReadonlySet<string> = new Set(
  [bloombergCodes, refinitivCodes, exchangeNames].flatMap((codes) => Object.values(codes).flat()),
)

/** False for a listing on a market other than that of the written symbol. */
export function isOnMarket(
  { mic }: { readonly mic: string | null },
  { markets }: Pick<TerminalSymbol, 'markets'>,
): boolean {
  return markets === null || mic === null || markets.includes(mic)
}

/** Legal forms and country codes are written alike: `Allianz SE` and `hldn us` may be names, unlike `HLDN US` and `hldn us equity`. */
export function isLikelyName(text: string): boolean {
  const [, ticker = ''] = /^(\S+) [A-Z]{2}$/i.exec(text.trim()) ?? []
  return ticker !== ticker.toUpperCase()
}

/** `HLDN US Equity`, `HLDN LN`, `NYSE:HLDN` or `HLDN.OQ`; undefined: the text is written otherwise. */
export function readTerminalSymbol(text: string): TerminalSymbol | undefined {
  const [, ticker, code = '', equity] = /^([A-Z0-9./-]{1,12}) ([A-Z]{2})( Equity)?$/i.exec(text) ?? []
  const byBloomberg = bloombergCodes[code.toUpperCase()]
  if (ticker !== undefined && (equity !== undefined || byBloomberg))
    return { symbol: ticker.toUpperCase(), markets: byBloomberg ?? null }
  const [, root, exchange = ''] = /^([A-Z0-9-]{1,12})\.([A-Z]{1,2})$/i.exec(text) ?? []
  const byRefinitiv = refinitivCodes[exchange.toUpperCase()]
  if (root !== undefined && byRefinitiv) return { symbol: root.toUpperCase(), markets: byRefinitiv }
  const [, prefix = '', symbol] = /^([A-Z]{2,8}):([A-Z0-9./-]{1,12})$/i.exec(text) ?? []
  if (symbol === undefined) return undefined
  const name = prefix.toUpperCase()
  return { symbol: symbol.toUpperCase(), markets: exchangeNames[name] ?? (knownMarkets.has(name) ? [name] : null) }
}
