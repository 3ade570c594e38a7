import { expect, onTestFinished, test } from 'vitest'
import type { Home } from '#contract/api/home.ts'
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

/** Home with a news item of each company. */
function homeOf(...symbols: string[]): Home {
  const companies = symbols.map((symbol) => ({
    symbol,
    name: null,
    items: [
      {
        kind: 'news' as const,
        symbol,
        at: 1,
        receivedAt: 1,
        hits: [],
        recordId: 1,
        newsKind: 'unknown' as const,
        headline: '',
      },
    ],
  }))
  return { lists: 1, watched: symbols.length, since: 0, companies, unchanged: [], calls: [], attention: [] }
}

/** The page over what a test lets it read, and how a refresh ends. */
function pageOf(first: Home) {
  let home = first
  const listeners = new Set<(change: Change) => void>()
  const page = inEffectRoot(
    () =>
      new HomePage({
        core: {
          home: {
            read: () => Promise.resolve(home),
            markSeen: () => Promise.resolve({ previous: [] }),
            restoreSeen: () => Promise.resolve({}),
          },
        },
        changes: {
          listen: (listener) => {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        fail: (error) => expect.unreachable(String(error)),
        say: () => undefined,
        shown: () => true,
      }),
  )
  onTestFinished(() => page.close())
  return {
    page,
    becomes: (next: Home) => {
      home = next
    },
    refreshed: async (next: Home) => {
      home = next
      for (const listener of listeners) listener({ kind: 'synced', jobId: 1 })
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const chosen = ({ chosenItem }: HomePage) => chosenItem?.company.symbol

test('a company that a refresh puts on top is neither opened nor marked as seen in the place of the chosen one', async () => {
  const { page, refreshed } = pageOf(homeOf('HLDN', 'VSPO', 'KSTM'))
  await page.read()
  expect(chosen(page)).toBe('HLDN')
  await refreshed(homeOf('ARDN', 'HLDN', 'VSPO', 'KSTM'))
  expect(chosen(page)).toBe('HLDN')
  page.choose(2)
  await refreshed(homeOf('KSTM', 'BRML', 'ARDN', 'HLDN', 'VSPO'))
  expect([chosen(page), page.chosen]).toEqual(['VSPO', 4])
})

test('Home begins at its top when it is shown again, unless a row was chosen', async () => {
  const { page, becomes } = pageOf(homeOf('HLDN', 'VSPO'))
  await page.read()
  becomes(homeOf('ARDN', 'HLDN', 'VSPO'))
  await page.read()
  expect(chosen(page)).toBe('ARDN')
  page.chooseCompany('VSPO')
  becomes(homeOf('VSPO', 'ARDN', 'HLDN'))
  await page.read()
  expect(chosen(page)).toBe('VSPO')
})

test('a company that was marked as seen gives way to the next one, and is chosen again after Undo', async () => {
  const { page, becomes } = pageOf(homeOf('HLDN', 'VSPO', 'KSTM'))
  await page.read()
  page.choose(1)
  becomes(homeOf('HLDN', 'KSTM'))
  await page.see(['VSPO'])
  expect(chosen(page)).toBe('KSTM')
  becomes(homeOf('HLDN', 'VSPO', 'KSTM'))
  await page.undo()
  expect(chosen(page)).toBe('VSPO')
})
