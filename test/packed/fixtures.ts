import { test as base, expect, type BrowserContext } from '@playwright/test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeEmptySample } from '../empty-sample.ts'
import { WorkspacePage } from '../e2e/pages/workspace-page.ts'
import { credentials, S3Store } from '../core/publish/s3-store.ts'
import { serviceKey, startSampleService, type SampleService } from '../e2e/sample-service.ts'
import { watchPage, watchPolicy, type Sightings } from '../e2e/watch.ts'
import { PackedProgram } from './packed-program.ts'

export { expect }

interface WorkerFixtures {
  /** A profile whose sample is empty, to be copied. */
  readonly emptyProfile: string
}

interface Fixtures {
  /** Gone with the test. */
  readonly folder: string
  readonly profile: string
  /** Where what is saved goes. */
  readonly saves: string
  /** A browser profile that the program's windows are in. */
  readonly windows: BrowserContext
  /** Starts the program on the profile; what is still running when the test ends is ended then. */
  readonly start: (args?: readonly string[], environment?: Readonly<Record<string, string>>) => PackedProgram
  readonly program: PackedProgram
  readonly workspace: WorkspacePage
  readonly service: SampleService
  readonly store: S3Store
}

/** The packed program on a profile of the test's own. When it ends, nothing may have broken the policy, left the machine, or been caught by nobody. */
export const test = base.extend<Fixtures, WorkerFixtures>({
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

  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tearsheet-packed-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  profile: async ({ folder, emptyProfile }, use) => {
    const profile = join(folder, 'tearsheet')
    await cp(emptyProfile, profile, { recursive: true })
    await use(profile)
  },

  saves: async ({ folder }, use) => {
    const saves = join(folder, 'saves')
    await mkdir(saves)
    await use(saves)
  },

  windows: async ({ browser }, use) => {
    const context = await browser.newContext()
    await watchPolicy(context)
    const sightings: Sightings = { violations: [], foreign: [], uncaught: [], keys: [] }
    context.on('page', (page) => watchPage(page, sightings, [serviceKey, credentials.AWS_SECRET_ACCESS_KEY]))
    await use(context)
    await context.close()
    expect(sightings).toEqual({ violations: [], foreign: [], uncaught: [], keys: [] })
  },

  start: async ({ folder, profile, saves, windows }, use, testInfo) => {
    const started: PackedProgram[] = []
    await use((args = [], environment = {}) => {
      const program = new PackedProgram({
        folder,
        saves,
        context: windows,
        args: args.some((each) => /^(tearsheet:|--profile=)/.test(each)) ? args : [`--profile=${profile}`, ...args],
        // A start by a link has the usual profile, which is this one.
        environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), ...environment },
      })
      started.push(program)
      return program
    })
    for (const program of started) await program.end()
    for (const [index, { happened, printed }] of started.entries()) {
      await testInfo.attach(`program ${index + 1}`, { body: `${happened.join('\n')}\n\n${printed}` })
    }
  },

  program: async ({ start }, use) => use(start()),

  workspace: async ({ program }, use) => {
    const workspace = new WorkspacePage(await program.page())
    await workspace.isOpen()
    await use(workspace)
  },

  store: async ({ folder }, use) => {
    const objects = join(folder, 'store')
    await mkdir(objects)
    const store = await S3Store.listen(objects, Date.now)
    await use(store)
    store.close()
  },

  service: async ({}, use) => {
    const service = await startSampleService()
    await use(service)
    await service.stop()
  },
})
