import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { compareCalls as compare } from '#core/call-comparison/compare-calls.ts'
import { SplitPassages } from '#core/call-comparison/split-passages.ts'
import { joinChunks } from '#core/calls/call-chunks.ts'
import { readingOf, type OpenCall } from '#core/calls/open-call.ts'
import { callResource } from '#core/calls/resources.ts'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import { storeResponse } from '#core/ledger/store-response.ts'
import { validateResponse } from '#core/service/response-validation.ts'
import { launchBrowser, startShell } from './browser-shell.ts'
import { longCall, type LongCall } from './long-call.ts'
import { milliseconds, percentile, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'

const turns = 800
const companies = 20

/** Two stored calls of 800 turns each: from the key in the palette to the first painted passages, each pair for the first time. */
export async function compareCalls(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    const source = await prepare(profile)
    const shell = await startShell(profile)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(shell.address)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    const first = await open(page, 0)
    const took: number[] = []
    for (let company = 1; company <= companies; company += 1) took.push(await open(page, company))
    await shell.stop()
    const p95 = percentile(took, 0.95)
    return [
      {
        what: `compare two stored calls of ${turns} turns (${source}): key press to first painted passages, p50 ${milliseconds(percentile(took, 0.5))}, p95 of ${companies} (the very first one after the start: ${milliseconds(first)})`,
        figure: milliseconds(p95),
        bar: '≤ 250 ms',
        held: p95 <= 250,
      },
      ...(await inCore()),
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

const idOf = (company: number, quarter: number) =>
  `00000000-0000-4000-8000-${String(company * 10 + quarter).padStart(12, '0')}`
const symbolOf = (company: number) => `BEN${String.fromCharCode(65 + company)}`

/** Half of the later call's turns are those of the earlier one. */
function pairOf(company: number, count: number): readonly [LongCall, LongCall] {
  return [longCall(count, 3 * company), longCall(count, 3 * company + 1)]
}

async function prepare(profile: string): Promise<string> {
  const library = await newLibrary(profile)
  const { writer } = library
  if (!writer) throw new Error('the bench folder is read-only')
  let source = ''
  for (let company = 0; company <= companies; company += 1) {
    for (const [quarter, call] of pairOf(company, turns).entries()) {
      const callId = idOf(company, quarter)
      const detail = JSON.parse(call.body(callId).toString()) as Record<string, unknown>
      const body = Buffer.from(
        JSON.stringify({
          ...detail,
          symbol: symbolOf(company),
          call_title: `Bench Inc Q${quarter + 2} 2025 earnings call`,
          start_time: `2025-${quarter === 0 ? '07' : '10'}-20T09:00:00-04:00`,
        }),
      )
      const asked = { operation: 'One conference call', host: 'bench' }
      const sent = { body, contentType: 'application/json', hadKey: true }
      const request = { path: '/', parameters: {} }
      const answer = validateResponse('calls.one', { call_id: callId }, request, sent, Date.now(), asked)
      storeResponse(writer, answer, callResource)
      source = call.source
    }
  }
  library.close()
  return source
}

/** From the key's own time stamp to the frame after the one that drew words of a passage of this company. */
async function open(page: Page, company: number): Promise<number> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.insertText(`DIFF ${symbolOf(company)}`)
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: symbolOf(company) })
    .waitFor()
  const watching = await page.evaluateHandle((symbol) => {
    const painted = new Promise<number>((resolve) => {
      let pressed = Number.NaN
      addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true, capture: true })
      const look = () => {
        // By its id: the screens of the other tabs have thousands of rows to look through.
        const tab = document.querySelector('[role=tab][aria-selected=true]')
        const screen = document.getElementById(tab?.getAttribute('aria-controls') ?? '')
        const text = screen?.querySelector('[role=grid] .pair .text')?.textContent ?? ''
        const isHere = screen?.querySelector('.page-head b')?.textContent === symbol
        if (!isHere || text.trim() === '') return requestAnimationFrame(look)
        return requestAnimationFrame(() => resolve(performance.now() - pressed))
      }
      requestAnimationFrame(look)
    })
    return { painted }
  }, symbolOf(company))
  await page.keyboard.press('Enter')
  return watching.evaluate(({ painted }) => painted)
}

/** The comparison alone, without reading and drawing. */
async function inCore(): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [count, repeats] of [
    [turns, companies],
    [10_000, 3],
  ] as const) {
    const took: number[] = []
    for (let number = 0; number < repeats; number += 1) {
      const [earlier, later] = pairOf(number, count).map(readingFrom)
      if (!earlier || !later) continue
      const began = performance.now()
      await compare(earlier, later, { split: new SplitPassages([]), pause: () => Promise.resolve() })
      took.push(performance.now() - began)
    }
    rows.push({
      what: `the same in the core alone, ${count.toLocaleString('en-US')} turns against as many: p95 of ${repeats}`,
      figure: milliseconds(percentile(took, 0.95)),
      bar: '',
      held: null,
    })
  }
  return rows
}

function readingFrom(call: LongCall) {
  const form = { format: 'json', clean: false } as const
  const segments = call.segments.map((segment) => ({ ...segment }))
  const record = { name: 'Bench Inc', participants: null, transcripts: [{ segments }] }
  const { head, outline, chunks } = readingOf(record, deriveTranscript(record, form), form, null)
  return {
    ...joinChunks({ ...head, outline, chunks } as unknown as OpenCall),
    entry: { quarter: null, startedAt: null },
  }
}
