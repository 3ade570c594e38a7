import { formatDigits } from '../format/counts.ts'

/** A share as an axis shows it: `(7.5%)`. A step of percent points needs no decimals where it is whole. */
export function axisPercent(share: number): string {
  const percent = `${formatDigits(Math.abs(share) * 100, 6)}%`
  return share < 0 ? `(${percent})` : percent
}
