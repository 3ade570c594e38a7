import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { metricLines, statementLines } from '#contract/service/statement-lines.ts'
import type { OpenDatabase } from '#core/database/database-kind.ts'
import type { Writer } from '#core/database/reader-writer.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { launchBrowser, startShell } from './browser-shell.ts'
import { milliseconds, percentile, times, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

const companies = 30
const quarters = 50

/**
 * Opening a company's financials from the library: from the key press to the painted table in Chromium, each company for the
 * first time, against a page that paints the same table from a literal.
 */
export async function openCompany(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    prepare(await newLibrary(profile))
    const shell = await startShell(profile)
    const { first, took, literal } = await openEach(browser, shell.address)
    await shell.stop()
    const [ours, theirs] = [percentile(took, 0.95), percentile(literal, 0.95)]
    return [
      {
        what: `open a company from the library, ${statementLines.length + metricLines.length} stored lines × ${quarters} quarters: key press to painted table, p50 ${milliseconds(percentile(took, 0.5))}, p95 of ${companies} (the very first one after the start: ${milliseconds(first)})`,
        figure: milliseconds(ours),
        bar: '≤ 150 ms',
        held: ours <= 150,
      },
      {
        what: `the same against a page that paints the same table from a literal (p95 ${milliseconds(theirs)})`,
        figure: times(ours / theirs),
        bar: '≤ 2×',
        held: ours / theirs <= 2,
      },
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

export const nameOf = (company: number) => `Bench ${company}`
export const symbolOf = (company: number) => `BN${String(company).padStart(2, '0')}`

/** Companies by number, fetched just now, so that nothing is refreshed in the background. */
export function prepare(library: OpenDatabase): void {
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  for (let company = 0; company <= companies; company += 1) storeStatements(writer, company)
  library.close()
}

/** A company's listing and its statements of fifty quarters, every line of them. */
export function storeStatements(writer: Writer, company: number): void {
  const symbol = symbolOf(company)
  const listing = { id: `${symbol}_X`, symbol, name: nameOf(company), 'identifiers.figi': `BBG00000${symbol}` }
  const found = { data: { hits: [{ document: listing }] }, message: '' }
  storeResponse(writer, answered('securities', { query: symbol, type: 'symbol' }, found), securitiesResource)
  const periods = { data: Array.from({ length: quarters }, (_, at) => quarterOf(symbol, company, at)), message: '' }
  const asked = { symbol, page: 1, page_size: 100 }
  storeResponse(writer, answered('fundamentals.enhanced', asked, periods), enhancedResource)
}

function answered<Name extends 'securities' | 'fundamentals.enhanced'>(
  operation: Name,
  parameters: Readonly<Record<string, string | number>>,
  content: unknown,
) {
  const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json' }
  const request = { path: '/', parameters: {} }
  return validateResponse(operation, parameters, request, sent, Date.now(), { operation, host: 'bench' })
}

function quarterOf(symbol: string, company: number, at: number): Record<string, unknown> {
  const year = 2014 + Math.floor(at / 4)
  const quarter = (at % 4) + 1
  const end = `${year}-${String(quarter * 3).padStart(2, '0')}-${quarter === 1 || quarter === 4 ? 31 : 30}`
  const figures = statementLines.map(({ field, unit }, line): [string, number] => [
    field,
    unit === 'per-share' ? 0.5 + at / 100 : (line + 3) * (company + 7) * 1_234_567 + at * 9_876_543,
  ])
  return {
    symbol,
    EndPeriod: end,
    Quarter: `Q${quarter}`,
    Year: year,
    ...Object.fromEntries(figures),
    roic: 0.1 + at / 1000,
  }
}

/** Opens one company after the other, each followed by the literal, so that a noisy machine is noisy to both. */
async function openEach(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  const first = await open(page, 0)
  const table = await page
    .getByRole('grid')
    .last()
    .evaluate((element) => element.outerHTML)
  const styles = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n'),
  )
  const took: number[] = []
  const literal: number[] = []
  for (let company = 1; company <= companies; company += 1) {
    took.push(await open(page, company))
    literal.push(await paintLiteral(browser, table, styles))
    await page.bringToFront()
  }
  await context.close()
  return { first, took, literal }
}

export function open(page: Page, company: number): Promise<number> {
  return openStatements(page, symbolOf(company), nameOf(company))
}

export async function openStatements(page: Page, symbol: string, name: string): Promise<number> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Company, identifier, code or command' }).fill(`FA ${symbol}`)
  await page
    .getByRole('option', { name: new RegExp(symbol) })
    .first()
    .waitFor()
  return keyToPaint(page, name)
}

/**
 * From the key's own time stamp to the frame after the one that drew figures of that company. Looks at one cell a frame, so that
 * the looking costs nothing.
 */
async function keyToPaint(page: Page, name: string): Promise<number> {
  const watching = await page.evaluateHandle((wanted) => {
    const painted = new Promise<number>((resolve) => {
      let pressed = Number.NaN
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true })
      const look = () => {
        const grid = document.querySelector(`.screen.active [role=grid][aria-label^="${wanted},"]`)
        const cell = grid?.querySelector('[role=gridcell]:not(:empty)')
        if (!cell || !/\d/.test(cell.textContent)) return requestAnimationFrame(look)
        return requestAnimationFrame(() => resolve(performance.now() - pressed))
      }
      requestAnimationFrame(look)
    })
    return { painted }
  }, name)
  await page.keyboard.press('Enter')
  return watching.evaluate(({ painted }) => painted)
}

/** From a key's own time stamp as well: a page that does nothing but put the finished table there. */
async function paintLiteral(browser: Browser, table: string, styles: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.setContent(`<style>${styles}</style><main></main>`)
  const watching = await page.evaluateHandle((html) => {
    const painted = new Promise<number>((resolve) => {
      const paint = ({ timeStamp }: KeyboardEvent) => {
        const main = document.querySelector('main')
        if (main) main.innerHTML = html
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)))
      }
      addEventListener('keydown', paint, { once: true })
    })
    return { painted }
  }, table)
  await page.keyboard.press('Enter')
  const took = await watching.evaluate(({ painted }) => painted)
  await context.close()
  return took
}
