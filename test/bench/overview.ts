import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { OperationName } from '#contract/service/operations.ts'
import { callResource, callsResource } from '#core/calls/resources.ts'
import type { Writer } from '#core/database/reader-writer.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { newsResource } from '#core/news/resource.ts'
import { ratingsResource } from '#core/ratings/resource.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { launchBrowser, startShell } from './browser-shell.ts'
import { milliseconds, percentile, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { nameOf, storeStatements, symbolOf } from './open-company.ts'

const companies = 20
const calls = 40
const turns = 120
const ratings = 500
const news = 1000
const day = 86_400_000

/** A company's overview from the library: from the key press to figures, call, ratings and news painted, each for the first time. */
export async function openOverview(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    const library = await newLibrary(profile)
    const { writer } = library
    if (!writer) throw new Error('the bench folder is read-only')
    for (let company = 0; company <= companies; company += 1) {
      storeStatements(writer, company)
      storeEvents(writer, company)
    }
    library.close()
    const shell = await startShell(profile)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(shell.address)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const took: number[] = []
    for (let company = 0; company <= companies; company += 1) took.push(await open(page, company))
    await context.close()
    await shell.stop()
    const [first = 0, ...counted] = took
    const p95 = percentile(counted, 0.95)
    return [
      {
        what: `open the overview of a company of 50 quarters, ${calls} calls, ${ratings} ratings and ${news} news items: key press to all parts painted, p50 ${milliseconds(percentile(counted, 0.5))}, p95 of ${companies} (the very first one after the start: ${milliseconds(first)})`,
        figure: milliseconds(p95),
        bar: '≤ 150 ms',
        held: p95 <= 150,
      },
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

/** Calls of ten years, of which two transcripts are stored, ratings of twenty firms, and news. */
export function storeEvents(writer: Writer, company: number): void {
  const symbol = symbolOf(company)
  const at = (days: number) => new Date(Date.now() - days * day)
  const written = (days: number) => at(days).toISOString().replace('T', ' ').slice(0, 19)
  const all = Array.from({ length: calls }, (_, index) => ({
    call_id: `${symbol}-${index}`,
    symbol,
    name: nameOf(company),
    call_title: `${nameOf(company)} call ${index}`,
    start_time: at(10 + index * 91).toISOString(),
    status: 'COMPLETED',
  }))
  const counts = { hits: calls, page: 1, page_count: 1, page_size: 100 }
  const listed = { data: all, message: '', pagination: counts }
  storeResponse(writer, received('calls.list', { symbol, page: 1, page_size: 100 }, listed), callsResource)
  for (const call of all.slice(0, 2)) {
    const detail = { ...call, transcripts: [{ language: 'en-US', text: '', segments: segmentsOf() }] }
    storeResponse(writer, received('calls.one', { call_id: call.call_id }, detail), callResource)
  }
  const rated = Array.from({ length: ratings }, (_, index) => ({
    id: company * 10_000 + index,
    ticker: symbol,
    firm: `firm-${index % 20}`,
    action: index % 7 === 0 ? 'Upgrades' : 'Maintains',
    rating: index % 3 === 0 ? 'Buy' : 'Hold',
    price_target: `${100 + (index % 40)}.00`,
    created_at: written(index * 3),
    updated_at: written(index * 3),
    story: 'Estimates move with the quarter.',
  }))
  storeResponse(writer, received('ratings', { symbol }, { data: rated, message: '' }), ratingsResource)
  const told = Array.from({ length: news }, (_, index) => ({
    id: company * 10_000 + index,
    ticker: symbol,
    headline: `${nameOf(company)} headline ${index}`,
    type: index % 2 === 0 ? 'Gainers' : 'Losers',
    created_at: written(index * 2),
    updated_at: written(index * 2),
  }))
  storeResponse(writer, received('news', { symbol }, { data: told, message: '' }), newsResource)
}

function segmentsOf() {
  return Array.from({ length: turns }, (_, index) => ({
    segment_id: index + 1,
    speaker: index % 5 === 0 ? 'Ines Vardal' : 'Marta Ellingsen',
    text: `Orders and margins in part ${index} of the quarter were where we said that they would be, and cash followed them.`,
    start_time: String(index * 20),
    end_time: String(index * 20 + 18),
    confidence: 0.95,
    sentiment: ((index % 9) - 4) / 10,
  }))
}

function received<Name extends OperationName>(
  operation: Name,
  parameters: Readonly<Record<string, string | number>>,
  content: unknown,
) {
  const sent = { body: Buffer.from(JSON.stringify(content)), contentType: 'application/json' }
  const request = { path: '/', parameters: {} }
  return validateResponse(operation, parameters, request, sent, Date.now(), { operation, host: 'bench' })
}

/** From the key's own time stamp to the frame after the one that drew the last of the four parts. */
async function open(page: Page, company: number): Promise<number> {
  const symbol = symbolOf(company)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Company, identifier, code or command' }).fill(`DES ${symbol}`)
  await page
    .getByRole('option', { name: new RegExp(`Overview for ${symbol}`) })
    .first()
    .waitFor()
  const watching = await page.evaluateHandle((name) => {
    const painted = new Promise<number>((resolve) => {
      let pressed = Number.NaN
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true })
      const parts = [
        `[aria-label="Key figures of ${name}"] [role=gridcell]:not(:empty)`,
        '[aria-label="Sentiment of the latest call"] td',
        '[aria-label="Latest rating of each firm"] tbody td',
        'li .headline',
      ]
      const look = () => {
        const screen = document.querySelector('.screen.active')
        if (!parts.every((part) => screen?.querySelector(part))) return requestAnimationFrame(look)
        return requestAnimationFrame(() => resolve(performance.now() - pressed))
      }
      requestAnimationFrame(look)
    })
    return { painted }
  }, nameOf(company))
  await page.keyboard.press('Enter')
  return watching.evaluate(({ painted }) => painted)
}
