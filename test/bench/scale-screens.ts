import type { Browser, Page } from '@playwright/test'
import { launchBrowser, startShell } from './browser-shell.ts'
import { keyToHome } from './home.ts'
import { keyToTurns } from './open-call.ts'
import { openStatements } from './open-company.ts'
import { nameOf, opened, watched } from './scale-bodies.ts'
import { toPaint } from './watchlist.ts'

const starts = 7
const rounds = 20

/** Milliseconds of each. */
export interface ScreenTimes {
  readonly start: readonly number[]
  readonly company: readonly number[]
  readonly call: readonly number[]
  readonly home: readonly number[]
  readonly watchlist: readonly number[]
}

/** The built browser shell on a library: started, and then its screens opened in Chromium. */
export async function screenTimes(profile: string): Promise<ScreenTimes> {
  const browser = await launchBrowser()
  try {
    const start: number[] = []
    for (let round = 0; round <= starts; round += 1) start.push(await coldStart(browser, profile))
    const shell = await startShell(profile)
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.goto(shell.address)
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      const company = await companies(page)
      const call = await calls(page)
      const home = await homes(page)
      const watchlist = await watchlists(page)
      return { start: start.slice(1), company, call, home, watchlist }
    } finally {
      await shell.stop()
    }
  } finally {
    await browser.close()
  }
}

/** From starting the shell's process to Home. */
async function coldStart(browser: Browser, profile: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const began = performance.now()
  const shell = await startShell(profile)
  try {
    await page.goto(shell.address)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    return performance.now() - began
  } finally {
    await context.close()
    await shell.stop()
  }
}

/** Each company for the first time; the very first warms up. */
async function companies(page: Page): Promise<number[]> {
  const took: number[] = []
  for (const [company, symbol] of watched.slice(0, opened).entries())
    took.push(await openStatements(page, symbol, nameOf(company)))
  return took.slice(1)
}

/** One after the other from the list. */
async function calls(page: Page): Promise<number[]> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Calls' }).click()
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const grid = page.getByRole('grid', { name: 'Calls' })
    await grid.getByRole('rowheader').first().waitFor()
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    took.push(await keyToTurns(page))
    await page.keyboard.press('Alt+ArrowLeft')
  }
  return took.slice(1)
}

async function homes(page: Page): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.keyboard.press('Control+,')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    took.push(await keyToHome(page))
  }
  return took.slice(1)
}

async function watchlists(page: Page): Promise<number[]> {
  const rail = page.getByRole('button', { name: /^Watchlists/ })
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    took.push(await toPaint(page, 'click', () => rail.click()))
    await page.keyboard.press('Alt+w')
  }
  return took.slice(1)
}
