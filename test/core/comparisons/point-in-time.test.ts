import { describe, expect, test } from 'vitest'
import { enhanced } from '../records.ts'
import { byCompany, comparisonSetup } from './comparison-setup.ts'

const day = 86_400_000
const of = (year: number, figures: Record<string, unknown>) => enhanced({ symbol: 'ACME', year }, figures)

/** 2023 is known from the first day, restated on the second, when 2024 comes too. */
async function restatedSetup() {
  const setup = await comparisonSetup({ ACME: [of(2023, { Revenue: 100, EBITDA: 7 })] })
  const first = setup.clock.now()
  setup.clock.advance(day)
  setup.gives.ACME = [of(2023, { Revenue: 90, EBITDA: 7 }), of(2024, { Revenue: 120 })]
  await setup.fetch('ACME')
  return { ...setup, first, second: setup.clock.now() }
}

describe('as it was known on a day', () => {
  test('a figure is what it was, and what came later is not there', async () => {
    const setup = await restatedSetup()
    const now = await setup.table()
    expect(byCompany(now, 'Revenue')).toEqual([[90, 120]])
    expect(now.companies[0]?.periods[0]?.restated).toEqual(['Revenue'])
    const then = await setup.table({ asOf: setup.first })
    expect(then.columns.map(({ key }) => key)).toEqual(['2023'])
    expect(byCompany(then, 'Revenue')).toEqual([[100]])
    expect(then.companies[0]?.periods[0]?.restated).toEqual([])
    expect((await setup.table({ asOf: setup.first - 1 })).columns).toEqual([])
  })
})

describe('restatements', () => {
  test('are listed figure by figure, what it was and what it is, and since when', async () => {
    const setup = await restatedSetup()
    const { restatements, more } = await setup.api.comparisons.restatements({
      symbols: null,
      since: null,
      offset: 0,
      limit: 10,
    })
    expect(restatements).toMatchObject([
      { symbol: 'ACME', field: 'Revenue', year: 2023, quarter: 'FY', previous: 100, current: 90, seenAt: setup.second },
    ])
    expect(more).toBe(false)
    const none = { symbols: ['OTHER'], since: null, offset: 0, limit: 10 }
    expect((await setup.api.comparisons.restatements(none)).restatements).toEqual([])
    const later = { symbols: null, since: setup.second + 1, offset: 0, limit: 10 }
    expect((await setup.api.comparisons.restatements(later)).restatements).toEqual([])
  })
})

describe('a saved comparison', () => {
  test('opens with the same figures though the service has others now, and lists exactly what moved', async () => {
    const setup = await comparisonSetup({ ACME: [of(2023, { Revenue: 100, EBITDA: 7 })] })
    const saved = await setup.api.comparisons.save({ name: 'Peers', spec: setup.spec() })
    setup.clock.advance(day)
    expect(await setup.api.comparisons.changesSinceSaved({ id: saved.id })).toEqual({
      changes: [],
      areRecordsIntact: true,
    })
    setup.gives.ACME = [of(2023, { Revenue: 90, EBITDA: 7 }), of(2024, { Revenue: 120 })]
    await setup.fetch('ACME')
    setup.clock.advance(day)
    setup.gives.ACME = [of(2023, { Revenue: 80, EBITDA: 8 })]
    await setup.fetch('ACME')
    const { changes, areRecordsIntact } = await setup.api.comparisons.changesSinceSaved({ id: saved.id })
    expect(areRecordsIntact).toBe(true)
    expect(changes.map(({ field, previous, current }) => [field, previous, current])).toEqual([
      ['Revenue', 100, 80],
      ['EBITDA', 7, 8],
    ])
    const { comparisons } = await setup.api.comparisons.saved()
    expect(comparisons).toEqual([saved])
    // Another name is not another moment.
    expect(await setup.api.comparisons.rename({ id: saved.id, name: 'Rivals' })).toEqual({ ...saved, name: 'Rivals' })
    expect((await setup.api.comparisons.changesSinceSaved({ id: saved.id })).changes).toEqual(changes)
    const then = await setup.table({ ...saved.spec, asOf: saved.savedAt })
    expect(byCompany(then, 'Revenue')).toEqual([[100]])
    const { removed } = await setup.api.comparisons.remove({ id: saved.id })
    expect((await setup.api.comparisons.saved()).comparisons).toEqual([])
    // Undo brings it back with the moment since which its figures are compared.
    await setup.api.comparisons.restore({ removed })
    expect((await setup.api.comparisons.saved()).comparisons).toEqual([{ ...saved, name: 'Rivals' }])
    expect((await setup.api.comparisons.changesSinceSaved({ id: saved.id })).changes).toEqual(changes)
  })

  test('keeps its scatter, and opens without one where it was saved before there were any', async () => {
    const setup = await comparisonSetup({ ACME: [of(2023, { Revenue: 100 })] })
    const look = {
      layout: 'scatter',
      pivoted: false,
      line: '',
      period: '',
      ranks: 'newest',
      chart: 'none',
      scatter: {
        up: 'roic',
        across: 'own.7',
        period: 'annual',
        trail: 8,
        medians: false,
        hidden: ['ACME'],
        selected: 'ACME',
        second: '',
        picture: { size: 'slide', colours: 'grey', title: true, source: true, table: true },
      },
    } as const
    const { scatter, ...before } = look
    const hidden = { ...look, scatter: { ...scatter, hidden: [...scatter.hidden] } }
    await setup.api.comparisons.save({ name: 'Later', spec: { ...setup.spec(), look: hidden } })
    await setup.api.comparisons.save({ name: 'Before', spec: { ...setup.spec(), look: { ...before, layout: 'time' } } })
    const { comparisons } = await setup.api.comparisons.saved()
    expect(comparisons.map(({ spec }) => spec.look)).toEqual([{ ...before, layout: 'time' }, look])
  })
})
