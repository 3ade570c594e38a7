import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { enhancedResource } from '#core/fundamentals/resources.ts'
import { ManualClock, someMonday } from '../clocks.ts'
import { ownFolder } from '../folders.ts'
import { openLedger } from '../ledger/ledger.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { enhanced, paged } from '../records.ts'
import { lastStep } from '../storage/steps.ts'
import { everything } from './made-pack.ts'
import { readBack, written } from './written-pack.ts'

const day = 86_400_000

describe('a pack that is written can be opened', () => {
  test('also with records that came while the clock was days ahead: they have the date of the pack, in their order', async () => {
    const library = openLedger()
    const receive = (Revenue: number, at: number) =>
      library.record(enhancedResource, paged([enhanced({}, { Revenue })]), at)
    receive(100, someMonday - day)
    receive(200, someMonday + 2 * day)
    receive(300, someMonday + 3 * day)
    const { records } = await readBack(await written(library.file))
    const times = records.map(({ revisions }) => revisions.map(({ knownFrom, lastSeenAt }) => [knownFrom, lastSeenAt]))
    expect(times).toEqual([
      [
        [someMonday - day, someMonday - day],
        [someMonday - 1, someMonday],
        [someMonday, someMonday],
      ],
    ])
  })

  test('or says why not: more companies than a pack may have', async () => {
    const library = openLedger()
    const symbols = Array.from({ length: 5001 }, (_, at) => `A${at}`)
    const tooMany = { kind: 'pack-not-made', detail: 'it has too many items. Choose fewer companies' }
    await expect(written(library.file, { symbols })).rejects.toMatchObject({ failure: tooMany })
  })

  test('or says so before it reads the library: companies and a watchlist, together more than a pack may have', async () => {
    const { api } = openedCore()
    const { id } = await api.watchlists.create({ name: 'Coverage' })
    await api.watchlists.addCompanies({ listId: id, securities: [{ symbol: 'HLDN' }] })
    const companies = Array.from({ length: 5000 }, (_, at) => `A${at}`)
    const choice = { companies, watchlistIds: [id], kinds: [...packKinds] }
    expect(await failureOfQuestion(api.packs.preview(choice))).toEqual({
      kind: 'pack-not-made',
      detail: '5,001 companies are chosen, but a pack can have at most 5,000. Create several packs instead',
    })
  })

  test('or says why not: watchlists whose notes are longer than an entry may be', async () => {
    const library = openLedger()
    const companies = Array.from({ length: 5000 }, (_, position) => ({
      symbol: `A${position}`,
      securityId: null,
      position,
      note: 'x'.repeat(7000),
      addedAt: someMonday,
    }))
    const view = { columns: [], sort: null, group: null, unseen: [], widths: {} }
    const lists = ['Optics', 'Lasers'].map((name) => ({ id: name, name, view, companies }))
    const ownEntries = { 'watchlists.json': JSON.stringify(lists) }
    await expect(written(library.file, { ownEntries })).rejects.toMatchObject({
      failure: {
        kind: 'pack-not-made',
        detail: expect.stringMatching(/^it has too many items.*\. Choose fewer watchlists, or enter/) as unknown,
      },
    })
  })

  test('or says why not: two metrics whose names differ in a capital letter that SQLite does not know', async () => {
    const library = openLedger()
    const metric = { formula: '[Revenue]', unit: 'money', savedAt: 0 }
    const metrics = [
      { ...metric, id: 'a', name: 'Ärztequote' },
      { ...metric, id: 'b', name: 'ärztequote' },
    ]
    const ownEntries = { 'metrics.json': JSON.stringify(metrics) }
    await expect(written(library.file, { ownEntries })).rejects.toMatchObject({
      failure: {
        kind: 'pack-not-made',
        detail: expect.stringMatching(/^it has a metric twice\. Rename metrics/) as unknown,
      },
    })
  })
})

/** Says when it is read. */
class HeardClock extends ManualClock {
  heard = () => {}

  override now(): number {
    this.heard()
    return super.now()
  }
}

test('a pack that is canceled while the notes of many calls are read says so, and is no defect', async () => {
  const ended = openedCore()
  await ended.close()
  const library = new Database(join(ended.profile, 'workspaces', 'sample', 'library.db'))
  // Enough that other requests have turns between them.
  library.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 20000)
    INSERT INTO call (call_id, symbol) SELECT 'call-' || n, 'HLDN' FROM number`)
  library.close()
  const clock = new HeardClock()
  const { api } = openedCore({ profile: ended.profile, clock })
  const cancel = new AbortController()
  const making = { ...everything, companies: ['HLDN'], folder: ownFolder() }
  const steps = await api.packs.make(making, { signal: cancel.signal })
  // First when the operation begins, then when the calls are chosen and their notes are to be read.
  let reads = 0
  clock.heard = () => {
    reads += 1
    if (reads === 2) cancel.abort()
  }
  expect(await lastStep(Promise.resolve(steps))).toEqual({ kind: 'failed', failure: { kind: 'cancelled' } })
})
