import { afterEach, expect, test } from 'vitest'
import { absentSentence, headTitle, startText } from '../../../src/renderer/call/head/call-text.ts'
import { usualDates, writeDatesAs } from '../../../src/renderer/format/date-format.svelte.ts'
import { callName } from '../../../src/renderer/format/call-name.ts'
import { formatSentiment, summaryLines } from '../../../src/renderer/call/panel/panel-text.ts'
import { madeCall } from './made-call.ts'

const { entry } = madeCall([])
afterEach(() => writeDatesAs(usualDates))

test('the head does not say the company twice, and keeps a title that does not begin with it', () => {
  expect(headTitle({ ...entry, title: 'Halden Q3 FY2025 earnings call' })).toBe('Q3 FY2025 earnings call')
  expect(headTitle({ ...entry, title: 'Halden at an investor conference' })).toBe('At an investor conference')
  expect(headTitle({ ...entry, title: 'Q3 call of Halden' })).toBe('Q3 call of Halden')
  expect(headTitle({ ...entry, company: null, title: 'Halden Q3' })).toBe('Halden Q3')
})

test('a call’s start is on the clocks of the chosen zone and names it; one that is no time is shown as received', () => {
  const startTime = '2025-10-21T23:30:00-04:00'
  const start = { startedAt: Date.parse(startTime), startTime }
  writeDatesAs({ ...usualDates, callTimeZone: 'America/New_York' })
  expect(startText(start)).toBe('Tue 21 Oct 2025, 23:30 EDT')
  writeDatesAs({ ...usualDates, callTimeZone: 'Asia/Tokyo' })
  expect(startText(start)).toBe('Wed 22 Oct 2025, 12:30 UTC+9')
  expect(startText({ startedAt: null, startTime: 'soon' })).toBe('soon')
})

test('a tab is named by symbol and quarter, or by the title when they are not known', () => {
  expect(callName(entry)).toBe('HLDN Q3 FY2025 call')
  expect(callName({ ...entry, quarter: { quarter: 'FY', year: 2025 } })).toBe('HLDN FY2025 call')
  expect(callName({ ...entry, quarter: null })).toBe('Halden Q3 call')
})

test('why there is nothing to read says the status as received, where nobody has described it', () => {
  const sentence = (status: string | null) => absentSentence({ ...madeCall([]), entry: { ...entry, status } })
  expect(sentence('POSTPONED')).toMatch(/no transcript for this call \(status: POSTPONED\)/)
  expect(sentence(null)).toBe('The service has no transcript for this call.')
})

test('a summary keeps its lines; what the service marks as points are points', () => {
  expect(summaryLines('Overview\n\n- Margin 45%\n• Guidance\r\n1. First')).toEqual([
    { text: 'Overview', point: false },
    { text: 'Margin 45%', point: true },
    { text: 'Guidance', point: true },
    { text: '1. First', point: false },
  ])
  expect([0.14, -0.081, 0, -0.004, null].map(formatSentiment)).toEqual(['0.14', '(0.08)', '0.00', '0.00', 'n/a'])
})
