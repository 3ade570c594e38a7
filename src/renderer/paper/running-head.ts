/**
 * The text at the right end of a printed page's head: the as-of date, after the document's name
 * where the user's own header replaces that name.
 */

import { formatInstant } from '../format/dates.ts'
import type { PaperSettings } from './paper-settings.ts'

export function runningHead({ header }: Pick<PaperSettings, 'header'>, kind: string, asOf: number): string {
  return header.trim() === '' ? `As of ${formatInstant(asOf)}` : `${kind}, as of ${formatInstant(asOf)}`
}
