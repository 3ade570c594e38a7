import type { Measured } from './measure.ts'
import { backUp } from './back-up.ts'
import { compareCalls } from './compare-calls.ts'
import { compareCompanies } from './compare.ts'
import { coldStart } from './cold-start.ts'
import { download } from './download.ts'
import { findFigures } from './find-figures.ts'
import { exportTables } from './exports.ts'
import { home } from './home.ts'
import { hostileInput } from './hostile.ts'
import { openCall } from './open-call.ts'
import { openCompany } from './open-company.ts'
import { openPack } from './open-pack.ts'
import { openOverview } from './overview.ts'
import { printBooklet } from './booklet.ts'
import { palette } from './palette.ts'
import { realCalls } from './real-calls.ts'
import { publish } from './publish.ts'
import { screener } from './screener.ts'
import { scale } from './scale.ts'
import { rendererBundle } from './renderer-bundle.ts'
import { roundTrip } from './round-trip.ts'
import { searchCalls } from './search-calls.ts'
import { measureSecuritiesSearch } from './search-securities.ts'
import { storeCall } from './store-call.ts'
import { seek } from './seek.ts'
import { spokenFigures } from './spoken-figures.ts'
import { storedFigures } from './stored-figures.ts'
import { storeFundamentals } from './store-fundamentals.ts'
import { takeOffline } from './take-offline.ts'
import { watchlist } from './watchlist.ts'

const benches: readonly (readonly [name: string, run: () => Measured[] | Promise<Measured[]>])[] = [
  ['store-fundamentals', storeFundamentals],
  ['store-call', storeCall],
  ['search-securities', measureSecuritiesSearch],
  ['search-calls', searchCalls],
  ['open-company', openCompany],
  ['overview', openOverview],
  ['booklet', printBooklet],
  ['home', home],
  ['palette', palette],
  ['compare', compareCompanies],
  ['screener', screener],
  ['watchlist', watchlist],
  ['exports', exportTables],
  ['open-call', openCall],
  ['compare-calls', compareCalls],
  ['real-calls', realCalls],
  ['spoken-figures', spokenFigures],
  ['find-figures', findFigures],
  ['stored-figures', storedFigures],
  ['hostile-input', hostileInput],
  ['back-up', backUp],
  ['publish', publish],
  ['open-pack', openPack],
  ['download', download],
  ['seek', seek],
  ['take-offline', takeOffline],
  ['cold-start', coldStart],
  ['round-trip', roundTrip],
  ['renderer-bundle', rendererBundle],
]

/**
 * `npm run bench`, or `npm run bench -- NAME …` for some. Prints a Markdown table; ratios hold, absolute times do not. What follows `scale`
 * is that bench's own, which runs only by its name, since its largest library takes an hour to build.
 */
async function main([first, ...others]: readonly string[]): Promise<void> {
  if (first === 'scale') return print(await scale(others))
  const wanted = first === undefined ? [] : [first, ...others]
  const rows: Measured[] = []
  for (const [name, run] of benches) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stderr.write(`${name} …\n`)
    rows.push(...(await run()))
  }
  print(rows)
}

function print(rows: readonly Measured[]): void {
  console.log('| what | measured | bar | held |\n|---|---|---|---|')
  for (const { what, figure, bar, held } of rows) {
    console.log(`| ${what} | ${figure} | ${bar} | ${held === null ? '' : held ? 'yes' : 'NO'} |`)
  }
}

await main(process.argv.slice(2))
