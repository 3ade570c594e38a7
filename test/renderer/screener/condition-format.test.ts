import { expect, test } from 'vitest'
import type { ScreenCondition } from '#contract/api/screens.ts'
import { readValue, typedValue, valueForm } from '../../../src/renderer/screener/condition-format.ts'
import { conditionFor, nameOf, screenSubjects } from '../../../src/renderer/screener/screen-subjects.ts'

const none = new Map<string, never>()
const subjects = screenSubjects([], [])
const named = (text: string) => conditionFor(text, 'id', subjects)
const formOf = (field: string, more: object = {}) => {
  const condition = { ...named('Revenue'), field, ...more } as ScreenCondition
  return valueForm(condition, none, 'millions')
}

test('a value is typed in the unit that its figure is read in, and stored in the figure’s own', () => {
  expect(readValue('12', formOf('calculated.operating_margin'))).toBe(0.12)
  expect(readValue('12.5%', formOf('calculated.operating_margin'))).toBe(0.125)
  expect(readValue('(4)', formOf('Revenue', { measure: 'change' }))).toBe(-0.04)
  expect(readValue('+50 bps', formOf('calculated.operating_margin', { measure: 'change' }))).toBe(0.005)
  expect(readValue('1,250', formOf('Revenue'))).toBe(1_250_000_000)
  expect(readValue('3x', formOf('debt_to_equity'))).toBe(3)
  expect(typedValue(0.07, formOf('calculated.operating_margin'))).toBe('7.0')
  expect(typedValue(0.1234, formOf('calculated.operating_margin'))).toBe('12.34')
})

test('what is not a number yet changes nothing', () => {
  for (const text of ['-', 'abc', '1.2.3', '4%%']) expect(readValue(text, formOf('Revenue')), text).toBeUndefined()
  expect(readValue('', formOf('Revenue'))).toBeNull()
})

test('a subject is found by its name in any letters, a formula by its brackets, and nothing else is', () => {
  expect(named('operating MARGIN')).toMatchObject({
    kind: 'figure',
    field: 'calculated.operating_margin',
    period: 'quarter',
  })
  // A line that needs a year begins with twelve months.
  expect(named('Interest coverage')).toMatchObject({ kind: 'figure', period: 'ltm' })
  expect(named('Rating actions')).toMatchObject({ kind: 'rating', value: 1 })
  expect(named('Restated, Revenue')).toMatchObject({ kind: 'restatement', field: 'Revenue' })
  expect(named('[Inventories] / [Revenue]')).toMatchObject({ kind: 'figure', field: '=[Inventories] / [Revenue]' })
  expect(named('operating marg')).toBeNull()
})

test('every subject is offered under a name of its own, which finds it again', () => {
  const names = subjects.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  for (const { name, make } of subjects) expect(nameOf(make('id'), none), name).toBe(name)
})
