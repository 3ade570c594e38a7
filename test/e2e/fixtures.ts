import { test as base, expect, type Browser, type Page } from '@playwright/test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNoElectron } from '../../scripts/electron-runtime.mjs'
import { makeEmptySample } from '../empty-sample.ts'
import { openInBrowser, openInElectron, root, type Application } from './application.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { startSampleService, type SampleService } from './sample-service.ts'
import { watchFocus } from './watch-focus.ts'
import { watchPage, watchPolicy, type Sightings } from './watch.ts'

export { expect }

/** The application on a profile of the test's own. */
interface RunningApplication {
  /** Its window, as it is open now. */
  readonly page: Page
  /** The profile's folder, gone with the test. */
  readonly profile: string
  /** Ends the application and opens it again on the same profile, in a window that remembers nothing. */
  reopen(meanwhile?: () => void): Promise<Page>
  /** What only the browser shell has; null in Electron. */
  readonly browser: {
    /** Ends the program but not the page; `SIGKILL`: like a power failure. */
    endProgram(how?: NodeJS.Signals): Promise<void>
    /** A second program on the same profile, and its page; closed with the test. */
    openAnother(): Promise<Page>
  } | null
}

interface Options {
  /** Whether the profile is as new as after an installation, so that the sample is loaded. False: its sample is empty, and stays so. */
  readonly isFirstStart: boolean
  /** Whether every action must end with the keyboard's focus on something in sight. */
  readonly isFocusWatched: boolean
}

interface WorkerFixtures {
  readonly chromium: Browser | null
  /** A profile whose sample is empty, to be copied. */
  readonly emptyProfile: string
}

interface Fixtures {
  readonly app: RunningApplication
  readonly workspace: WorkspacePage
  /** A service of the test's own, which it may stop and start again, for a live workspace. */
  readonly service: SampleService
}

/**
 * One suite, two shells: a test asks for `workspace` (or `page`) and gets the window of the shell that its project names. When it
 * ends, nothing may have broken the content security policy, left the machine, or been thrown and caught by nobody.
 */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  isFirstStart: [false, { option: true }],
  isFocusWatched: [false, { option: true }],

  chromium: [
    async ({ playwright }, use, { project }) => {
      const browser = project.name === 'electron' ? null : await playwright.chromium.launch()
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  emptyProfile: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tearsheet-empty-'))
      const profile = join(folder, 'profile')
      await makeEmptySample(profile)
      await use(profile)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  app: async ({ chromium, emptyProfile, isFirstStart }, use, testInfo) => {
    const missing = chromium === null ? whyNoElectron(root) : null
    testInfo.skip(missing !== null, missing ?? undefined)
    const folder = await mkdtemp(join(tmpdir(), 'tearsheet-e2e-'))
    const profile = join(folder, 'profile')
    if (!isFirstStart) await cp(emptyProfile, profile, { recursive: true })
    const sightings: Sightings = { violations: [], foreign: [], uncaught: [] }
    const open = async (): Promise<Application> => {
      const application = await (chromium
        ? openInBrowser(chromium, profile, watchPolicy)
        : openInElectron(profile, watchPolicy))
      watchPage(application.page, sightings)
      return application
    }
    let application = await open()
    const others: Application[] = []
    await use({
      profile,
      get page() {
        return application.page
      },
      reopen: async (meanwhile) => {
        await application.close()
        meanwhile?.()
        application = await open()
        return application.page
      },
      browser: chromium && {
        endProgram: async (how) => application.endProgram?.(how),
        openAnother: async () => {
          const other = await open()
          others.push(other)
          return other.page
        },
      },
    })
    for (const other of others) await other.close()
    await application.close()
    await rm(folder, { recursive: true, force: true })
    expect(sightings).toEqual({ violations: [], foreign: [], uncaught: [] })
  },

  page: async ({ app }, use) => use(app.page),

  workspace: async ({ app, isFocusWatched }, use) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    // Home is in front at first; most of what is tested begins at the securities search.
    await workspace.press('/')
    await expect(workspace.activeTab).toHaveText('Search')
    const stop = isFocusWatched ? watchFocus(app.page) : () => {}
    await use(workspace)
    stop()
  },

  service: async ({ app: _ }, use) => {
    const service = await startSampleService()
    await use(service)
    await service.stop()
  },
})
