import { test as base, expect, type Browser, type Page } from '@playwright/test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNoElectron } from '../../scripts/electron-runtime.mjs'
import { makeEmptySample } from '../empty-sample.ts'
import { openInBrowser, openInElectron, root, type Application } from './application.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { credentials, S3Store } from '../core/publish/s3-store.ts'
import { serviceKey, startSampleService, type SampleService } from './sample-service.ts'
import { FocusWatch } from './watch-focus.ts'
import { lookForKey, watchPage, watchPolicy, type Sightings } from './watch.ts'

export { expect }

/** The application on a profile of the test's own. */
export interface RunningApplication {
  /** Its window, as it is open now. */
  readonly page: Page
  /** The profile's folder, gone with the test. */
  readonly profile: string
  /** Ends the application and opens it again on the same profile, in a window that remembers nothing. */
  reopen(meanwhile?: () => void): Promise<Page>
  /** Ends the program, and in Electron its window too, as a power failure does. */
  kill(): Promise<void>
  /** Looks for this secret too, in all that the test leaves. */
  lookFor(secret: string): void
  /** What only the browser shell has; null in Electron. */
  readonly browser: {
    /** Ends the program but not the page; `SIGKILL`: as a power failure does. */
    endProgram(how?: NodeJS.Signals): Promise<void>
    /** A second program on the same profile, and its page; closed with the test. */
    openAnother(): Promise<Page>
  } | null
}

/** `first start`: as new as after an installation, so that the sample is loaded now. An empty sample stays empty. */
type ProfileState = 'first start' | 'empty sample' | 'loaded sample'

interface Options {
  /** What the profile has when the program starts. */
  readonly profileState: ProfileState
  /** Whether every action must end with the keyboard's focus on something in sight, in every window. */
  readonly isFocusWatched: boolean
}

interface WorkerFixtures {
  readonly chromium: Browser | null
  /** Copies a profile in this state to where it shall be. Each state is made once, by the first test that needs it. */
  readonly copyProfile: (state: ProfileState, to: string) => Promise<void>
}

interface Fixtures {
  readonly app: RunningApplication
  readonly workspace: WorkspacePage
  /** A service of the test's own, which it may stop and start again, for a live workspace. */
  readonly service: SampleService
  /** An S3-compatible store of the test's own, whose secret is looked for. */
  readonly store: S3Store
}

/**
 * One suite, two shells: a test asks for `workspace` (or `page`) and gets the window of the shell that its project names. When it
 * ends, nothing may have broken the content security policy, left the machine, or been thrown and caught by nobody.
 */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  profileState: ['empty sample', { option: true }],
  isFocusWatched: [true, { option: true }],

  chromium: [
    async ({ playwright }, use, { project }) => {
      const browser = project.name === 'electron' ? null : await playwright.chromium.launch()
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  copyProfile: [
    async ({ chromium }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tearsheet-profiles-'))
      const made = new Map<ProfileState, Promise<string>>()
      const make = async (state: ProfileState) => {
        const profile = join(folder, state.replace(' ', '-'))
        if (state === 'empty sample') await makeEmptySample(profile)
        else await loadSample(chromium, profile)
        return profile
      }
      await use(async (state, to) => {
        if (state === 'first start') return
        const profile = made.get(state) ?? make(state)
        made.set(state, profile)
        await cp(await profile, to, { recursive: true })
      })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  app: async ({ chromium, copyProfile, profileState, isFocusWatched, locale, timezoneId, viewport }, use, testInfo) => {
    const missing = chromium === null ? whyNoElectron(root) : null
    testInfo.skip(missing !== null, missing ?? undefined)
    const folder = await mkdtemp(join(tmpdir(), 'tearsheet-e2e-'))
    const profile = join(folder, 'profile')
    await copyProfile(profileState, profile)
    const sightings: Sightings = { violations: [], foreign: [], uncaught: [], keys: [] }
    const secrets = [serviceKey]
    const focus = new FocusWatch()
    const open = async (): Promise<Application> => {
      const application = await (chromium
        ? openInBrowser(chromium, profile, watchPolicy)
        : openInElectron(profile, { locale, timezoneId, viewport }, watchPolicy))
      watchPage(application.page, sightings, secrets)
      if (isFocusWatched) {
        focus.add(application.page)
        // Windows that the program opens.
        application.page.context().on('page', (page) => focus.add(page))
      }
      return application
    }
    let application = await open()
    const opened = [application]
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
        opened.push(application)
        return application.page
      },
      kill: () => application.kill(),
      lookFor: (secret) => void secrets.push(secret),
      browser: chromium && {
        endProgram: async (how) => application.endProgram?.(how),
        openAnother: async () => {
          const other = await open()
          opened.push(other)
          others.push(other)
          return other.page
        },
      },
    })
    focus.end()
    const page = application.page.isClosed() ? '' : await application.page.content()
    const processes = await application.processes()
    for (const other of others) await other.close()
    await application.close()
    const printed = opened.map((each) => ['what the program printed', each.printed()] as const)
    sightings.keys.push(
      ...(await lookForKey(profile, secrets, [['the page', page], ['the process list', processes], ...printed])),
    )
    await rm(folder, { recursive: true, force: true })
    expect(sightings).toEqual({ violations: [], foreign: [], uncaught: [], keys: [] })
  },

  page: async ({ app }, use) => use(app.page),

  workspace: async ({ app }, use) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    // Home is in front at first; most of what is tested begins at the securities search.
    await workspace.press('/')
    await expect(workspace.activeTab).toHaveText('Search')
    await use(workspace)
  },

  service: async ({ app: _ }, use) => {
    const service = await startSampleService()
    await use(service)
    await service.stop()
  },

  store: async ({ app }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tearsheet-store-'))
    const store = await S3Store.listen(folder, Date.now)
    app.lookFor(credentials.AWS_SECRET_ACCESS_KEY)
    await use(store)
    store.close()
    await rm(folder, { recursive: true, force: true })
  },
})

/** A first start up to its end. Sixteen companies, three thousand names and some recordings take their time on a busy machine. */
async function loadSample(chromium: Browser | null, profile: string): Promise<void> {
  const application = await (chromium ? openInBrowser(chromium, profile, async () => {}) : openInElectron(profile))
  await expect(application.page.getByText('first start, loaded')).toBeVisible({ timeout: 90_000 })
  await application.close()
}
