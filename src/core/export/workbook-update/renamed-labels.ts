/** Labels of earlier versions in exported workbooks, with the present ones. */

import { comparedLines, labelOf } from '#contract/api/figure-lines.ts'
import { formerFieldIds } from '#contract/api/former-field-ids.ts'
import { formerLabels } from '#contract/api/former-labels.ts'
import { keySeparator, numbered } from './anchored-sheet.ts'

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
  // Scatter
  ['Median up, left', 'Median y, left'],
  ['Median up, right', 'Median y, right'],
  ['Median across, bottom', 'Median x, bottom'],
  ['Median across, top', 'Median x, top'],
  ['Drawn across', 'Plotted x'],
  ['Drawn up', 'Plotted y'],
])

export function presentText(text: string): string {
  return presentTexts.get(text) ?? text
}

/** By present label. */
const formerLabelOf: ReadonlyMap<string, string> = new Map(
  [...formerLabels].map(([field, former]) => [labelOf(field), former]),
)
/** The longest first, since a label may begin another. */
const labelInText = new RegExp(
  `(?<![\\p{L}&])(?:${[...comparedLines.values()]
    .map(({ label }) => label.replaceAll(/[()/.]/g, String.raw`\$&`))
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}&])`,
  'gu',
)

/** `Revenue − SG&A|HLDN` with the labels that lines had in earlier versions. */
function withFormerLabels(key: string): string {
  return key.replaceAll(labelInText, (label) => formerLabelOf.get(label) ?? label)
}

/**
 * The keys of this version for rows or columns, with repeated ones numbered. `known`: the keys of this version, which are never
 * taken for former ones.
 */
export function presentKeys(keys: readonly string[], known: readonly string[]): string[] {
  const isKnown = new Set(known)
  const texts = keys.map((key) => {
    if (isKnown.has(key)) return key
    const present = key.split(keySeparator).map(presentText).join(keySeparator)
    return isKnown.has(present) ? present : key
  })
  // Lines of two statements once had the same label: they are told apart by their numbers, as they were then.
  const former = new Map(numbered(known.map(withFormerLabels)).map((key, at) => [key, known[at]]))
  return numbered(texts).map((key) => (isKnown.has(key) ? key : (former.get(key) ?? key)))
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
