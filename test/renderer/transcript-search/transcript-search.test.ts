import { beforeEach, expect, test } from 'vitest'
import type { ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { Hit, HitGroup, SearchScope } from '#contract/api/transcript-search.ts'
import type { Change } from '../../../src/renderer/core-client/changes.ts'
import { TranscriptSearch, typingPause } from '../../../src/renderer/transcript-search/transcript-search.svelte.ts'
import { callEntry } from '../calls/call-entry.ts'
import { ManualTime } from '../manual-time.ts'

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
let wholes: Hit[][]
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
      inCall: () => Promise.resolve({ hits: wholes.shift() ?? [], error: null }),
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

test('the other hits of a call that are shown are read again with the rest: their times may be set again', async () => {
  const hit = (start: number): Hit => ({
    kind: 'turn',
    turn: 1,
    recordId: null,
    segmentId: null,
    end: null,
    start,
    speaker: null,
    role: null,
    organization: null,
    side: 'unknown',
    section: 'whole',
    sectionInferred: false,
    sentiment: null,
    confidence: null,
    corrected: false,
    snippet: [],
    language: null,
  })
  const told = found('a')
  const [first] = told.understood ? told.result.groups : []
  if (!first) throw new Error('no group')
  first.call = callEntry('a')
  void search.seek('price')
  await asked[0]?.respond(told)
  wholes = [[hit(10)], [hit(600)]]
  await search.unfold(first)
  expect(search.hitsOf(first)).toEqual([hit(10)])
  for (const listener of listeners) listener({ kind: 'call', id: 'a' })
  await asked[1]?.respond(told)
  expect(search.hitsOf(first)).toEqual([hit(600)])
})
