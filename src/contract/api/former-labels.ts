/**
 * Labels that lines had in earlier versions, by field. They stand in the formulas of a user's own metrics and screens, and in exported
 * workbooks, whose rows and columns are found by them. Two statements once had lines of the same label: a formula then meant the line
 * listed last here. Whoever renames a line adds its label here.
 */
export const formerLabels: ReadonlyMap<string, string> = new Map([
  ['SellingGeneralAdministrative', 'Selling, general and administrative'],
  ['ResearchDevelopment', 'Research and development'],
  ['DepreciationDepletionAmortizationExpense', 'Depreciation and amortization'],
  ['OtherExpenseIncome', 'Other expense or income'],
  ['TotalOtherIncomeExpense', 'Total other income and expense'],
  ['IncomeBeforeIncomeTaxes', 'Income before taxes'],
  ['DiscontinuedOperations', 'Discontinued operations'],
  ['EquityInAffiliates', 'Equity in affiliates'],
  ['NoncontrollingInterestIncome', 'Noncontrolling interest'],
  ['PrepaidExpensesOtherCurrentAssets', 'Receivables, prepaid and other current'],
  ['PropertyPlantEquipmentNet', 'Property, plant and equipment'],
  ['NoncontrollingInterest', 'Noncontrolling interest'],
  ['IncomeLossDiscontinuedOperations', 'Discontinued operations'],
  ['DepreciationDepletionAmortization', 'Depreciation and amortization'],
  ['CashOperatingActivitiesContinuingOperations', 'Operating cash, continuing'],
  ['NetCashOperatingActivitiesDiscontinuedOperations', 'Operating cash, discontinued'],
  ['SalePropertyPlantEquipment', 'Sale of property, plant and equipment'],
  ['NetCashInvestingActivitiesContinuingOperations', 'Investing cash, continuing'],
  ['NetCashInvestingActivitiesDiscontinuedOperations', 'Investing cash, discontinued'],
  ['ShortTermDebtIssuancesRepayments', 'Debt issued less repaid'],
  ['CashDividends', 'Dividends'],
  ['NetCashFinancingActivitiesContinuingOperations', 'Financing cash, continuing'],
  ['NetCashFinancingActivitiesDiscontinuedOperations', 'Financing cash, discontinued'],
  ['pe_ratio', 'Price to earnings'],
  ['price_to_book', 'Price to book'],
  ['fcf_yield', 'Free cash flow yield'],
  ['debt_to_equity', 'Debt to equity'],
  ['mdna.tone_score', 'Tone of management'],
  ['mdna.forward_to_historical_ratio', 'Forward to historical'],
  ['risk_factors.average_sentiment_score', 'Sentiment of risks'],
  ['calculated.fcf_margin', 'Free cash flow margin'],
  ['calculated.sga_share', 'SG&A of revenue'],
  ['calculated.rnd_share', 'R&D of revenue'],
  ['calculated.net_debt_to_ebitda', 'Net debt to EBITDA'],
  ['calculated.interest_cover', 'Interest cover'],
])

/** Whether text, in lower case, means a line: its label, its former label or its field. */
export function isLineMeant(
  { field, label }: { readonly field: string; readonly label: string },
  words: string,
): boolean {
  return `${label} ${formerLabels.get(field) ?? ''} ${field}`.toLowerCase().includes(words)
}
