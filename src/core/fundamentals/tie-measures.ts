/** What a figure states, what it follows from, and what rounding may make of the difference; not a number where that is n/a. */
export interface Measured {
  readonly stated: number
  readonly reckoned: number
  readonly tolerance: number
}

export function isOff({ stated, reckoned, tolerance }: Measured): boolean {
  return Math.abs(stated - reckoned) > tolerance
}

export function sum(stated: number, parts: readonly number[]): Measured {
  let reckoned = 0
  let tolerance = halfUnit(stated)
  for (const part of parts) {
    reckoned += part
    tolerance += halfUnit(part)
  }
  return { stated, reckoned, tolerance }
}

export function same(stated: number, reckoned: number): Measured {
  return { stated, reckoned, tolerance: halfPlace(stated) + halfPlace(reckoned) }
}

/** A figure a share: rounded itself, from an amount and a number that are rounded. */
export function quotient(stated: number, amount: number, number: number): Measured {
  const reckoned = number > 0 ? amount / number : Number.NaN
  const inputs = (halfUnit(amount) + Math.abs(reckoned) * halfUnit(number)) / number
  return { stated, reckoned, tolerance: halfPlace(stated) + inputs }
}

/** Half of the unit that an amount is given in: filers round to thousands or millions, which the service writes out. */
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
