import { formatInstant } from '../format/dates.ts'
import type { PaperSettings } from './paper-settings.ts'

/** The right end of a running head. It names the document if the user's header replaces that name at the left. */
export function runningHead({ header }: Pick<PaperSettings, 'header'>, kind: string, asOf: number): string {
  return header.trim() === '' ? `As of ${formatInstant(asOf)}` : `${kind}, as of ${formatInstant(asOf)}`
}
