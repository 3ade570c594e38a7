import { expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { HomePage } from '../../../src/renderer/home/home-page.svelte.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

/** The page over a real core, and how often it has read Home. */
async function openPage(shown: () => boolean) {
  const { core, changes } = await openTestCore(new ManualTime())
  const reads: unknown[] = []
  const home = new Proxy(core.home, {
    get(target, name) {
      if (name === 'read') reads.push(name)
      return Reflect.get(target, name) as unknown
    },
  })
  const page = inEffectRoot(
    () =>
      new HomePage({
        core: { home },
        changes,
        fail: (error) => expect.unreachable(String(error)),
        say: () => undefined,
        shown,
      }),
  )
  onTestFinished(() => page.close())
  const announced = (kind: Change['kind']) =>
    new Promise<void>((resolve) => {
      const stop = changes.listen((change) => {
        if (change.kind !== kind) return
        stop()
        resolve()
      })
    })
  return { core, page, reads, announced }
}

test.for([
  { where: 'on screen is read again', shown: true, reads: 2 },
  { where: 'behind another page costs that page nothing', shown: false, reads: 1 },
])('when something changes, a Home $where', async ({ shown, reads: expected }) => {
  const { core, page, reads, announced } = await openPage(() => shown)
  await page.read()
  const changed = announced('watchlists')
  await core.watchlists.create({ name: 'Coverage' })
  await changed
  expect(reads).toHaveLength(expected)
})
