import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ComparisonSpec } from '#contract/api/comparisons.ts'
import { figureLines } from '#contract/api/figure-lines.ts'
import { metricLines, statementLines } from '#contract/service/statement-lines.ts'
import { compare } from '#core/comparisons/compare.ts'
import { noKnownBreaks } from '#core/fundamentals/known-break-marks.ts'
import { readBothEditions } from '#core/fundamentals/company-series.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { figureFields } from '#core/fundamentals/figure-fields.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { formulaReader } from '#core/metrics/read-formula.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { launchBrowser, startShell } from './browser-shell.ts'
import { inTurn, milliseconds, percentile, timed, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { longTasks } from './watch-tasks.ts'

const companies = 20
const quarters = 80
const lines = 120
const rounds = 20
const symbols = Array.from({ length: companies }, (_, at) => `CB${String(at).padStart(2, '0')}`)
/** The sample's restated quarters are a few in a hundred; so are these. */
const restatedEach = 25

/** The library's own lines, and metrics of one's own up to the number. */
const own = Array.from({ length: Math.max(0, lines - figureLines.size) }, (_, at) => `own.bench-${at}`)
const fields = [...figureLines.keys(), ...own].slice(0, lines)

/** A comparison of 20 companies over 80 quarters and 120 lines: in the core, as known on a day, and in Chromium. */
export async function compareCompanies(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  try {
    const between = await prepare(profile)
    return [...(await inCore(profile, between)), ...(await inBrowser(profile))]
  } finally {
    rmSync(profile, { recursive: true })
  }
}

/** Stored twice, the second time with some quarters restated; responses a moment between the two. */
async function prepare(profile: string): Promise<number> {
  const library = await newLibrary(profile)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  const now = Date.now()
  for (const [seenAt, isLater] of [
    [now - 60_000, false],
    [now, true],
  ] as const) {
    for (const [company, symbol] of symbols.entries()) {
      const data = Array.from({ length: quarters }, (_, at) => quarterOf(symbol, company, at, isLater))
      const sent = {
        body: Buffer.from(JSON.stringify({ data, message: '' })),
        contentType: 'application/json',
      }
      const asked = { symbol, page: 1, page_size: 100 }
      const request = { path: '/', parameters: {} }
      const from = { operation: 'fundamentals.enhanced', host: 'bench' }
      storeResponse(
        writer,
        validateResponse('fundamentals.enhanced', asked, request, sent, seenAt, from),
        enhancedResource,
      )
    }
  }
  library.close()
  return now - 30_000
}

export function quarterOf(symbol: string, company: number, at: number, isLater: boolean): Record<string, unknown> {
  const year = 2006 + Math.floor(at / 4)
  const quarter = (at % 4) + 1
  const end = `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter === 1 || quarter === 4 ? 31 : 30}`
  const moved = isLater && at % restatedEach === 0 ? 1000 : 0
  const figures = statementLines.map(({ field, unit }, line): [string, number] => [
    field,
    unit === 'per-share' ? 0.5 + at / 100 : (line + 3) * (company + 7) * 1_234_567 + at * 9_876_543 + moved,
  ])
  const metrics = metricLines
    .filter(({ field }) => !field.includes('.'))
    .map(({ field }): [string, number] => [field, 0.1 + at / 1000])
  return {
    ...{ symbol, EndPeriod: end, Quarter: `Q${quarter}`, Year: year },
    ...Object.fromEntries([...figures, ...metrics]),
  }
}

function spec(asOf: number | null): ComparisonSpec {
  return {
    companies: symbols.map((symbol) => ({ symbol })),
    lines: fields,
    ...{ basis: 'quarterly', alignment: 'fiscal', mode: 'values', periods: quarters, asOf },
  }
}

async function inCore(profile: string, between: number): Promise<Measured[]> {
  const library = openDatabase(join(profile, 'workspaces', 'sample', 'library.db'), libraryDatabase)
  const { reader } = library
  const read = formulaReader()
  const { formula } = read('growth(Revenue) - OperatingIncome / Revenue', [...figureLines.values()])
  if (!formula) throw new Error('the formula cannot be read')
  const metric = { name: 'Bench', unit: 'percent' as const }
  const metrics = new Map(own.map((field) => [field, { metric, formula }]))
  const build = (asOf: number | null) => {
    const table = compare(spec(asOf), {
      companies: symbols.map((symbol) => ({
        ...{ symbol, name: null, known: noKnownBreaks },
        ...(readBothEditions(reader, symbol, undefined, asOf) ?? { series: undefined, other: undefined }),
      })),
      own: metrics,
      isStale: () => false,
      today: '2026-01-05',
    })
    const cells = table.lines.reduce((sum, { values }) => sum + values.length, 0)
    if (cells !== companies * quarters * lines) throw new Error(`${cells} cells`)
  }
  const columns = figureFields.map((field) => `"${field}"`).join(', ')
  const select = `SELECT ${columns} FROM fundamental_period WHERE symbol IN (SELECT value FROM json_each(?))`
  const bare = () => {
    if (reader.arrays(select, [JSON.stringify(symbols)]).length !== companies * quarters) throw new Error('rows')
  }
  const took: number[] = []
  const against = await inTurn(
    rounds,
    async () => {
      const one = await timed(() => build(null))
      took.push(one)
      return one
    },
    () => timed(bare),
  )
  const then = await inTurn(
    rounds,
    () => timed(() => build(between)),
    () => timed(() => build(null)),
  )
  library.close()
  const p95 = percentile(took.slice(1), 0.95)
  return [
    {
      what: `build a comparison of ${companies} companies × ${quarters} quarters × ${lines} lines (${own.length} of them own metrics) in the core, p50 ${milliseconds(against.ours)}`,
      figure: milliseconds(p95),
      bar: '≤ 150 ms p95',
      held: p95 <= 150,
    },
    {
      what: `the same (its figures are kept packed as well) against the bare SELECT of the same cells, column by column (${milliseconds(against.theirs)})`,
      figure: times(against.ours / against.theirs),
      bar: '≤ 3×',
      held: against.ours / against.theirs <= 3,
    },
    {
      what: `the same as known on a day (1 quarter of ${restatedEach} restated since) against the latest`,
      figure: times(then.ours / then.theirs),
      bar: '≤ 2×',
      held: then.ours / then.theirs <= 2,
    },
  ]
}

async function inBrowser(profile: string): Promise<Measured[]> {
  const shell = await startShell(profile)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const asked = JSON.stringify({
      companies: symbols,
      lines: [...figureLines.keys()],
      basis: 'quarterly',
      periods: quarters,
    })
    const place = { screen: 'compare', saved: '', name: '', view: 'spread', asked }
    await page.addInitScript(([kept]) => sessionStorage.setItem('tearsheet.tabs.sample', kept), [
      JSON.stringify({ places: [place], active: 0, beside: -1 }),
    ] as const)
    await page.goto(shell.address)
    await page.locator('[role=gridcell][data-active]').filter({ hasText: /\d/ }).waitFor()
    await page.locator('[role=gridcell][data-active]').focus()
    const took: number[] = []
    for (let round = 0; round <= rounds; round += 1) took.push(await keyToPaint(page, round % 2 === 0 ? 'y' : 'v'))
    const p95 = percentile(took.slice(1), 0.95)
    const longest = await scrolled(page)
    await context.close()
    return [
      {
        what: `the same (${figureLines.size} lines) in Chromium, told in another mode: key press to painted table, p50 ${milliseconds(percentile(took.slice(1), 0.5))}, p95 of ${rounds}`,
        figure: milliseconds(p95),
        bar: '≤ 200 ms',
        held: p95 <= 200,
      },
      {
        what: 'scrolling it both ways, the longest task',
        figure: longest === 0 ? 'none over 50 ms' : milliseconds(longest),
        bar: '≤ 50 ms',
        held: longest <= 50,
      },
    ]
  } finally {
    await browser.close()
    await shell.stop()
  }
}

/** From the key's own time stamp to the frame after the one in which the active cell shows something else. */
async function keyToPaint(page: Page, key: string): Promise<number> {
  const watching = await page.evaluateHandle(() => {
    const painted = new Promise<number>((resolve) => {
      let pressed = Number.NaN
      const text = () => document.querySelector('[role=gridcell][data-active]')?.textContent
      const before = text()
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true })
      const look = () => {
        if (text() === before) return requestAnimationFrame(look)
        return requestAnimationFrame(() => resolve(performance.now() - pressed))
      }
      requestAnimationFrame(look)
    })
    return { painted }
  })
  await page.keyboard.press(key)
  return watching.evaluate(({ painted }) => painted)
}

/** The longest task over 50 ms while the table is scrolled by the wheel; 0: none. */
async function scrolled(page: Page): Promise<number> {
  const watching = await longTasks(page)
  await page.mouse.move(900, 500)
  const ways = [
    [700, 0],
    [0, 400],
    [-500, 0],
    [0, -300],
  ] as const
  for (const [x, y] of ways) for (let step = 0; step < 30; step += 1) await page.mouse.wheel(x, y)
  return Math.max(0, ...(await watching.ended()))
}
