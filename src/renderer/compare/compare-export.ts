/**
 * The request that exports a comparison: its settings, title and file name. The core makes the
 * file.
 */

import type { Preferences } from '#contract/api/api.ts'
import type { Core } from '../core-client/client.ts'
import { numberFormat } from '../format/number-format.svelte.ts'
import { adjustedName, asOfName, type Exportable } from '../app/exporter.ts'
import { savedSpecOf, type ComparisonSettings } from './comparison-settings.ts'

/** The whole comparison, calculated in the core; null: nothing is compared. `name`: of a saved comparison, or empty. */
export function comparisonExport(
  core: Pick<Core, 'exports'>,
  name: string,
  settings: ComparisonSettings,
  { scale, adjustSplits }: Pick<Preferences, 'scale' | 'adjustSplits'>,
): Exportable | null {
  const { companies, lines } = settings
  if (companies.length === 0 || lines.length === 0) return null
  return {
    name: `${name === '' ? companies.slice(0, 6).join(' ') : name} ${adjustedName(adjustSplits)}${asOfName(settings.asOf)}`,
    request: ({ as, title, paper }, signal) => {
      const spec = { ...savedSpecOf(settings), ...(adjustSplits && { adjustSplits }) }
      const heading = name === '' ? companies.join(', ').slice(0, 200) : name
      return core.exports.comparison({ spec, title, heading, as, numbers: numberFormat(), paper, scale }, { signal })
    },
  }
}
