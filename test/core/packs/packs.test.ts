import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readTable } from '#contract/api/packed-figures.ts'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import { projectDue } from '#core/ledger/due-projections.ts'
import { countUnprojected } from '#core/ledger/rebuild-projections.ts'
import { failureOf } from '#core/failure-error.ts'
import { unopened } from '#core/packs/pack-encryption.ts'
import { packedProjectors } from '#core/packs/packed-kinds.ts'
import { readPack } from '#core/packs/read-pack.ts'
import { recordingBytes, storeRecords, storeContents } from '#core/packs/store-pack.ts'
import { sampleKey } from '#sample/options.ts'
import { startSampleService } from '#sample/server.ts'
import { announcements } from '../announcements.ts'
import { readable } from '../calls/calls-service.ts'
import { ManualClock } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { failureOfQuestion, liveWorkspace, openedCore, type OpenedCore } from '../opened-core.ts'
import { filledLibrary } from '../publish/filled-library.ts'
import { lastStep } from '../storage/steps.ts'
import { altered, inEntries, sha256 } from './altered-pack.ts'
import { everything, opened, packOf, passage, watchlistOf } from './made-pack.ts'

/** Without the numbers that a library gives its records. */
function withoutNumbers(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (/^(recordIds?|detailRecordId|id)$/.test(key) ? undefined : each)),
  )
}

/** What a window shows of two companies. */
async function shownIn({ api }: OpenedCore) {
  const open = { basis: 'annual', comparison: 'none', freshness: 'library' } as const
  const parameters = { symbol: 'HLDN', status: 'COMPLETED', page_size: 20 } as const
  const { records } = await api.fetch.calls({ parameters, freshness: 'library' })
  const callIds = records.slice(0, 6).map(({ call_id: id }) => String(id))
  return withoutNumbers({
    annual: await api.financials.open({ ...open, symbol: 'HLDN' }),
    quarterly: await api.financials.open({ ...open, symbol: 'VSPO', basis: 'quarterly' }),
    restated: await api.comparisons.restatements({ symbols: null, since: null, offset: 0, limit: 200 }),
    records,
    calls: await Promise.all(
      callIds.map((call_id) => api.fetch.call({ parameters: { call_id }, freshness: 'library' })),
    ),
    previews: await Promise.all(callIds.map((callId) => api.calls.preview({ callId }))),
    ratings: await api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'library' }),
    news: await api.fetch.news({ parameters: { symbol: 'HLDN' }, freshness: 'library' }),
    found: await Promise.all(callIds.map((callId) => api.search.inCall({ callId, query: '"margin"', chosen: {} }))),
    securities: await api.securities.find({ query: 'HLDN', type: 'symbol', limit: 5, freshness: 'library' }),
  })
}

const callId = '0b7f6a51-1c2d-4e3f-8a9b-0c1d2e3f4a5b'
/** Every row of the ledger and of the user's own data, as files have them. */
function rowsOf({ profile }: OpenedCore): unknown {
  return ['library.db', 'desk.db'].map((name) => {
    const database = new Database(join(profile, 'workspaces', 'sample', name), { readonly: true })
    const tables = [
      ...['ledger_response', 'ledger_record', 'ledger_content', 'ledger_revision', 'ledger_acceptance', 'pack'],
      ...['highlight', 'saved_search', 'saved_comparison', 'watchlist', 'watched'],
      ...['own_metric', 'turn_check', 'call_time'],
    ]
    const rows = tables.map((table) => {
      const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
      return isThere ? database.prepare(`SELECT * FROM ${table}`).all() : []
    })
    database.close()
    return rows
  })
}

function countIn({ profile }: OpenedCore, from: string): number {
  const database = new Database(join(profile, 'workspaces', 'sample', 'library.db'), { readonly: true })
  const rows = database.prepare<[], number>(`SELECT count(*) ${from}`).pluck().get() ?? 0
  database.close()
  return rows
}

function receivedIn(core: OpenedCore) {
  return {
    packs: countIn(core, 'FROM pack'),
    requests: countIn(core, 'FROM ledger_response'),
    records: countIn(core, 'FROM ledger_record'),
    transcripts: countIn(core, "FROM ledger_record WHERE kind = 'calls.one'"),
  }
}

function recordingIn({ profile }: OpenedCore, callId: string): string {
  return join(profile, 'workspaces', 'sample', 'recordings', `${callId}.mp3`)
}

/** A service with figures that it restated, or before it did. */
async function sampleThat(restated: 'always' | 'never') {
  const service = await startSampleService({ restated })
  onTestFinished(() => service.close())
  return { baseUrl: service.baseUrl, key: sampleKey }
}

/** As a program leaves a library that ends between the two: what is searched says that it is not all of it. */
async function storeUnindexed({ profile }: OpenedCore, path: string, now: number): Promise<void> {
  const staging = join(ownFolder(), 'staging')
  const read = await readPack({ job: 'read', path, passphrase: null, staging, now }, () => undefined)
  if (read.kind === 'locked') throw new Error('the pack is encrypted')
  const library = openDatabase(join(profile, 'workspaces', 'sample', 'library.db'), libraryDatabase)
  const { reader, writer } = library
  if (!writer) throw new Error('the library cannot be written')
  const contents = await storeContents(writer, read.head, staging, new AbortController().signal, () => undefined)
  writer.transaction(() => storeRecords(writer, read.head, contents, now))
  expect(countUnprojected(reader, ['calls.one'])).toBe(6)
  library.close()
}

async function notesOf({ api }: OpenedCore, callId: string) {
  const { highlights } = await api.notes.ofCall({ callId, hash: 'a' })
  return highlights.map(({ highlight }) => highlight)
}

/** The names of a saved comparison's lines, and their figures. */
async function figuresOf({ api }: OpenedCore): Promise<unknown> {
  const { comparisons } = await api.comparisons.saved()
  const spec = comparisons.find(({ name }) => name === 'Margins')?.spec
  if (!spec) throw new Error('the comparison is missing')
  const { lines } = await readTable(await api.comparisons.table({ ...spec, firstLines: [] }))
  return withoutNumbers(lines.map(({ label, values }) => ({ label, values })))
}

async function readingIn({ api }: OpenedCore, callId: string) {
  const form = { format: 'json', clean: false } as const
  return readable(await api.calls.open({ callId, form, freshness: 'library' }))
}

const firstHits = { chosen: {}, order: 'best', offset: 0, limit: 1 } as const
const day = 86_400_000
const statements = { symbol: 'HLDN', basis: 'quarterly', comparison: 'none' } as const

describe('a pack', () => {
  test('reads in a new profile without key and network as in the one where it was made', async () => {
    const first = await filledLibrary()
    await first.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    const path = await packOf(first)
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    await opened(second, path)
    expect(await shownIn(second)).toEqual(await shownIn(first))
    const before = rowsOf(second)
    const again = await opened(second, path)
    expect(again).toMatchObject({ changed: 0, older: 0, conflicts: [], added: { periods: 0, calls: 0, news: 0 } })
    expect(rowsOf(second)).toEqual(before)
    expect(await opened(first, path)).toMatchObject({ changed: 0, added: { periods: 0, calls: 0, ratings: 0 } })
  })

  test('whose program ends when it is stored and not indexed yet is read as whole after the next start (K3)', async () => {
    const first = await filledLibrary()
    await first.api.fetch.ratings({ parameters: { symbol: 'HLDN' }, freshness: 'service' })
    const path = await packOf(first)
    const clock = new ManualClock(first.clock.now())
    const ended = openedCore({ clock })
    await ended.close()
    await storeUnindexed(ended, path, clock.now())

    const later = openedCore({ profile: ended.profile, clock })
    const { heard, until } = await announcements(later.api)
    while (!heard.some(({ kind }) => kind === 'securities')) await until(heard.length + 1)
    expect(await shownIn(later)).toEqual(await shownIn(first))
    const complete = await later.api.search.run({ ...firstHits, query: 'margin' })
    expect(complete).toMatchObject({ result: { searched: { unread: 0 } } })
  })

  test('lets you read a call and keep a note while it is opened, and then shows all of it at once', async () => {
    const first = await filledLibrary()
    const path = await packOf(first)
    const second = openedCore({ sample: await sampleThat('never'), clock: new ManualClock(first.clock.now()) })
    const { api } = second
    const parameters = { symbol: 'VSPO', status: 'COMPLETED', page_size: 20 } as const
    const { records } = await api.fetch.calls({ parameters, freshness: 'service' })
    const own = { call_id: String(records[0]?.call_id) }
    await api.fetch.call({ parameters: own, freshness: 'service' })
    const before = receivedIn(second)

    const events: string[] = []
    let isOpening = true
    const working = (async () => {
      while (isOpening) {
        await setImmediate()
        const { record } = await api.fetch.call({ parameters: own, freshness: 'library' })
        events.push(record.call_id === own.call_id ? 'read' : 'another call')
        await api.notes.add({ callId: own.call_id, passage, color: 'red', note: 'mine' })
        events.push('noted')
      }
    })()
    try {
      for await (const step of await api.packs.open({ path, passphrase: null })) {
        if (step.kind === 'failed') throw new Error(JSON.stringify(step))
        if (step.kind === 'progress' && step.message === 'Storing' && step.done > 0) {
          events.push(step.done < step.total ? 'part' : 'last part')
          expect(receivedIn(second)).toEqual(before)
        }
        if (step.kind === 'progress' && step.message === 'Indexing' && !events.includes('shown')) events.push('shown')
      }
    } finally {
      isOpening = false
      await working
    }
    const whileStored = events.slice(events.indexOf('part'), events.indexOf('last part') + 1)
    expect(whileStored.filter((event) => event === 'part').length).toBeGreaterThan(1)
    expect(whileStored.join()).toMatch(/^part,.*\bread,.*\bnoted,.*\bpart\b/)
    expect(events.indexOf('shown')).toBeGreaterThan(events.indexOf('last part'))
    expect(receivedIn(second)).toMatchObject({ packs: 1, transcripts: before.transcripts + 6 })
  })

  test('that is canceled while it is stored leaves the library as it was (K3)', async () => {
    const first = await filledLibrary()
    const path = await packOf(first)
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    const before = rowsOf(second)
    const cancel = new AbortController()
    const steps = await second.api.packs.open({ path, passphrase: null }, { signal: cancel.signal })
    let stored = 0
    for await (const step of steps) {
      if (step.kind !== 'progress' || step.message !== 'Storing' || step.done === 0) continue
      stored = countIn(second, 'FROM content_ahead')
      cancel.abort()
    }
    expect(stored).toBeGreaterThan(0)
    expect(rowsOf(second)).toEqual(before)
    expect(await opened(second, path)).toMatchObject({ conflicts: [], added: { transcripts: 6 } })
    const unused = 'FROM ledger_content WHERE id NOT IN (SELECT content_id FROM ledger_revision)'
    expect([countIn(second, unused), countIn(second, 'FROM content_ahead')]).toEqual([0, 0])
  })

  test('is indexed once when two of the program index it at the same time', async () => {
    const first = await filledLibrary()
    const path = await packOf(first)
    const profile = ownFolder()
    const now = first.clock.now()
    const ended = openedCore({ profile, clock: new ManualClock(now) })
    await ended.close()
    await storeUnindexed(ended, path, now)
    const library = openDatabase(join(profile, 'workspaces', 'sample', 'library.db'), libraryDatabase)
    const { reader, writer } = library
    if (!writer) throw new Error('the library cannot be written')
    const index = async () => {
      let indexed = 0
      await projectDue(writer, packedProjectors, new AbortController().signal, (records) => (indexed += records.length))
      return indexed
    }
    const [one, other] = await Promise.all([index(), index()])
    expect([one + other, countUnprojected(reader, ['calls.one'])]).toEqual([125, 0])
    library.close()
  })

  test('never lets an older version replace what is shown, and adds it to the history (K2)', async () => {
    const hers = new ManualClock()
    const first = openedCore({ sample: await sampleThat('never'), clock: hers })
    const original = await first.api.financials.open({ ...statements, freshness: 'service' })
    const older = await packOf(first, { companies: ['HLDN'] })
    // Five days later the service sends restated figures to a colleague.
    const clock = new ManualClock()
    clock.advance(5 * day)
    const second = openedCore({ sample: await sampleThat('always'), clock })
    const restated = await second.api.financials.open({ ...statements, freshness: 'service' })
    expect(restated.values).not.toEqual(original.values)
    const newer = await packOf(second, { companies: ['HLDN'] })

    const result = await opened(second, older)
    expect(result.older).toBeGreaterThan(0)
    expect(result).toMatchObject({ changed: result.older, added: { periods: 0 } })
    const shown = await second.api.financials.open({ ...statements, freshness: 'library' })
    expect([shown.values, shown.fetchedAt]).toEqual([restated.values, restated.fetchedAt])
    const then = { ...statements, freshness: 'library', asOf: clock.now() - day } as const
    expect((await second.api.financials.open(then)).values).toEqual(original.values)

    hers.advance(5 * day)
    expect(await opened(first, newer)).toMatchObject({ changed: result.changed, older: 0 })
    const renewed = await first.api.financials.open({ ...statements, freshness: 'library' })
    expect([renewed.values, renewed.fetchedAt]).toEqual([restated.values, restated.fetchedAt])
    const recordId = renewed.periods[0]?.recordIds[0] ?? 0
    const source = await first.api.source.figure({ recordId, field: 'Revenue' })
    expect(source.pack).toMatchObject({ author: 'Ada', workspace: 'Sample', host: 'sample' })
  })

  test('brings recordings byte by byte, and notes by their author next to your own (K2)', async () => {
    const filled = await filledLibrary()
    const { records } = await filled.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const callId = String(records[0]?.call_id)
    const sound = randomBytes(300_000)
    await filled.close()
    writeFileSync(recordingIn(filled, callId), sound)
    const first = openedCore({ profile: filled.profile, clock: filled.clock })
    const mine = await first.api.notes.add({ callId, passage, color: 'red', note: 'as she wrote it' })
    const { id: listId } = await first.api.watchlists.create({ name: 'Optics' })
    await first.api.watchlists.addCompanies({ listId, securities: [{ symbol: 'HLDN' }] })
    await first.api.search.save({ name: 'Pricing', query: 'pricing', chosen: {} })
    // A company that is not in the pack is nothing for its reader to know.
    await first.api.search.save({ name: 'Vesper', query: 'orders', chosen: { company: ['VSPO'] } })
    const path = await packOf(first, { companies: [], watchlistIds: [listId] })

    const second = openedCore({ clock: filled.clock })
    const own = await second.api.notes.add({ callId, passage: { ...passage, from: 1 }, color: 'green', note: 'mine' })
    const result = await opened(second, path)
    expect(result).toMatchObject({
      added: { recordings: 1, notes: 1, searches: 1, watchlists: 1 },
      conflicts: [],
    })
    expect(readFileSync(recordingIn(second, callId))).toEqual(sound)
    expect((await second.api.recordings.read({ callId })).transfer).toMatchObject({ state: 'on-disk', bytes: 300_000 })
    expect(await notesOf(second, callId)).toEqual([{ ...mine, author: 'Ada' }, { ...own }])
    expect((await second.api.watchlists.all()).lists.map(({ name }) => name)).toEqual(['Optics'])
    expect((await second.api.search.saved()).searches.map(({ name }) => name)).toEqual(['Pricing'])

    // She changes her note, and the second pack has it as it is now: neither is lost.
    filled.clock.advance(day)
    await first.api.notes.edit({ id: mine.id, note: 'as she thinks now' })
    const later = await packOf(first, { companies: [], watchlistIds: [listId], name: 'Later' })
    const again = await opened(second, later)
    expect(again).toMatchObject({ added: { notes: 1, recordings: 0, watchlists: 0 } })
    expect(again.conflicts).toEqual(['The highlight “said” by Ada has changed since an earlier pack. Both are kept.'])
    expect((await notesOf(second, callId)).map(({ note }) => note).toSorted()).toEqual([
      'as she thinks now',
      'as she wrote it',
      'mine',
    ])
    const before = rowsOf(second)
    expect(await opened(second, later)).toMatchObject({ added: { notes: 0 }, conflicts: again.conflicts })
    expect(rowsOf(second)).toEqual(before)
  })

  test('brings the metrics of a comparison, next to your own of the same name (K2)', async () => {
    const first = await filledLibrary()
    const core = { name: 'Core margin', unit: 'percent' } as const
    const margin = await first.api.metrics.save({ ...core, formula: '[Operating income] / [Revenue]' })
    const twice = await first.api.metrics.save({ name: 'Twice', unit: 'percent', formula: '2 * [core margin]' })
    const lines = [`own.${twice.id}`, `own.${margin.id}`]
    const usual = { basis: 'annual', alignment: 'fiscal', mode: 'values', periods: 5, asOf: null } as const
    await first.api.comparisons.save({ name: 'Margins', spec: { ...usual, companies: [{ symbol: 'HLDN' }], lines } })
    const path = await packOf(first, { companies: ['HLDN'], kinds: ['statements', 'saved'] })
    const hers = (await figuresOf(first)) as { values: { length: number } }[]
    expect(hers.map(({ values }) => values.length > 0)).toEqual([true, true])

    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    // The same formula under the same name is one metric, whoever saved it.
    await second.api.metrics.save({ ...core, formula: '[Operating income] / [Revenue]' })
    expect(await opened(second, path)).toMatchObject({ added: { metrics: 1, comparisons: 1 }, conflicts: [] })
    expect(await figuresOf(second)).toEqual(hers)

    const third = openedCore({ clock: new ManualClock(first.clock.now()) })
    await third.api.metrics.save({ ...core, formula: '[Gross profit] / [Revenue]' })
    const result = await opened(third, path)
    expect(result).toMatchObject({ added: { metrics: 2, comparisons: 1 } })
    expect(result.conflicts).toEqual([
      '“Core margin” has a different formula here. Ada’s metric is added as “Core margin (Ada)”.',
    ])
    expect(await figuresOf(third)).toEqual([hers[0], { ...hers[1], label: 'Core margin (Ada)' }])
    const { metrics } = await third.api.metrics.list()
    expect(metrics.map(({ name, formula }) => [name, formula])).toEqual([
      ['Core margin', '[Gross profit] / [Revenue]'],
      ['Core margin (Ada)', '[Operating income] / [Revenue]'],
      ['Twice', '2 * [Core margin (Ada)]'],
    ])
    const before = rowsOf(third)
    expect(await opened(third, path)).toMatchObject({ added: { metrics: 0, comparisons: 0 }, conflicts: [] })
    expect(rowsOf(third)).toEqual(before)
  })

  test('brings corrections of transcripts and timestamp settings, and leaves your own (K2)', async () => {
    const first = await filledLibrary()
    const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const [one = '', other = ''] = records.map(({ call_id: id }) => String(id))
    const firstTurn = async (callId: string) => ({
      callId,
      turn: 0,
      text: (await readingIn(first, callId)).turns.text[0] ?? '',
    })
    const [hers, both] = [await firstTurn(one), await firstTurn(other)]
    const { check } = await first.api.turnChecks.save({ ...hers, correction: 'quokkas were sold' })
    await first.api.turnChecks.save({ ...both, correction: 'wombats were sold' })
    for (const callId of [one, other]) await first.api.calls.setTimes({ callId, unit: 'minutes', offset: 5 })
    const path = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'notes'] })
    await first.api.calls.setTimes({ callId: other, unit: 'seconds', offset: 9 })
    const calls = await packOf(first, { companies: ['HLDN'], kinds: ['calls'], name: 'Calls' })
    await first.api.calls.setTimes({ callId: one, unit: null, offset: 0 })

    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    await opened(second, calls)
    await second.api.calls.setTimes({ callId: one, unit: null, offset: 0 })
    const mine = await second.api.turnChecks.save({ ...both, correction: 'bilbies were sold' })
    const result = await opened(second, path)
    expect(result.added).toMatchObject({ corrections: 1, calls: 0, times: 1 })
    expect(result.conflicts).toEqual([
      expect.stringMatching(
        /^Ada’s pack corrects the turn “.+” to “wombats were sold”. Your correction “bilbies were sold” stays.$/,
      ),
      expect.stringMatching(
        /^Ada set the timestamps of “.+” to minutes, \+5 s. The setting here, seconds, \+9 s, stays.$/,
      ),
    ])
    const times = [(await readingIn(second, one)).times, (await readingIn(second, other)).times]
    expect(times).toMatchObject([
      { unit: 'minutes', offset: 5 },
      { unit: 'seconds', offset: 9 },
    ])
    const found = async (query: string) => {
      const answer = await second.api.search.run({ ...firstHits, query })
      return answer.understood ? answer.result.hits : null
    }
    expect([await found('quokkas'), await found('wombats'), await found('bilbies')]).toEqual([1, 0, 1])
    const before = rowsOf(second)
    await opened(second, path)
    expect(rowsOf(second)).toEqual(before)
    const checks = [await second.api.turnChecks.save({ ...hers, correction: null })]
    checks.push(await second.api.turnChecks.save({ ...both, correction: null }))
    // Hers is known as hers: by whom it was packed, and in which pack it came.
    const received = { ...check, author: check.author || 'Ada', pack: { author: 'Ada', madeAt: first.clock.now() } }
    expect(checks.map(({ previous }) => previous)).toEqual([received, mine.check])
  })

  test('with notes but without calls changes no call of a company that it does not list', async () => {
    const first = await filledLibrary()
    const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const [callId = ''] = records.map(({ call_id: id }) => String(id))
    const text = (await readingIn(first, callId)).turns.text[0] ?? ''
    await first.api.turnChecks.save({ callId, turn: 0, text, correction: 'quokkas were sold' })
    await first.api.notes.add({ callId, passage, color: 'red', note: 'hers' })
    const path = await packOf(first, { companies: ['HLDN'], kinds: ['notes'] })
    const forged = altered(path, join(ownFolder(), 'forged.tearsheet-pack'), {
      head: (head) => ({ ...head, companies: ['VSPO'], counts: { ...(head['counts'] as object), securities: 0 } }),
      entries: (entries) => entries.filter(({ path: name }) => !/^(records|responses)/.test(name)),
    })

    const calls = await packOf(first, { companies: ['HLDN'], kinds: ['calls'], name: 'Calls' })
    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    const leftOut = [expect.stringMatching(/^2 notes and corrections were left out/)]
    expect(await opened(second, path)).toMatchObject({ added: { notes: 0, corrections: 0 }, conflicts: leftOut })
    await opened(second, calls)
    expect(await opened(second, forged)).toMatchObject({ added: { notes: 0, corrections: 0 }, conflicts: leftOut })
    expect(await notesOf(second, callId)).toEqual([])
    expect(await opened(second, path)).toMatchObject({ added: { notes: 1, corrections: 1 }, conflicts: [] })
  })

  test('with a call that the library has under another company leaves it as it is, and what belongs to it (K1)', async () => {
    const first = await filledLibrary()
    const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const [callId = ''] = records.map(({ call_id: id }) => String(id))
    const text = (await readingIn(first, callId)).turns.text[0] ?? ''
    await first.api.turnChecks.save({ callId, turn: 0, text, correction: 'quokkas were sold' })
    await first.api.notes.add({ callId, passage, color: 'red', note: 'hers' })
    await first.api.calls.setTimes({ callId, unit: 'minutes', offset: 5 })
    const path = await packOf(first, { companies: ['HLDN'], kinds: ['calls', 'recordings', 'notes'] })

    const second = openedCore({ sample: await sampleThat('never'), clock: new ManualClock(first.clock.now()) })
    const parameters = { symbol: 'VSPO', status: 'COMPLETED', page_size: 20 } as const
    const before = await second.api.fetch.calls({ parameters, freshness: 'service' })
    const other = String(before.records[0]?.call_id)
    const entry = 'recordings/000001.bin'
    const recording = { callId: other, title: 'Call', entry, format: 0, contentType: null, verified: 'size' }
    const listed = Buffer.from(JSON.stringify([{ ...recording, finishedAt: 1, stated: null }]))
    const forged = altered(path, join(ownFolder(), 'forged.tearsheet-pack'), {
      head: (head) => ({ ...head, counts: { ...(head['counts'] as object), recordings: 1 } }),
      entries: (entries) => [
        ...inEntries('records/', (all: { revisions: { body: string }[] }[]) =>
          all.map(({ revisions, ...record }) => ({
            ...record,
            revisions: revisions.map(({ body, ...revision }) => ({ ...revision, body, sha256: sha256(body) })),
          })),
        )(
          entries.map((entry) => ({
            ...entry,
            bytes: Buffer.from(entry.bytes.toString().replaceAll(callId, other)),
          })),
        ),
        { path: 'recordings.json', bytes: listed },
        { path: entry, bytes: Buffer.from('ID3') },
      ],
    })
    const result = await opened(second, forged)
    expect(result).toMatchObject({ changed: 0, added: { notes: 0, corrections: 0, recordings: 0, transcripts: 5 } })
    expect(result.conflicts).toEqual([
      '2 items were left out: in your library they belong to VSPO, which the pack does not list. Notes and recordings of the calls among them were left out too. Download those calls, then open the pack again. If a symbol has changed, refresh the company first.',
    ])
    expect((await second.api.fetch.calls({ parameters, freshness: 'library' })).records).toEqual(before.records)
    expect(await notesOf(second, other)).toEqual([])
    expect(countIn(second, `FROM ledger_record WHERE identity LIKE '${other}%'`)).toBe(1)
    const form = { format: 'json', clean: false } as const
    const { times } = await readable(await second.api.calls.open({ callId: other, form, freshness: 'service' }))
    expect(times).not.toMatchObject({ how: 'set' })
  })

  test('with a correction that was written while the clock was ahead is opened, with the date of the pack', async () => {
    const first = await filledLibrary()
    const { records } = await first.api.fetch.calls({ parameters: { symbol: 'HLDN' }, freshness: 'library' })
    const callId = String(records[0]?.call_id)
    const text = (await readingIn(first, callId)).turns.text[0] ?? ''
    await first.close()
    const ahead = new ManualClock(first.clock.now() + 400 * day)
    const misdated = openedCore({ profile: first.profile, clock: ahead })
    await misdated.api.turnChecks.save({ callId, turn: 0, text, correction: 'quokkas were sold' })
    await misdated.close()
    const again = openedCore({ profile: first.profile, clock: first.clock })
    const path = await packOf(again, { companies: ['HLDN'], kinds: ['calls', 'notes'] })

    const second = openedCore({ clock: new ManualClock(first.clock.now()) })
    expect((await opened(second, path)).added).toMatchObject({ corrections: 1 })
    const { previous } = await second.api.turnChecks.save({ callId, turn: 0, text, correction: null })
    expect(previous).toMatchObject({ correction: 'quokkas were sold', at: first.clock.now() })
  })

  test('with a passphrase shows nothing without it, and opens with it (K4)', async () => {
    const first = openedCore()
    await first.api.notes.add({ callId, passage, color: 'red', note: 'secret' })
    const author = 'Ada Lovelace of Research'
    const watchlistIds = [await watchlistOf(first, 'HLDN')]
    const path = await packOf(first, { companies: [], watchlistIds, author, passphrase: 'correct horse' })
    // Long texts only: encrypted bytes have any three letters now and then.
    for (const text of ['pack.json', 'Halden Instruments', author])
      expect(readFileSync(path).includes(text), text).toBe(false)
    const { api } = openedCore()
    expect(await api.packs.inspect({ path, passphrase: null })).toEqual({ kind: 'locked' })
    expect(await failureOfQuestion(api.packs.inspect({ path, passphrase: 'wrong' }))).toEqual({
      kind: 'wrong-passphrase',
    })
    expect(await api.packs.inspect({ path, passphrase: 'correct horse' })).toMatchObject({
      kind: 'pack',
      author,
      companies: ['HLDN'],
      isEncrypted: true,
      isOpen: true,
    })
  })

  test('says how much it holds before it is written, and leaves no file when it is canceled', async () => {
    const { api, profile } = await filledLibrary()
    const choice = { companies: ['HLDN'], watchlistIds: [], kinds: [...packKinds] }
    const { counts, bytes } = await api.packs.preview(choice)
    expect(counts).toMatchObject({ companies: 1, calls: 8, transcripts: 6, news: 10, recordings: 0 })
    const folder = ownFolder()
    const cancel = new AbortController()
    const steps = await api.packs.make({ ...everything, ...choice, folder }, { signal: cancel.signal })
    for await (const step of steps) {
      if (step.kind === 'progress') cancel.abort()
    }
    expect(readdirSync(folder)).toEqual([])
    expect(readdirSync(profile).filter((name) => /part|unfinished/.test(name))).toEqual([])
    const done = await lastStep(api.packs.make({ ...everything, ...choice, folder }))
    expect(done).toMatchObject({ kind: 'done', counts })
    const written = done.kind === 'done' ? done.bytes : 0
    expect(written / bytes).toBeGreaterThan(0.9)
    expect(written / bytes).toBeLessThan(1.5)
    expect(await failureOfQuestion(api.packs.preview({ ...choice, companies: [] }))).toMatchObject({
      kind: 'bad-request',
    })
  })

  test('is counted in a thread: other requests have turns meanwhile', async () => {
    const { api } = await filledLibrary()
    let [turns, isCounting] = [0, true]
    const others = (async () => {
      for (; isCounting; turns += 1) await setImmediate()
    })()
    await api.packs.preview({ companies: ['HLDN'], watchlistIds: [], kinds: [...packKinds] })
    isCounting = false
    await others
    expect(turns).toBeGreaterThan(10)
  })

  test('needs space for the recordings that it brings, and for none that is there', () => {
    const files = [
      { path: 'records/000001.json', bytes: 10, sha256: '' },
      { path: 'recordings/000001.bin', bytes: 1000, sha256: '' },
      { path: 'recordings/000002.bin', bytes: 2000, sha256: '' },
    ]
    const recordings = [
      { callId: 'a', entry: 'recordings/000001.bin' },
      { callId: 'b', entry: 'recordings/000002.bin' },
    ]
    expect(recordingBytes({ files }, recordings, new Set())).toBe(3000)
    expect(recordingBytes({ files }, recordings, new Set(['b']))).toBe(1000)
  })

  test('says why its file cannot be opened: a folder, none', async () => {
    const { api } = openedCore()
    const folder = ownFolder()
    const inspected = (path: string) => failureOfQuestion(api.packs.inspect({ path, passphrase: null }))
    expect(await inspected(folder)).toMatchObject({ kind: 'invalid-pack', detail: 'it is a folder, not a file' })
    const missing = { kind: 'invalid-pack', detail: 'the file does not exist' }
    expect(await inspected(join(folder, 'none.tearsheet-pack'))).toMatchObject(missing)
  })

  const unreadable = {
    kind: 'invalid-pack',
    detail: 'you do not have permission to read the file. Ask its owner for access',
  } as const

  test.each(['EACCES', 'EPERM'])('that the system refuses to open with %s says whom to ask', (code) => {
    const refused = Object.assign(new Error('refused'), { code })
    expect(failureOf(unopened(refused))).toEqual(unreadable)
  })

  const mayReadAll = process.platform === 'win32' || process.getuid?.() === 0
  test.skipIf(mayReadAll)(
    'that may not be read says whom to ask (not as root, who may read all, nor on Windows)',
    async () => {
      const { api } = openedCore()
      const path = join(ownFolder(), 'a.tearsheet-pack')
      writeFileSync(path, '', { mode: 0o000 })
      expect(await failureOfQuestion(api.packs.inspect({ path, passphrase: null }))).toEqual(unreadable)
    },
  )

  test('of another service is not mixed with this library', async () => {
    const first = openedCore()
    await liveWorkspace(first, 'https://data.example.com/v1')
    const path = await packOf(first, { companies: [], watchlistIds: [await watchlistOf(first, 'HLDN')] })
    const second = openedCore()
    expect(await second.api.packs.inspect({ path, passphrase: null })).toMatchObject({
      workspaceId: null,
      isOpen: false,
      service: { kind: 'live', baseUrl: 'https://data.example.com/v1' },
    })
    expect(await lastStep(second.api.packs.open({ path, passphrase: null }))).toMatchObject({
      kind: 'failed',
      failure: { kind: 'invalid-pack', detail: 'it is from a different service than this workspace' },
    })
    await liveWorkspace(second, 'https://data.example.com/v1/')
    expect(await lastStep(second.api.packs.open({ path, passphrase: null }))).toMatchObject({ kind: 'done' })
  })
})
