import { formerFieldIds } from '#contract/api/former-field-ids.ts'
import { keySeparator } from './anchored-sheet.ts'

/**
 * Texts of earlier versions by which cells of an exported workbook are found, with the present ones. Whoever changes such a text adds the
 * former one here, so that workbooks exported before the change can still be updated.
 */
const presentTexts: ReadonlyMap<string, string> = new Map([
  ...formerFieldIds,
  // Provenance
  ['Told as', 'Shown as'],
  ['Aligned', 'Alignment'],
  ['As known on', 'As of'],
  ['Question', 'Update settings'],
  ['Made at (UTC)', 'Exported (UTC)'],
  ['Made by', 'Exported by'],
  // Figures
  ['LTM a year before', 'Prior-year LTM'],
  // Balance sheets of companies: the twelve months' column holds balances at their end.
  ['LTM', 'Latest'],
  // Checks
  ['Tolerance, in units', 'Tolerance (units)'],
  // Changes
  ['What moved', 'Changes'],
])

export function presentText(text: string): string {
  return presentTexts.get(text) ?? text
}

/** The key that this version uses for a row or column. `known`: the keys of this version, which are never taken for former ones. */
export function presentKey(key: string, known: ReadonlySet<string>): string {
  if (known.has(key)) return key
  const present = key.split(keySeparator).map(presentText).join(keySeparator)
  return known.has(present) ? present : key
}

/** Properties of a workbook's settings that had another name in earlier versions, with the present one. */
const formerProperties: readonly (readonly [former: string, present: string])[] = [['asKnownOn', 'asOf']]

/** The settings of a workbook as JSON of an earlier version, with the field ids and properties of this one. */
export function withPresentNames(json: string): string {
  return [...formerFieldIds, ...formerProperties].reduce(
    (text, [former, present]) => text.replaceAll(`"${former}"`, `"${present}"`),
    json,
  )
}
