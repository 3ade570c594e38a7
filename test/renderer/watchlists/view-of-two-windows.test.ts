import { flushSync } from 'svelte'
import { expect, onTestFinished, test } from 'vitest'
import { WatchlistPage } from '../../../src/renderer/watchlists/watchlist-page.svelte.ts'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import { inEffectRoot, InputState } from '../in-effect-root.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

/** One list, open in two windows of one program. */
async function twoWindows() {
  const { core, changes } = await openTestCore(new ManualTime())
  const { id: listId } = await core.watchlists.create({ name: 'Coverage' })
  const shown = new InputState(listId)
  const window = () => {
    const page = inEffectRoot(
      () =>
        new WatchlistPage({
          listId: () => shown.value,
          core,
          changes,
          preferences: { now: defaultPreferences },
          fail: (error) => {
            throw error
          },
          say: () => {},
        }),
    )
    onTestFinished(() => page.close())
    return page
  }
  const windows = [window(), window()] as const
  await expect.poll(() => windows.every(({ table }) => table !== null)).toBe(true)
  const show = async (name: string) => {
    const { id } = await core.watchlists.create({ name })
    shown.value = id
    flushSync()
    await expect.poll(() => windows.every(({ table }) => table?.list.id === id)).toBe(true)
  }
  return { windows, show, stored: async () => (await core.watchlists.table({ listId })).view }
}

test('two windows that change the widths of different columns of a list lose neither, nor what else is set', async () => {
  const { windows, stored } = await twoWindows()
  const [one, other] = windows
  // Each hands in the widths that it knows of, as a table does.
  one.size({ ...one.view.widths, name: 250 })
  other.size({ ...other.view.widths, note: 300 })
  one.set({ sort: { column: 'name', descending: false } })
  other.size({ ...other.view.widths, next: 90 })
  await expect.poll(stored).toMatchObject({
    widths: { name: 250, note: 300, next: 90 },
    sort: { column: 'name', descending: false },
  })
  expect(one.view.widths['name']).toBe(250)
})

test('a head has its whole name in its first line, and the measure alone below it', async () => {
  const { windows } = await twoWindows()
  const heads = windows[0].columns.map(({ title, note }) => [title, note])
  expect(heads).toContainEqual(['Op. margin', ''])
  expect(heads).toContainEqual(['Op. margin', 'y/y, bps'])
  expect(heads).toContainEqual(['FCF margin', ''])
  expect(heads).toContainEqual(['Sentiment', 'vs. previous'])
  expect(heads).toContainEqual(['Price target', ''])
  expect(heads).toContainEqual(['Stored', ''])
})

test('a column that has its own width again has it in the list too, and no other one', async () => {
  const { windows, stored } = await twoWindows()
  const [one, other] = windows
  one.size({ name: 250, note: 300 })
  await expect.poll(async () => (await stored()).widths).toEqual({ name: 250, note: 300 })
  other.size({ next: 90 })
  one.size({ note: 300 })
  await expect.poll(async () => (await stored()).widths).toEqual({ note: 300, next: 90 })
  expect(one.view.widths['name']).toBeUndefined()
})

test('another list begins without the filter, the order and the widths that were chosen on the previous list', async () => {
  const { windows, show } = await twoWindows()
  const [one] = windows
  one.words = 'hal'
  one.set({ sort: { column: 'name', descending: true }, widths: { name: 250 } })
  await show('Ideas')
  expect([one.words, one.view.sort, one.view.widths]).toEqual(['', null, {}])
})
