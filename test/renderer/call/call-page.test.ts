import { expect, test } from 'vitest'
import type { CallReading } from '#contract/api/calls.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import { takeTurnChunk } from '#contract/api/turns.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { CallPage } from '../../../src/renderer/call/call-page.svelte.ts'
import { ManualTime } from '../manual-time.ts'
import { madeCall, said } from './made-call.ts'

const setting = { width: 620, fontSize: 17, lineHeight: 28 }

/** A call of so many turns that begin so many seconds apart; null: without times and ids. */
function callOf(
  hash: string,
  turns: number,
  seconds: number | null,
  form = { format: 'json', clean: false },
): CallReading {
  const call = madeCall(Array.from({ length: turns }, (_, at) => ({ ...said(1), start: seconds && at * seconds })))
  const segmentId = seconds === null ? call.turns.segmentId.map(() => null) : call.turns.segmentId
  return { ...call, hash, form: form as CallReading['form'], turns: { ...call.turns, segmentId } }
}

const verbatim = callOf('aa', 400, 8)
/** Numbers its own turns. */
const cleaned = callOf('bb', 60, 53, { format: 'json', clean: true })

/** The page of a call, opened at a turn of its verbatim transcript. */
async function opened(turn: number, others: readonly CallReading[]) {
  const saved: { readonly turn?: number | undefined; readonly turnsRead?: number | undefined }[] = []
  const time = new ManualTime()
  const freshness: string[] = []
  const listeners = new Set<(change: Change) => void>()
  const core = {
    calls: {
      open: async (request: { form: CallReading['form']; hash?: string; freshness: string }) => {
        const { form, hash } = request
        freshness.push(request.freshness)
        const found = [verbatim, ...others].find((each) =>
          hash === undefined ? JSON.stringify(each.form) === JSON.stringify(form) : each.hash === hash,
        )
        if (!found) throw new Error('no such transcript')
        const { turns, ...call } = found
        const outline = toJsonText({ speaker: turns.speaker, letters: turns.text.map(({ length }) => length) })
        return (async function* () {
          yield { call: { ...call, outline }, chunks: [takeTurnChunk(turns, 0, turns.text.length)] }
        })()
      },
    },
    notes: {
      savePosition: async (position: (typeof saved)[number]) => {
        saved.push(position)
        return {}
      },
    },
  }
  const page = new CallPage('c1', turn, {
    core: core as never,
    changes: {
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    after: time.after,
  })
  const view = { clientHeight: 600, scrollTop: 0, addEventListener: () => {}, removeEventListener: () => {} }
  page.viewport.attach(view)
  await page.open()
  page.lay(setting)
  const announce = (change: Change) => listeners.forEach((listener) => listener(change))
  return { page, saved, time, freshness, announce }
}

test('another form opens at the same words, where keys and commands act, and reading resumes there', async () => {
  const { page, saved, time } = await opened(300, [cleaned])
  await page.useForm(cleaned.form)
  page.lay(setting)
  // 2,400 seconds into the call.
  expect([page.turn, page.chosenTurn, page.viewport.topTurn]).toEqual([45, 45, 45])
  expect(page.passage).toMatchObject({ firstTurn: 45, lastTurn: 45 })
  page.goTo(35, 'top')
  time.pass(2000)
  // 1,855 seconds into the call.
  expect(saved.at(-1)).toMatchObject({ turn: 231 })
  await page.useForm(verbatim.form)
  page.lay(setting)
  expect([page.turn, page.viewport.topTurn]).toEqual([231, 231])
})

test('an earlier version opens at the same segment', async () => {
  const earlier = callOf('cc', 390, 8)
  const shifted = {
    ...earlier,
    turns: { ...earlier.turns, segmentId: earlier.turns.segmentId.map((id) => (id ?? 0) + 2) },
  }
  const { page } = await opened(300, [shifted])
  await page.useForm(verbatim.form)
  await page.useVersion('cc')
  page.lay(setting)
  expect(page.turn).toBe(298)
})

test('a form without times opens as far into the text, and saves no position', async () => {
  const html = callOf('dd', 40, null, { format: 'html', clean: false })
  const { page, saved, time } = await opened(300, [html])
  time.pass(2000)
  const before = saved.length
  await page.useForm(html.form)
  page.lay(setting)
  expect(page.turn).toBe(30)
  page.step(1)
  time.pass(2000)
  page.close()
  expect(saved).toHaveLength(before)
})

test('a link to a turn of the call leads to the same words in the form that is shown', async () => {
  const { page } = await opened(0, [cleaned])
  await page.useForm(cleaned.form)
  page.lay(setting)
  page.arrive(300)
  expect(page.turn).toBe(45)
})

test('after a refresh, saved times are read from the library: they show without a connection', async () => {
  const { page, freshness, announce } = await opened(0, [])
  await page.refresh()
  announce({ kind: 'call', id: 'c1' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(freshness).toEqual(['library-first', 'service', 'library-first'])
})

test('a call can be refreshed while it is read again from the library, as after a correction, and once at a time', async () => {
  const { page, freshness, announce } = await opened(0, [])
  announce({ kind: 'call', id: 'c1' })
  expect([page.call.loading, page.refreshing]).toEqual([true, false])
  const refreshed = page.refresh()
  expect(page.refreshing).toBe(true)
  await refreshed
  expect(page.refreshing).toBe(false)
  expect(freshness).toEqual(['library-first', 'library-first', 'service'])
})
