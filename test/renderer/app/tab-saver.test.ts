import { describe, expect, test } from 'vitest'
import type { TabSet } from '#contract/api/tabs.ts'
import { TabSaver } from '../../../src/renderer/app/tab-saver.ts'
import { ManualTime } from '../manual-time.ts'
import { openTestCore } from '../open-test-core.ts'

function setOf(...screens: readonly string[]): TabSet {
  return { locations: screens.map((screen) => ({ screen })), active: screens.length - 1, otherPane: -1, playing: null }
}

/** A saver whose saves end when the test says so, in the order in which they began. */
function saving() {
  const begun: string[][] = []
  const ends: PromiseWithResolvers<undefined>[] = []
  const saver = new TabSaver((set) => {
    begun.push(set.locations.map(({ screen }) => String(screen)))
    const end = Promise.withResolvers<undefined>()
    ends.push(end)
    return end.promise
  })
  return { saver, begun, ends }
}

const turn = () => new Promise(setImmediate)

describe('the open tabs are saved', () => {
  test('at once, as the command left them that changed them', async () => {
    const { saver, begun } = saving()
    saver.save(setOf('search'))
    saver.save(setOf('search', 'company'))
    await turn()
    expect(begun).toEqual([['search', 'company']])
  })

  test('one set at a time while they go on changing, the last change included', async () => {
    const { saver, begun, ends } = saving()
    saver.save(setOf('search'))
    await turn()
    saver.save(setOf('calls'))
    saver.save(setOf('news'))
    await turn()
    expect(begun).toEqual([['search']])
    ends[0]?.resolve(undefined)
    await turn()
    expect(begun).toEqual([['search'], ['news']])
    ends[1]?.resolve(undefined)
    await turn()
    saver.save(setOf('ratings'))
    await turn()
    expect(begun).toEqual([['search'], ['news'], ['ratings']])
  })

  test('at once when the window is left, and not a second time', async () => {
    const { saver, begun, ends } = saving()
    saver.save(setOf('search'))
    void saver.flush()
    expect(begun).toEqual([['search']])
    ends[0]?.resolve(undefined)
    await turn()
    void saver.flush()
    expect(begun).toHaveLength(1)
  })

  test('before the window goes on: leaving waits for the save that began earlier too', async () => {
    const { saver, ends } = saving()
    saver.save(setOf('search'))
    await turn()
    saver.save(setOf('company'))
    let isLeft = false
    const left = saver.flush().then(() => {
      isLeft = true
    })
    ends[1]?.resolve(undefined)
    await turn()
    expect(isLeft).toBe(false)
    ends[0]?.resolve(undefined)
    await left
    expect(isLeft).toBe(true)
  })

  test('by the next change, when they could not be saved: leaving does not fail for it', async () => {
    const { saver, begun, ends } = saving()
    saver.save(setOf('search'))
    const left = saver.flush()
    ends[0]?.reject(new Error('the line is down'))
    await expect(left).resolves.toBeUndefined()
    saver.save(setOf('search', 'company'))
    await turn()
    expect(begun).toEqual([['search'], ['search', 'company']])
  })

  test('as the window left them, however quickly it was left after a change', async () => {
    const { core } = await openTestCore(new ManualTime())
    const saver = new TabSaver(async (set) => {
      await core.tabs.save({ window: 'window', set })
    })
    saver.save(setOf('search'))
    await turn()
    saver.save(setOf('search', 'company'))
    await saver.flush()
    expect((await core.tabs.open({ window: 'window' })).set).toEqual(setOf('search', 'company'))
  })
})
