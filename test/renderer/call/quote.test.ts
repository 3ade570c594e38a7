import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CallReading } from '#contract/api/calls.ts'
import { quoteAt, quoteRows, quoteText, type Quote } from '../../../src/renderer/call/quote.ts'

type Quoted = Pick<CallReading, 'entry' | 'turns' | 'speakers'>

const speaker = {
  side: 'company',
  mentions: null,
  humanVerified: null,
  turns: 1,
  words: 9,
  seconds: null,
  sentiment: null,
} as const
const call: Quoted = {
  entry: {
    callId: '6d1f6c1e-0000-4000-8000-000000000001',
    symbol: 'ACME',
    exchange: 'NASDAQ',
    company: 'Acme Inc',
    title: 'Acme third quarter 2025 call',
    quarter: { quarter: 'Q3', year: 2025 },
    startedAt: Date.UTC(2025, 9, 29, 1),
    startTime: '2025-10-28T21:00:00-04:00',
    seconds: 3600,
    status: 'COMPLETED',
    stored: null,
    recording: 'none',
    seenAt: 0,
  },
  speakers: [
    { ...speaker, name: 'Jane Doe', role: 'Chief Executive Officer', organization: 'Acme Inc' },
    { ...speaker, name: 'Ann Poe', role: 'Analyst', organization: 'Bolt Partners', side: 'analyst' },
  ],
  turns: {
    segmentId: [11, 12, 13],
    speaker: [0, 0, 1],
    start: [5, 1908.6, null],
    end: [6, 1910, null],
    confidence: [null, null, null],
    sentiment: [null, null, null],
    section: ['prepared', 'prepared', 'qa'],
    boilerplate: [false, false, false],
    text: ['Thank you.', 'Margins widened by two points.', 'In Europe too?'],
  },
}
const position = (firstTurn: number, from: number, lastTurn: number, to: number) => ({ firstTurn, from, lastTurn, to })
const margins = quoteAt(call, position(1, 0, 1, 30))

describe('a quote as text', () => {
  test('names who said it, of which company, in which call, when, and where the service has it', () => {
    expect(quoteText(margins)).toBe(
      '“Margins widened by two points.” – Jane Doe, Chief Executive Officer, Acme Inc (ACME), Acme third quarter 2025 call, ' +
        '2025-10-28, 0:31:48, call_id 6d1f6c1e-0000-4000-8000-000000000001, segment_id 12',
    )
  })

  test('of an analyst names their firm; a turn without a time says none', () => {
    expect(quoteText(quoteAt(call, position(2, 0, 2, 9)))).toBe(
      '“In Europe” – Ann Poe, Analyst, Bolt Partners, Acme Inc (ACME), Acme third quarter 2025 call, ' +
        '2025-10-28, call_id 6d1f6c1e-0000-4000-8000-000000000001, segment_id 13',
    )
  })

  test('of several speakers puts no words into another’s mouth', () => {
    expect(quoteAt(call, position(0, 6, 2, 14))).toMatchObject({
      words: 'Jane Doe: you.\nMargins widened by two points.\nAnn Poe: In Europe too?',
      speaker: '',
      organization: '',
      time: '0:00:05',
      segmentIds: '11, 12, 13',
    })
  })

  test('leaves out what is not known', () => {
    const bare: Quoted = {
      entry: { ...call.entry, symbol: null, company: null, startTime: null },
      speakers: [],
      turns: { ...call.turns, segmentId: [null, null, null], start: [null, null, null] },
    }
    expect(quoteText(quoteAt(bare, position(1, 0, 1, 7)))).toBe(
      '“Margins” – Acme third quarter 2025 call, call_id 6d1f6c1e-0000-4000-8000-000000000001',
    )
  })
})

describe('a quote as a row', () => {
  test('has a column for each part, with heads when they are wanted', () => {
    const { text, html } = quoteRows([margins], { heads: true })
    expect(text.split('\r\n').map((line) => line.split('\t'))).toEqual([
      [
        'Quote',
        'Speaker',
        'Role',
        'Organization',
        'Company',
        'Symbol',
        'Call',
        'Date',
        'Time',
        'call_id',
        'segment_id',
      ],
      [
        'Margins widened by two points.',
        'Jane Doe',
        'Chief Executive Officer',
        'Acme Inc',
        'Acme Inc',
        'ACME',
        'Acme third quarter 2025 call',
        '2025-10-28',
        '0:31:48',
        '6d1f6c1e-0000-4000-8000-000000000001',
        '12',
      ],
    ])
    expect(html).toContain(`<td sdnum="1033;0;@" style='mso-number-format:"\\@"'>Margins widened by two points.</td>`)
    expect(html).toContain(`<td style='mso-number-format:"yyyy-mm-dd"'>2025-10-28</td>`)
    expect(quoteRows([margins, margins]).text.split('\r\n')).toHaveLength(2)
  })

  test('that begins with a quotation mark does not swallow what follows', () => {
    const quote = { ...margins, words: '"Widened", she said\tand left.\nYes.' }
    expect(quoteRows([quote]).text.split('\t')[0]).toBe('"""Widened"", she said and left. Yes."')
  })

  test('runs nothing and breaks no row, whatever was said', () => {
    const awkward = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('=', '+', '-', '@', '\t=', '\r\n-', ' ＝', '"=', '<td>'), fc.string())
        .map(([a, b]) => a + b),
    )
    // A plain number with its sign is a number, whichever way it is read.
    const mayRun = (cell: string) => /^[=+\-@＝＋－＠\s]/.test(cell) && !/^[-+]?\d+(\.\d+)?$/.test(cell)
    fc.assert(
      fc.property(awkward, awkward, (words, name) => {
        const quote: Quote = { ...margins, words, speaker: name }
        const { text, plainHtml } = quoteRows([quote])
        const cells = text.split('\t')
        expect(cells).toHaveLength(11)
        expect(cells.filter(mayRun)).toEqual([])
        expect(text).not.toMatch(/[\r\n]/)
        const shown = [...plainHtml.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell)
        expect(shown).toHaveLength(11)
        expect(shown.map((cell = '') => cell.trimStart()).filter(mayRun)).toEqual([])
      }),
    )
  })
})
