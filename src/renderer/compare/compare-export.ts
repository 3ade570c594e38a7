import type { Preferences } from '#contract/desk/desk.ts'
import type { Core } from '../core/client.ts'
import { adjustedName, asOfName, type Exportable } from '../workspace/exporter.ts'
import { keptSpecOf, type Wish } from './wish.ts'

/** The whole comparison, reckoned in the core; null: nothing is compared. `name`: as it was saved, or empty. */
export function comparisonExport(
  core: Pick<Core, 'exports'>,
  name: string,
  wish: Wish,
  { scale, adjustSplits }: Pick<Preferences, 'scale' | 'adjustSplits'>,
): Exportable | null {
  const { companies, lines } = wish
  if (companies.length === 0 || lines.length === 0) return null
  return {
    name: `${name === '' ? companies.slice(0, 6).join(' ') : name} ${adjustedName(adjustSplits)}${asOfName(wish.asKnownOn)}`,
    ask: (as, title, signal) => {
      const spec = { ...keptSpecOf(wish), ...(adjustSplits && { adjustSplits }) }
      return core.exports.comparison({ spec, title, as, scale }, { signal })
    },
  }
}
