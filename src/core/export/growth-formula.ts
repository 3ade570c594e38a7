/** Growth as a formula of a spreadsheet, by the rule of `growth` in fundamentals/growth.ts. */

/** Of one cell on another. */
export function growthFormula(now: string, before: string): string {
  return `IF(OR(${before}<=0,${now}<0),"n.m.",${now}/${before}-1)`
}

/** The same of cash that is paid, see `outflowGrowth`. */
export function outflowGrowthFormula(now: string, before: string): string {
  return `IF(OR(${before}>=0,${now}>0),"n.m.",${now}/${before}-1)`
}
