import { expect, test } from 'vitest'
import { longestFormula } from '#contract/api/metrics.ts'
import { placeMetrics } from '#core/metrics/receive-metrics.ts'

const metric = (id: string, name: string, formula: string) => ({
  id,
  name,
  formula,
  unit: 'money' as const,
  savedAt: 0,
})

test('a metric of a pack whose formula would become too long is left out and named, and nothing is taken for it', () => {
  const own = [metric('1', 'X', 'Revenue')]
  const long = Array.from({ length: 400 }, () => '[X]').join('+')
  expect(long.length).toBeLessThan(longestFormula)
  const received = [metric('2', 'X', 'Assets'), metric('3', 'M', long), metric('4', 'N', '[M] / 2')]
  const { added, fields, conflicts } = placeMetrics(received, own, 'Ada', () => false)
  expect(added.map(({ name, formula }) => [name, formula])).toEqual([
    ['X (Ada)', 'Assets'],
    ['N', '[M (Ada)] / 2'],
  ])
  expect(conflicts).toContain('Ada’s metric “M” is not added: its formula is too long once its metrics are renamed.')
  expect([...own, ...added].map(({ id }) => `own.${id}`)).not.toContain(fields.get('own.3'))
})
