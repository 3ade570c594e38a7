/**
 * Whether a stated figure equals a calculated one, within the rounding of the filer. Totals within
 * a period have their own tolerance, in tie-outs.ts.
 */

/** The stated figure, the calculated one, and the tolerance for rounding; NaN for n/a. */
export interface TieOutResult {
  readonly stated: number
  readonly calculated: number
  readonly tolerance: number
}

/** Whether both sides exist, so that they can be compared. */
export function isComparable({ stated, calculated }: TieOutResult): boolean {
  return !Number.isNaN(stated) && !Number.isNaN(calculated)
}

export function isBreak({ stated, calculated, tolerance }: TieOutResult): boolean {
  return Math.abs(stated - calculated) > tolerance
}

/** @param unit of the record's amounts, by `reportingUnit` */
export function checkSum(stated: number, parts: readonly number[], unit: number): TieOutResult {
  let calculated = 0
  let tolerance = roundedTo(stated, unit)
  for (const part of parts) {
    calculated += part
    tolerance += roundedTo(part, unit)
  }
  return { stated, calculated, tolerance }
}

/** Fewer figures may all be round by chance. */
const leastFigures = 5

/**
 * The largest common unit of a record's amounts: filers round to thousands or millions, which the service writes out. 1 when
 * there is none, or too few amounts to tell.
 */
export function reportingUnit(amounts: Iterable<number>): number {
  let [figures, millions, thousands] = [0, 0, 0]
  for (const amount of amounts) {
    if (amount === 0 || !Number.isFinite(amount)) continue
    figures += 1
    if (amount % 1e6 === 0) millions += 1
    if (amount % 1e3 === 0) thousands += 1
  }
  if (figures < leastFigures) return 1
  if (millions === figures) return 1e6
  return thousands === figures ? 1e3 : 1
}

/** Half of the unit that an amount is rounded to. Zero is as exact as the record's other amounts; no amount is less exact than they are. */
function roundedTo(amount: number, unit: number): number {
  if (unit === 1) return halfUnit(amount)
  return amount === 0 ? unit / 2 : Math.min(halfUnit(amount), unit / 2)
}

export function checkEqual(stated: number, calculated: number): TieOutResult {
  return { stated, calculated, tolerance: halfPlace(stated) + halfPlace(calculated) }
}

/** A figure a share: rounded itself, from an amount and a number that are rounded. */
export function checkQuotient(stated: number, amount: number, number: number): TieOutResult {
  const calculated = number > 0 ? amount / number : Number.NaN
  const inputs = (halfUnit(amount) + Math.abs(calculated) * halfUnit(number)) / number
  return { stated, calculated, tolerance: halfPlace(stated) + inputs }
}

/** Half of the unit of an amount: filers round to thousands or millions, which the service writes out. */
function halfUnit(amount: number): number {
  if (amount === 0) return 0.5
  return amount % 1e6 === 0 ? 5e5 : amount % 1e3 === 0 ? 500 : 0.5
}

/** Half of the last decimal place that is written, the second at least: 6.1 is 6.10. */
function halfPlace(figure: number): number {
  let unit = 0.01
  for (let scale = 100; scale < 1e6 && !isNearlyWhole(figure * scale); scale *= 10) unit /= 10
  return unit / 2
}

function isNearlyWhole(number: number): boolean {
  return Math.abs(number - Math.round(number)) < 1e-6
}
