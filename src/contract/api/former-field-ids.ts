/**
 * Former ids of fields, with the present ones. They may be in a user's files: `desk.db`, which is migrated, and exported
 * workbooks. The list is complete: a field that is added later never had a former id.
 */
export const formerFieldIds: readonly (readonly [former: string, present: string])[] = [
  ['reckoned.gross_margin', 'calculated.gross_margin'],
  ['reckoned.operating_margin', 'calculated.operating_margin'],
  ['reckoned.ebitda_margin', 'calculated.ebitda_margin'],
  ['reckoned.net_margin', 'calculated.net_margin'],
  ['reckoned.tax_rate', 'calculated.tax_rate'],
  ['reckoned.free_cash_flow', 'calculated.free_cash_flow'],
  ['reckoned.fcf_margin', 'calculated.fcf_margin'],
  ['reckoned.net_debt', 'calculated.net_debt'],
]
