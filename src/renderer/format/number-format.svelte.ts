/**
 * The number format of the window. It is state of a module, as the date format is: each text with a figure on each page depends on it, and
 * whatever shows such a text is drawn again when it changes.
 */

import { usualNumberFormat, type NumberFormat } from '#contract/api/number-format.ts'

let chosen = $state<NumberFormat>(usualNumberFormat)

export function numberFormat(): NumberFormat {
  return chosen
}

export function writeNumbersAs(format: NumberFormat): void {
  chosen = format
}
