/**
 * Writes a split-adjusted figure of a workbook as a formula over the reported one, and reads it
 * back.
 */

import { perShareLines } from '../fundamentals/share-split.ts'

/**
 * A figure adjusted for splits as a formula over the reported one, so that both can be seen in the cell: "0.82/10". A reverse split is
 * written with its own ratio: 1-for-3 is "*3" and not "/0.333".
 */
export function splitFormula(field: string, reported: string, factor: number): string {
  const isDivided = perShareLines.has(field)
  return factor >= 1
    ? `${reported}${isDivided ? '/' : '*'}${factor}`
    : `${reported}${isDivided ? '*' : '/'}${Number((1 / factor).toPrecision(12))}`
}

/** The reported figure in such a formula; null: it is another formula. */
export function reportedIn(formula: string): number | null {
  const [, reported] = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)[*/]\d+(?:\.\d+)?$/i.exec(formula) ?? []
  return reported === undefined ? null : Number(reported)
}
