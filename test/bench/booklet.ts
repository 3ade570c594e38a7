import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { launchBrowser, startShell } from './browser-shell.ts'
import { milliseconds, type Measured } from './measure.ts'
import { newLibrary } from './new-library.ts'
import { storeStatements, symbolOf } from './open-company.ts'
import { storeEvents } from './overview.ts'

const companies = 30
const print = { preferCSSPageSize: true, printBackground: true, tagged: true, outline: true } as const

/**
 * One tear sheet as a PDF, from the key press, and a booklet of thirty companies. Memory is that of the page's process at its highest
 * against what it was before; the browser's own processes are not counted.
 */
export async function printBooklet(): Promise<Measured[]> {
  const profile = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const browser = await launchBrowser()
  try {
    const library = await newLibrary(profile)
    const { writer } = library
    if (!writer) throw new Error('the bench folder is read-only')
    for (let company = 0; company < companies; company += 1) {
      storeStatements(writer, company)
      storeEvents(writer, company)
    }
    library.close()
    const shell = await startShell(profile)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(shell.address)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const process = await processOf(await browser.newBrowserCDPSession())
    // The first one after the start loads the code and the fonts.
    await oneSheet(page, 0)
    const sheet = await oneSheet(page, 1)
    const booklet = await wholeBooklet(page, process)
    await context.close()
    await shell.stop()
    return [
      {
        what: 'PDF of one company’s tear sheet: key press to the whole file',
        figure: milliseconds(sheet),
        bar: '≤ 2 s',
        held: sheet <= 2000,
      },
      {
        what: `booklet of ${companies} companies of 50 quarters, 40 calls, 500 ratings and 1,000 news items (${booklet.pages} pages, ${(booklet.bytes / 1e6).toFixed(1)} MB): Create to the whole file, of which drawn behind the user’s work ${milliseconds(booklet.drawn)}, printed ${milliseconds(booklet.printed)}; longest task of the window while drawing ${milliseconds(booklet.longestTask)}`,
        figure: milliseconds(booklet.drawn + booklet.printed),
        bar: '≤ 45 s',
        held: booklet.drawn + booklet.printed <= 45_000,
      },
      {
        what: 'growth of the memory of the page’s process meanwhile, at its highest',
        figure: `${(booklet.memory / 1e6).toFixed(0)} MB`,
        bar: '≤ 300 MB',
        held: booklet.memory <= 300e6,
      },
    ]
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true })
  }
}

async function oneSheet(page: Page, company: number): Promise<number> {
  const symbol = symbolOf(company)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Company, identifier, code or command' }).fill(`TEAR ${symbol}`)
  await page
    .getByRole('option', { name: new RegExp(`Tear sheet for ${symbol}`) })
    .first()
    .waitFor()
  const began = performance.now()
  await page.keyboard.press('Enter')
  await page.waitForFunction((name) => document.title.startsWith(`${name} tear sheet`), symbol)
  await page.pdf(print)
  const took = performance.now() - began
  await page.keyboard.press('Escape')
  return took
}

async function wholeBooklet(page: Page, process: number) {
  await page.keyboard.press('Control+k')
  const symbols = Array.from({ length: companies }, (_, company) => symbolOf(company)).join(' ')
  await page.getByRole('combobox', { name: 'Company, identifier, code or command' }).fill(`CMP ${symbols}`)
  await page
    .getByRole('option', { name: /Compare/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Booklet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Booklet' })
  await dialog
    .getByText(/\d pages/)
    .first()
    .waitFor()
  const tasks = await page.evaluateHandle(() => {
    const longest = { duration: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.duration = Math.max(longest.duration, duration)
    }).observe({ type: 'longtask' })
    return longest
  })
  const before = residentOf(process)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentOf(process))), 50)
  const began = performance.now()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const ready = page.getByRole('button', { name: 'Print…' })
  await ready.waitFor({ timeout: 120_000 })
  const drawn = performance.now() - began
  const longestTask = await tasks.evaluate(({ duration }) => duration)
  await page.evaluate(() => (window.print = () => undefined))
  await ready.click()
  await page.locator('.print-only').waitFor({ state: 'attached' })
  const printing = performance.now()
  const file = await page.pdf(print)
  const printed = performance.now() - printing
  clearInterval(watch)
  const pages = file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  return { drawn, printed, longestTask, pages, bytes: file.byteLength, memory: most - before }
}

/** The page's process: of the browser's renderers the one with the most memory. */
async function processOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  return renderers.toSorted((one, other) => residentOf(other) - residentOf(one))[0] ?? 0
}

/** Bytes that a process has in memory. */
function residentOf(process: number): number {
  const pages = Number(readFileSync(`/proc/${process}/statm`, 'utf8').split(' ')[1])
  return pages * 4096
}
