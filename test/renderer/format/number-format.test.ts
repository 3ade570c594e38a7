import { afterEach, expect, test } from 'vitest'
import type { ScreenCondition } from '#contract/api/screens.ts'
import { recordingFactText } from '../../../src/renderer/call/panel/panel-text.ts'
import { copiedSheet } from '../../../src/renderer/format/copied-table.ts'
import { sentencesText, targetText } from '../../../src/renderer/format/contract-texts.ts'
import { formatBytes, formatCounted, formatFixed } from '../../../src/renderer/format/counts.ts'
import { sentenceOf } from '../../../src/renderer/format/failure-text.ts'
import { formatMoney, formatPercent } from '../../../src/renderer/format/figures.ts'
import { writeNumbersAs } from '../../../src/renderer/format/number-format.svelte.ts'
import { readValue, typedValue, valueForm, valueText } from '../../../src/renderer/screener/condition-format.ts'
import { conditionFor, screenSubjects } from '../../../src/renderer/screener/screen-subjects.ts'

afterEach(() => writeNumbersAs('en-US'))

test('figures, counts, sizes and price targets are written in the format that was chosen', () => {
  writeNumbersAs('de-DE')
  expect([
    formatMoney(1_318_400_000, 'millions'),
    formatPercent(0.151),
    formatCounted(1204, 'call'),
    formatFixed(0.5, 2),
    formatBytes(3_400_000_000),
    targetText({ raw: 'EUR 1045.5', amount: 1045.5, currency: 'EUR', reason: null }),
  ]).toEqual(['1.318,4', '15,1%', '1.204 calls', '0,50', '3,40 GB', 'EUR 1.045,50'])
})

test('a count in a sentence of the core is written in the format of the window', () => {
  writeNumbersAs('de-DE')
  expect(sentencesText([[{ figure: 1204, as: 'count' }, ' calls for HLDN.']])).toBe('1.204 calls for HLDN.')
  expect(sentencesText([[{ figure: 0, as: 'count' }, ' calls']])).toBe('0 calls')
})

test('what a failure says and the size of a recording are written in the format of the window', () => {
  writeNumbersAs('de-DE')
  const failure = { kind: 'too-large', operation: 'Ratings', limit: { count: 5000, of: 'records' } } as const
  expect(sentenceOf(failure)).toContain('limit 5.000 records')
  expect(recordingFactText({ label: 'Format', value: 'audio/mpeg', bytes: 782_099 })).toBe('audio/mpeg · 782.099 bytes')
})

test('a copied table has the decimal sign that a spreadsheet of the same region reads, and no groups', () => {
  writeNumbersAs('fr-FR')
  const { text, html } = copiedSheet({ heads: ['Symbol', 'Revenue'], rows: [['HLDN', -1_318_400_000.25]] })
  expect(text).toBe('Symbol\tRevenue\r\nHLDN\t-1318400000,25')
  expect(html).toContain('>-1318400000,25<')
})

test('a value is typed as it is shown, and a sign of another format is refused instead of read as another number', () => {
  writeNumbersAs('de-DE')
  const condition = conditionFor('Operating margin', 'id', screenSubjects([], [])) as ScreenCondition
  const none = new Map<string, never>()
  const form = valueForm(condition, none, 'millions')
  expect([readValue('12,5', form), readValue('12.5', form)]).toEqual([0.125, undefined])
  expect(typedValue(0.1234, form)).toBe('12,34')
  expect(valueText(condition, 0.125, none, 'millions')).toBe('12,5%')
})
