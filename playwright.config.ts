import './scripts/demand-node.cjs'
import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './scripts/find-browser.mjs'

/** The programs that the tests start are compiled once, not in each of them. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/test/compiled', import.meta.url))

const browser = findBrowser()

/** The suite must show that nothing leaves the machine, so the browser itself may not call home either. */
const quietBrowser = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

const chromium = {
  browserName: 'chromium',
  launchOptions: {
    ...(browser && { executablePath: browser }),
    // Chromium refuses to run as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: quietBrowser,
  },
} as const

/**
 * One suite, two shells: `browser` drives the loopback shell, `electron` the application itself where a runtime is. `packed` drives what
 * electron-builder packs, in Chromium, with a stand-in for the module `electron`.
 */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each test has a program, a profile and a window of its own, so that two of them share nothing.
  workers: availableParallelism() > 1 ? 2 : 1,
  retries: 0,
  // Limits for what hangs, not measures.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    // Without the page at every action, which takes a fifth of the time of a test: `--trace on` records it for one that failed.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    // Its dates, clock and numbers are the usual ones (docs/look.md), which the tests read.
    locale: 'en-GB',
    timezoneId: 'America/New_York',
  },
  projects: [
    { name: 'browser', testIgnore: 'electron/**', use: chromium },
    { name: 'package', testDir: 'test/packed', testMatch: 'package.setup.ts' },
    { name: 'packed', testDir: 'test/packed', testMatch: '*.spec.ts', dependencies: ['package'], use: chromium },
    // Its programs share the clipboard of the system.
    { name: 'electron', workers: 1 },
  ],
})
