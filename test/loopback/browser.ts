import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.mjs'

/** Throws, with what to do, when none is installed. */
export function browserProgram(): string {
  const found = findBrowser()
  if (found === null) throw new Error('Chromium or Chrome not found. Install one, or set $CHROME.')
  return found
}

/** A real Chromium, in which the names under `.example` lead to this machine. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--host-resolver-rules=MAP *.example 127.0.0.1']
  return chromium.launch({ executablePath: browserProgram(), args })
}

/** A tab of a browser profile of its own, with everything that was requested on it. */
export async function openTab(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return { page: await context.newPage(), context }
}
