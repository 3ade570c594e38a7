import { describe, expect, test } from 'vitest'
import { fieldAt, restatedFields, stepsTo } from '#core/fundamentals/restated.ts'

const contents = (...versions: readonly object[]) => restatedFields(versions.map((version) => JSON.stringify(version)))

describe('a restated figure', () => {
  test('is one that differs between any two versions, also one that came back to what it was', () => {
    expect(
      contents({ Revenue: 10, GrossProfit: 4 }, { Revenue: 11, GrossProfit: 4 }, { Revenue: 10, GrossProfit: 4 }),
    ).toEqual(['Revenue'])
  })

  test('is one that appeared or went, and one inside an object', () => {
    expect(
      contents(
        { Goodwill: 5, working_capital_days: { dso: 40, dio: 10 } },
        { EBITDA: null, working_capital_days: { dso: 41, dio: 10 } },
      ),
    ).toEqual(['EBITDA', 'Goodwill', 'working_capital_days.dso'])
  })

  test('is not the time of the update, nor anything that is no figure', () => {
    expect(
      contents(
        { updated_at: '2025', Revenue: 1, mdna: {} },
        { updated_at: '2026', Revenue: 1, mdna: { key_topics: ['pricing'] } },
      ),
    ).toEqual([])
  })
})

describe('a field of a stored record', () => {
  test('is found by steps, or by its flat name with the dots in it', () => {
    const record = { working_capital_days: { dso: 41 }, 'identifiers.isin': 'US0378331005', Revenue: null }
    expect(
      ['working_capital_days.dso', 'identifiers.isin', 'Revenue', 'Goodwill', 'working_capital_days.x'].map((path) =>
        fieldAt(record, path),
      ),
    ).toEqual([41, 'US0378331005', null, undefined, undefined])
    expect([stepsTo(record, 'identifiers.isin'), stepsTo(record, 'working_capital_days.dso')]).toEqual([
      ['identifiers.isin'],
      ['working_capital_days', 'dso'],
    ])
  })

  test.each(['toString', 'constructor.name', '__proto__.toString'])(
    'is never what every object inherits: %s',
    (path) => {
      expect(fieldAt({ Revenue: 1 }, path)).toBeUndefined()
    },
  )
})
