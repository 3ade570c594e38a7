import { describe, expect, test } from 'vitest'
import type { SpokenUnit } from '#contract/api/spoken-figures.ts'
import type { OwnMetric } from '#contract/api/metrics.ts'
import type { Claim } from '#core/spoken-figures/claim.ts'
import { OwnMetricsNamed } from '#core/spoken-figures/own-metrics-named.ts'

/** A figure without a line: the first words of the text that are these. */
function unnamed(text: string, words: string, unit: SpokenUnit): Claim {
  const from = text.indexOf(words)
  return {
    turn: 0,
    from,
    to: from + words.length,
    value: { unit, currency: null, low: 0.92, high: 0.92, step: 0.01, bound: 'exact' },
    label: '',
    change: null,
    period: { quarter: 'Q3', year: 2025 },
    role: 'other',
    fields: [],
    reason: 'measure-unclear',
    doubt: null,
    isCertain: false,
    isStrict: false,
    significant: 2,
    coarseStep: 0.1,
  }
}

const notJudged = { is: 'not-judged', reason: 'measure-unclear' } as const

/** The metric that the words of "92 percent" name, of some metrics of one unit. */
function named(text: string, names: readonly string[], unit: OwnMetric['unit'] = 'percent'): string | undefined {
  const own = new OwnMetricsNamed(
    new Map(
      names.map((name) => [
        `own.${name}`,
        {
          metric: { id: name, name, formula: '1', unit, error: null, inputs: [], savedAt: 0 },
          formula: { kind: 'number', value: 1 },
        },
      ]),
    ),
  )
  return own.of(unnamed(text, '92 percent', 'percent'), notJudged, text)?.name
}

describe('a figure without a line is of an own metric', () => {
  test.each([
    'Cash conversion was 92 percent.',
    'Thank you. And our cash conversion for the third quarter was about 92 percent, which is good.',
    'We delivered a 92 percent cash conversion.',
    'Cash conversion rose to 92 percent.',
  ])('where its whole name is next to the figure: %s', (text) => {
    expect(named(text, ['Cash conversion'])).toBe('Cash conversion')
  })

  test.each([
    'Margins were fine. It was 92 percent.',
    'Cash conversion improved. Utilization was 92 percent.',
    'Cash conversions were 92 percent.',
    'Cash conversion rose 92 percent.',
    'Cash conversion of the plant in Ohio and of others was 92 percent.',
    'Retail cash conversion was 92 percent.',
    'In Retail, cash conversion was 92 percent.',
    'The impact on cash conversion was 92 percent.',
    'We expect cash conversion of 92 percent.',
    'If cash conversion was 92 percent, we would be glad.',
    'We delivered a 92 percent cash conversion bonus.',
  ])('and not where a doubt is left: %s', (text) => {
    expect(named(text, ['Cash conversion'])).toBeUndefined()
  })

  test('of the longest name that stands there', () => {
    const names = ['Cash conversion', 'Total cash conversion']
    expect(named('Total cash conversion was 92 percent.', names)).toBe('Total cash conversion')
    expect(named('Total cash conversion was 92 percent.', ['Cash conversion'])).toBe('Cash conversion')
    expect(named('Cash conversion was 92 percent.', names)).toBe('Cash conversion')
  })

  test('of the same unit', () => {
    expect(named('Cash conversion was 92 percent.', ['Cash conversion'], 'ratio')).toBeUndefined()
  })

  test.each(['Sales', 'Quarterly revenue', 'Growth', 'Q3', '90 days'])(
    'and never of one whose name could be that of a line, grammar or a figure: %s',
    (name) => {
      expect(named(`${name} was 92 percent.`, [name])).toBeUndefined()
    },
  )
})
