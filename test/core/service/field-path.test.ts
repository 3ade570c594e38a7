import { describe, expect, test } from 'vitest'
import { fieldAt, stepsTo } from '#core/service/field-path.ts'

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
