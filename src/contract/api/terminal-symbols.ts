/** Codes of countries and exchanges that a Bloomberg ticker has behind its symbol; other two letters may be a symbol of their own. */
const bloombergCodes = new Set(
  (
    'US UN UQ UW UA UR UP CN CT LN GR GY GF FP NA BB SM IM SW SE SS DC FH NO PL AV ID PW TI IT SJ ' +
    'JP JT HK CH CG CS KS KP KQ TT TP IN IB SP MK IJ TB PM AU AT NZ BZ MM'
  ).split(' '),
)

/** What a Refinitiv code (RIC) has behind the point of its symbol, by exchange; others may be classes of a share, as in BRK.B. */
const refinitivCodes = new Set(
  'O OQ N PK L DE F PA AS BR LS MI MC S VX ST HE CO OL VI WA TO T HK SS SZ KS KQ TW AX NZ SI BO NS SA MX'.split(' '),
)

/** The symbol in `HLDN US Equity`, `HLDN LN`, `NYSE:HLDN` or `HLDN.OQ`; undefined: the text is written otherwise. */
export function symbolOfTerminal(text: string): string | undefined {
  const [, behind, code = '', equity] = /^([A-Z0-9./-]{1,12}) ([A-Z]{2})( Equity)?$/i.exec(text) ?? []
  if (behind !== undefined && (equity !== undefined || bloombergCodes.has(code.toUpperCase())))
    return behind.toUpperCase()
  const [, symbol, exchange = ''] = /^([A-Z0-9-]{1,12})\.([A-Z]{1,2})$/i.exec(text) ?? []
  if (symbol !== undefined && refinitivCodes.has(exchange.toUpperCase())) return symbol.toUpperCase()
  return /^[A-Z]{2,8}:([A-Z0-9./-]{1,12})$/i.exec(text)?.[1]?.toUpperCase()
}
