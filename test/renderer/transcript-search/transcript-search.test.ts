import { beforeEach, expect, test } from 'vitest'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Hit, HitGroup, SearchScope } from '#contract/api/transcript-search.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { TranscriptSearch, typingPause } from '../../../src/renderer/transcript-search/transcript-search.svelte.ts'
import { callEntry } from '../calls/call-entry.ts'
import { ManualTime } from '../manual-time.ts'
import { hitAt } from './hit-at.ts'

type Question = ApiInputs['search']['run']
type Response = ApiOutputs['search']['run']

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const searched: SearchScope = {
  calls: 3,
  companies: 2,
  turns: 9,
  others: 0,
  from: null,
  to: null,
  unread: 0,
  staysUnread: false,
}

function group(title: string): HitGroup {
  return { call: null, title, symbol: null, at: null, count: 1, hits: [] }
}
function found(...titles: string[]): Response {
  const groups = titles.map(group)
  const result = { hits: 9, calls: 0, companies: 0, groups, facets: [], widened: [], searched }
  return { understood: true, tokens: [], result }
}
const refused: Response = { understood: false, error: { from: 2, to: 5, message: 'No.' }, tokens: [], searched }

let time: ManualTime
let asked: { question: Question; respond: (response: Response) => Promise<void> }[]
let wholes: (Hit[] | Promise<Hit[]>)[]
let listeners: Set<(change: Change) => void>
let search: TranscriptSearch

beforeEach(() => {
  time = new ManualTime()
  asked = []
  wholes = []
  listeners = new Set()
  search = new TranscriptSearch({
    search: {
      run: (question: Question) => {
        const { promise, resolve } = Promise.withResolvers<Response>()
        asked.push({
          question,
          respond: (response) => {
            resolve(response)
            return settle()
          },
        })
        return promise
      },
      inCall: async () => ({ hits: (await wholes.shift()) ?? [], error: null }),
    },
    changes: {
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    after: time.after,
    paused: () => {},
  })
  return () => search.close()
})

const titles = () => search.found?.groups.map(({ title }) => title)

test('it runs when the typing stops, once', () => {
  search.typed('p')
  time.pass(typingPause - 1)
  search.typed('pr')
  time.pass(typingPause - 1)
  expect(asked).toEqual([])
  time.pass(1)
  expect(asked.map(({ question }) => question.query)).toEqual(['pr'])
})

test('what was found stays until the next is there, also while a query cannot be honored', async () => {
  void search.seek('price')
  await asked[0]?.respond(found('a'))
  search.typed('price AND')
  time.pass(typingPause)
  expect(titles()).toEqual(['a'])
  await asked[1]?.respond(refused)
  expect([titles(), search.read?.trouble?.message, search.found?.query]).toEqual([['a'], 'No.', 'price'])
  search.typed('price AND mix')
  time.pass(typingPause)
  await asked[2]?.respond(found('b'))
  expect([titles(), search.read?.trouble]).toEqual([['b'], null])
})

test('a late response to an earlier text takes the place of nothing', async () => {
  void search.seek('price')
  void search.seek('mix')
  await asked[1]?.respond(found('mix'))
  await asked[0]?.respond(found('price'))
  expect(titles()).toEqual(['mix'])
})

test('an emptied box shows no earlier results', async () => {
  void search.seek('price')
  await asked[0]?.respond(found('a'))
  search.typed('')
  expect(search.found).toBeNull()
})

test('a new call in the library is counted in without losing what was paged to', async () => {
  void search.seek('price')
  await asked[0]?.respond(found(...Array.from({ length: 12 }, (_, at) => `a${at}`)))
  void search.showMore()
  expect(asked[1]?.question).toMatchObject({ offset: 12, limit: 12 })
  await asked[1]?.respond(found(...Array.from({ length: 5 }, (_, at) => `b${at}`)))
  expect([titles()?.length, search.found?.more]).toEqual([17, false])
  for (const listener of listeners) listener({ kind: 'call', id: 'new' })
  expect(asked[2]?.question).toMatchObject({ query: 'price', offset: 0, limit: 24 })
})

/** A search with hits in one call, and how the response comes when something was downloaded. */
async function foundInCall() {
  const ofCall: HitGroup = { ...group('a'), call: callEntry('a') }
  const response: Response = {
    understood: true,
    tokens: [],
    result: { hits: 9, calls: 1, companies: 1, groups: [ofCall], facets: [], widened: [], searched },
  }
  void search.seek('price')
  await asked[0]?.respond(response)
  return {
    ofCall,
    announce: () => {
      for (const listener of listeners) listener({ kind: 'call', id: 'a' })
    },
    respond: () => asked.at(-1)?.respond(response),
  }
}

test('the other hits of a call that are shown are read again with the rest: their times may be set again', async () => {
  const { ofCall, announce, respond } = await foundInCall()
  wholes = [[hitAt(10)], [hitAt(600)]]
  await search.unfold(ofCall)
  expect(search.hitsOf(ofCall)).toEqual([hitAt(10)])
  announce()
  await respond()
  expect(search.hitsOf(ofCall)).toEqual([hitAt(600)])
})

test('a call that is folded while the results are read again stays folded', async () => {
  const { ofCall, announce, respond } = await foundInCall()
  const again = Promise.withResolvers<Hit[]>()
  wholes = [[hitAt(10)], again.promise]
  await search.unfold(ofCall)
  announce()
  await respond()
  search.fold(ofCall)
  again.resolve([hitAt(600)])
  await settle()
  expect([search.isUnfolded(ofCall), search.loading]).toEqual([false, false])
})

test('a call that is unfolded while the results are read again is unfolded', async () => {
  const { ofCall, announce, respond } = await foundInCall()
  const inCall = Promise.withResolvers<Hit[]>()
  wholes = [inCall.promise, inCall.promise]
  const unfolded = search.unfold(ofCall)
  announce()
  await respond()
  inCall.resolve([hitAt(10)])
  await unfolded
  expect([search.hitsOf(ofCall), search.isUnfolded(ofCall)]).toEqual([[hitAt(10)], true])
})

test('a call that is folded before its hits are there stays folded', async () => {
  const { ofCall } = await foundInCall()
  const inCall = Promise.withResolvers<Hit[]>()
  wholes = [inCall.promise]
  const unfolded = search.unfold(ofCall)
  search.fold(ofCall)
  inCall.resolve([hitAt(10)])
  await unfolded
  expect(search.isUnfolded(ofCall)).toBe(false)
})

test('the hits of a call for an earlier query are not shown for the next one', async () => {
  const { ofCall, respond } = await foundInCall()
  const inCall = Promise.withResolvers<Hit[]>()
  wholes = [inCall.promise]
  const unfolded = search.unfold(ofCall)
  void search.seek('mix')
  await respond()
  inCall.resolve([hitAt(10)])
  await unfolded
  expect([search.hitsOf(ofCall), search.isUnfolded(ofCall)]).toEqual([[], false])
})

test('hits of a call that could not be read are requested again', async () => {
  const { ofCall } = await foundInCall()
  wholes = [Promise.reject(new Error('no line to the core')), [hitAt(10)]]
  await expect(search.unfold(ofCall)).rejects.toThrow('no line')
  await search.unfold(ofCall)
  expect(search.hitsOf(ofCall)).toEqual([hitAt(10)])
})
