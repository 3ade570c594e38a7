import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, Changes } from '../../../src/renderer/core-client/changes.ts'
import { RequestFailed } from '../../../src/renderer/core-client/request-failed.ts'
import { Reading } from '../../../src/renderer/core-client/reading.svelte.ts'
import { ManualTime } from '../manual-time.ts'

let time: ManualTime
let listeners: Set<(change: Change) => void>
let changes: Pick<Changes, 'listen'>

beforeEach(() => {
  time = new ManualTime()
  listeners = new Set()
  changes = {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
})

const announce = (change: Change) => listeners.forEach((listener) => listener(change))
const settle = () => new Promise((resolve) => setImmediate(resolve))

function readingOf(symbol = 'HLDN'): Reading<string> {
  return new Reading<string>(changes, {
    touchedBy: (change) => change.kind === 'fundamentals' && change.symbol === symbol,
    after: time.after,
  })
}

/** Questions that the test answers by hand, in the order they were asked. */
function questions() {
  const open: { answer: (text: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const ask = (signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    open.push({ answer: resolve, fail: reject, signal })
    return promise
  }
  const at = (index: number) => {
    const question = open[index]
    if (!question) throw new Error(`question ${index} was not asked`)
    return question
  }
  return { ask, at, count: () => open.length }
}

const shown = (reading: Reading<string>) => ({
  answer: reading.answer,
  failure: reading.failure?.kind ?? null,
  asking: reading.asking,
})

describe('what was read', () => {
  test('stays on screen while it is read again, and when that fails', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    asked.at(0).answer('old')
    await settle()
    void reading.again()
    const during = shown(reading)
    asked.at(1).fail(new RequestFailed({ kind: 'core-gone' }))
    await settle()
    expect({ during, after: shown(reading) }).toEqual({
      during: { answer: 'old', failure: null, asking: true },
      after: { answer: 'old', failure: 'core-gone', asking: false },
    })
  })

  test('of another company is not kept: its figures would be read as this one’s', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    asked.at(0).answer('HLDN')
    await settle()
    void reading.ask(asked.ask, { fresh: true })
    expect(shown(reading)).toEqual({ answer: null, failure: null, asking: true })
  })

  test('is always the newest question’s answer, in whatever order they come', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    void reading.ask(asked.ask)
    asked.at(1).answer('second')
    await settle()
    asked.at(0).answer('first')
    await settle()
    expect([asked.at(0).signal.aborted, shown(reading)]).toEqual([
      true,
      { answer: 'second', failure: null, asking: false },
    ])
  })

  test('clears the failure before it', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    asked.at(0).fail(new RequestFailed({ kind: 'offline' }))
    await settle()
    const failed = shown(reading)
    void reading.again()
    asked.at(1).answer('new')
    await settle()
    expect([failed.failure, shown(reading)]).toEqual(['offline', { answer: 'new', failure: null, asking: false }])
  })
})

describe('an announcement', () => {
  test('that touches it has it read again, one that does not leaves it alone', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    asked.at(0).answer('old')
    await settle()
    announce({ kind: 'fundamentals', symbol: 'VSPO' })
    announce({ kind: 'calls' })
    const untouched = asked.count()
    announce({ kind: 'fundamentals', symbol: 'HLDN' })
    expect([untouched, asked.count()]).toEqual([1, 2])
  })

  test('and many at once cost one reading more, after the one under way', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    for (let count = 0; count < 50; count += 1) announce({ kind: 'fundamentals', symbol: 'HLDN' })
    asked.at(0).answer('old')
    await settle()
    asked.at(1).answer('new')
    await settle()
    expect([asked.count(), asked.at(0).signal.aborted, reading.answer]).toEqual([2, false, 'new'])
  })

  test('that the line is back has it read again, whatever it shows', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    asked.at(0).fail(new RequestFailed({ kind: 'core-gone' }))
    await settle()
    announce({ kind: 'reconnected' })
    asked.at(1).answer('back')
    await settle()
    expect(shown(reading)).toEqual({ answer: 'back', failure: null, asking: false })
  })

  test('before the first question asks nothing', () => {
    const reading = readingOf()
    announce({ kind: 'reconnected' })
    expect(reading.asking).toBe(false)
  })
})

describe('waiting', () => {
  test('shows a skeleton only when it takes its time and there is nothing else to show', async () => {
    const reading = readingOf()
    const asked = questions()
    void reading.ask(asked.ask)
    time.pass(149)
    const quick = reading.slow
    time.pass(1)
    const slow = reading.slow
    asked.at(0).answer('here')
    await settle()
    const answered = reading.slow
    void reading.again()
    time.pass(1000)
    expect({ quick, slow, answered, again: reading.slow }).toEqual({
      quick: false,
      slow: true,
      answered: false,
      again: false,
    })
  })
})

test('a screen that is closed calls its question off and listens no more', async () => {
  const reading = readingOf()
  const asked = questions()
  void reading.ask(asked.ask)
  reading.close()
  announce({ kind: 'reconnected' })
  asked.at(0).answer('late')
  await settle()
  expect([asked.at(0).signal.aborted, asked.count(), listeners.size, reading.answer]).toEqual([true, 1, 0, null])
})
