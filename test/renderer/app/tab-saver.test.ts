import { describe, expect, test } from 'vitest'
import type { TabSet } from '#contract/api/tabs.ts'
import { TabSaver } from '../../../src/renderer/app/tab-saver.ts'
import { ManualTime } from '../manual-time.ts'
import { openDesk } from '../open-desk.ts'

function setOf(...screens: readonly string[]): TabSet {
  return { places: screens.map((screen) => ({ screen })), active: screens.length - 1, beside: -1, playing: null }
}

/** A saver whose saves end when the test says so, in the order in which they began. */
function saving() {
  const time = new ManualTime()
  const begun: string[][] = []
  const ends: PromiseWithResolvers<undefined>[] = []
  const saver = new TabSaver((set) => {
    begun.push(set.places.map(({ screen }) => String(screen)))
    const end = Promise.withResolvers<undefined>()
    ends.push(end)
    return end.promise
  }, time.after)
  return { time, saver, begun, ends }
}

describe('the open tabs are saved', () => {
  test('at once, as the command left them that changed them', () => {
    const { time, saver, begun } = saving()
    saver.keep(setOf('search'))
    saver.keep(setOf('search', 'company'))
    time.pass(0)
    expect(begun).toEqual([['search', 'company']])
    time.pass(10_000)
    expect(begun).toHaveLength(1)
  })

  test('at most once in 400 ms while they go on changing, the last change included', () => {
    const { time, saver, begun } = saving()
    saver.keep(setOf('search'))
    time.pass(100)
    saver.keep(setOf('calls'))
    time.pass(100)
    saver.keep(setOf('news'))
    time.pass(199)
    expect(begun).toEqual([['search']])
    time.pass(1)
    expect(begun).toEqual([['search'], ['news']])
    time.pass(10_000)
    saver.keep(setOf('ratings'))
    time.pass(0)
    expect(begun).toEqual([['search'], ['news'], ['ratings']])
  })

  test('at once when the window is left, and not a second time', () => {
    const { time, saver, begun } = saving()
    saver.keep(setOf('search'))
    void saver.flush()
    expect(begun).toEqual([['search']])
    time.pass(10_000)
    void saver.flush()
    expect(begun).toHaveLength(1)
  })

  test('before the window goes on: leaving waits for the save that began earlier too', async () => {
    const { time, saver, ends } = saving()
    saver.keep(setOf('search'))
    time.pass(400)
    saver.keep(setOf('company'))
    let isLeft = false
    const left = saver.flush().then(() => {
      isLeft = true
    })
    ends[1]?.resolve(undefined)
    await new Promise(setImmediate)
    expect(isLeft).toBe(false)
    ends[0]?.resolve(undefined)
    await left
    expect(isLeft).toBe(true)
  })

  test('by the next change, when they could not be saved: leaving does not fail for it', async () => {
    const { time, saver, begun, ends } = saving()
    saver.keep(setOf('search'))
    const left = saver.flush()
    ends[0]?.reject(new Error('the line is down'))
    await expect(left).resolves.toBeUndefined()
    saver.keep(setOf('search', 'company'))
    time.pass(400)
    expect(begun).toEqual([['search'], ['search', 'company']])
  })

  test('as the window left them, however quickly it was left after a change', async () => {
    const time = new ManualTime()
    const { core } = await openDesk(time)
    const saver = new TabSaver(async (set) => {
      await core.tabs.save({ window: 'window', set })
    }, time.after)
    saver.keep(setOf('search'))
    time.pass(400)
    saver.keep(setOf('search', 'company'))
    await saver.flush()
    expect((await core.tabs.open({ window: 'window' })).set).toEqual(setOf('search', 'company'))
  })
})
