import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.mjs'
import type { BridgeOnPage } from './bridge-page/main.ts'

/** A real Chromium, in which two names of the outside world lead to this machine. Throws when none is installed. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error('No Chromium or Chrome was found: install one, or name it in $CHROME.')
  return chromium.launch({ executablePath, args: ['--host-resolver-rules=MAP *.example 127.0.0.1'] })
}

/** A tab of a browser profile of its own, with everything that was asked for on it. */
export async function openTab(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return { page: await context.newPage(), context }
}

/** Runs in the page: the bridge, once it is there. */
export type OnPage = Window & { readonly onPage: BridgeOnPage }
