/** The interest rates of past years, for debt and cash of the sample companies. */

/** Interest rates on the debt of an ordinary borrower against today's: cheap until 2021, then not. */
export function rateLevel(date: string): number {
  const year = Number(date.slice(0, 4))
  if (year <= 2019) return 0.82
  if (year <= 2021) return 0.68
  return year === 2022 ? 0.85 : 1
}

/** The annual yield of idle money, as a fraction. */
export function depositRate(date: string): number {
  const year = Number(date.slice(0, 4))
  if (year <= 2017) return 0.006
  if (year <= 2019) return 0.017
  if (year <= 2021) return 0.004
  return year === 2022 ? 0.014 : 0.034
}
