import { describe, expect, test } from 'vitest'
import { packKinds } from '#contract/api/pack-kinds.ts'
import { callResource, callsResource } from '#core/calls/resources.ts'
import { measurePack } from '#core/packs/measure-pack.ts'
import { securitiesResource } from '#core/securities/resource.ts'
import { someMonday } from '../clocks.ts'
import { openLedger } from '../ledger/ledger.ts'
import { hits, paged } from '../records.ts'
import { altered } from './altered-pack.ts'
import { readBack, written } from './written-pack.ts'

const call = { call_id: 'a', name: 'Acme Inc', start_time: '2025-10-28T13:00:00Z', status: 'COMPLETED' }
const spoken = { ...call, symbol: 'ACME', transcripts: [{ text: 'Welcome.' }] }

/** What the window says before the pack is made. */
function counted(library: string) {
  const wanted = { chosen: { entered: ['ACME'], listed: [] }, kinds: [...packKinds], withCounts: true } as const
  return measurePack({ job: 'measure', library, isReadOnly: false, ...wanted }).records?.counts
}

describe('a pack has all that the preview counts', () => {
  test('a listing whose symbol stands in ticker_meta.ticker alone', async () => {
    const library = openLedger()
    const listing = { id: 'BBG000000001_US', name: 'Acme Inc', 'ticker_meta.ticker': 'ACME' }
    library.record(securitiesResource, hits([listing], 'Acme'), someMonday - 1000)
    expect(counted(library.file)).toMatchObject({ securities: 1 })
    const { head, records } = await readBack(await written(library.file))
    expect(head.counts).toMatchObject({ securities: 1 })
    expect(records.map(({ identity }) => identity)).toEqual(['BBG000000001_US'])
  })

  test.each([
    ['without a symbol in the list', {}],
    ['with another spelling of the symbol in the list', { symbol: 'ACME US' }],
  ])('a call %s, whose transcript names the company', async (_, symbol) => {
    const library = openLedger()
    library.record(callsResource, paged([{ ...call, ...symbol }]), someMonday - 2000)
    library.record(callResource, spoken, someMonday - 1000)
    expect(counted(library.file)).toMatchObject({ calls: 1, transcripts: 1 })
    const made = await written(library.file)
    expect(made.counts).toMatchObject({ calls: 1, transcripts: 1 })
    const { records } = await readBack(made)
    expect(records.map(({ kind }) => kind)).toEqual(['calls.list', 'calls.one'])
  })

  test('a call whose company only the list names, and none of another company', async () => {
    const library = openLedger()
    const other = { ...call, call_id: 'b', symbol: 'OTHR' }
    library.record(callsResource, paged([{ ...call, symbol: 'ACME' }, other]), someMonday - 2000)
    library.record(callResource, { ...call, transcripts: [{ text: 'Welcome.' }] }, someMonday - 1000)
    const { records } = await readBack(await written(library.file))
    expect(records.map(({ identity }) => identity)).toEqual(['a', 'a json verbatim'])
  })
})

test('a pack with a call of a company that it does not list is refused (K1)', async () => {
  const library = openLedger()
  library.record(callsResource, paged([{ ...call, symbol: 'ACME' }]), someMonday - 2000)
  library.record(callResource, { ...call, transcripts: [{ text: 'Welcome.' }] }, someMonday - 1000)
  const { path } = await written(library.file)
  const other = altered(path, `${path}.other`, { head: (head) => ({ ...head, companies: ['OTHR'] }) })
  const failure = { kind: 'invalid-pack', detail: 'it has records of companies that it does not list' }
  await expect(readBack({ path: other })).rejects.toMatchObject({ failure })
})
