/** Composes the cash flow statement of a quarter. */

import type { CashFlowStatement } from './statement-lines.ts'

/** The inputs of a cash flow statement; every total follows. Outflows are negative. */
export type CashFlowParts = Omit<
  CashFlowStatement,
  | 'CashOperatingActivitiesContinuingOperations'
  | 'NetCashOperatingActivities'
  | 'NetCashInvestingActivitiesContinuingOperations'
  | 'NetCashInvestingActivities'
  | 'NetCashFinancingActivitiesContinuingOperations'
  | 'NetCashFinancingActivities'
  | 'ChangeCashEquivalents'
>

export function cashFlowStatement(parts: CashFlowParts): CashFlowStatement {
  const operatingContinuing =
    parts.NetIncomeCashFlow +
    parts.IncomeLossDiscontinuedOperations +
    parts.DepreciationDepletionAmortization +
    parts.OtherOperatingActivities +
    parts.ChangeOtherOperatingAssetsLiabilitiesNet
  const operating = operatingContinuing + parts.NetCashOperatingActivitiesDiscontinuedOperations
  const investingContinuing =
    parts.PurchasePropertyPlantEquipment +
    parts.SalePropertyPlantEquipment +
    parts.AcquisitionsNet +
    parts.OtherInvestingActivities
  const investing = investingContinuing + parts.NetCashInvestingActivitiesDiscontinuedOperations
  const financingContinuing =
    parts.ShortTermDebtIssuancesRepayments +
    parts.CashDividends +
    parts.EquityRepurchases +
    parts.OtherFinancingActivities
  const financing = financingContinuing + parts.NetCashFinancingActivitiesDiscontinuedOperations
  return {
    ...parts,
    CashOperatingActivitiesContinuingOperations: operatingContinuing,
    NetCashOperatingActivities: operating,
    NetCashInvestingActivitiesContinuingOperations: investingContinuing,
    NetCashInvestingActivities: investing,
    NetCashFinancingActivitiesContinuingOperations: financingContinuing,
    NetCashFinancingActivities: financing,
    ChangeCashEquivalents:
      operating + investing + financing + parts.EffectCurrencyExchangeRate + parts.OtherCashAdjustments,
  }
}
