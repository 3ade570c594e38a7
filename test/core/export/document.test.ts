import { expect, test } from 'vitest'
import type { DocumentBlock, EditableDocument } from '#contract/api/exports.ts'
import { failureOfQuestion, openedCore } from '../opened-core.ts'
import { unpacked } from './archive.ts'

const figures: DocumentBlock = {
  kind: 'table',
  head: ['Millions', 'Q3 FY2025'],
  columns: [
    { width: 200, isFigure: false, language: null },
    { width: 60, isFigure: true, language: null },
  ],
  rows: [
    { rank: 'total', cells: ['Revenue', '1,318.4'] },
    { rank: 'sub', cells: ['Change', '(5.1%)'] },
  ],
}

const brief: EditableDocument = {
  title: 'HLDN: Q3 / FY2025 earnings brief',
  paper: 'a4',
  running: { left: 'Northgate & Partners', right: 'As of 21 Nov 2025' },
  name: 'Halden <Instruments>',
  subtitle: 'HLDN',
  blocks: [
    { kind: 'paragraph', text: 'Revenue rose 9.4% to 1,318.4.\u0000', style: 'lead', language: null },
    { kind: 'heading', text: 'Figures (1)', note: 'vs. last year' },
    figures,
  ],
  foot: 'For internal use.',
}

async function partsOf(document: EditableDocument) {
  const { api } = openedCore()
  const { fileName, mediaType, base64 } = await api.exports.document(document)
  const parts = unpacked(Buffer.from(base64, 'base64'))
  const part = (name: RegExp) => [...parts].filter(([key]) => name.test(key)).map(([, xml]) => xml)
  return { fileName, mediaType, body: part(/^word\/document\.xml$/)[0] ?? '', part }
}

const textIn = (xml: string) => [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text?.trim())

test('a document is a Word file with its sections in order, its own line at the head and its disclaimer at the foot', async () => {
  const { fileName, mediaType, body, part } = await partsOf(brief)
  expect(fileName).toBe('HLDN Q3 FY2025 earnings brief.docx')
  expect(mediaType).toMatch(/wordprocessingml\.document$/)
  expect(textIn(body)).toEqual([
    ...['Halden &lt;Instruments&gt;', 'HLDN', 'Revenue rose 9.4% to 1,318.4.', 'Figures (1)', 'vs. last year'],
    ...['Millions', 'Q3 FY2025', 'Revenue', '1,318.4', 'Change', '(5.1%)'],
  ])
  expect(textIn(part(/^word\/header\d*\.xml$/).join(''))).toEqual(['Northgate &amp; Partners', 'As of 21 Nov 2025'])
  expect(textIn(part(/^word\/footer\d*\.xml$/).join(''))).toContain('For internal use.')
})

test('its figures stand to the right, its head is repeated on every page, and it has the chosen paper', async () => {
  const { body } = await partsOf(brief)
  const cells = [...body.matchAll(/<w:tc>.*?<\/w:tc>/g)].map(([cell]) => cell)
  expect(cells.map((cell) => /<w:jc w:val="(\w+)"/.exec(cell)?.[1])).toEqual([
    ...['left', 'right'],
    ...['left', 'right'],
    ...['left', 'right'],
  ])
  expect(body.match(/<w:tblHeader\/>/g)).toHaveLength(1)
  expect(body).toMatch(/<w:pgSz w:w="11906" w:h="16838"/)
  expect((await partsOf({ ...brief, paper: 'letter' })).body).toMatch(/<w:pgSz w:w="12240" w:h="15840"/)
})

test('quotes are said to be in their language, and no other words are', async () => {
  const quotes: DocumentBlock = {
    kind: 'table',
    head: ['Firm', 'First question'],
    columns: [
      { width: 100, isFigure: false, language: null },
      { width: 240, isFigure: false, language: 'de-DE' },
    ],
    rows: [{ rank: 'plain', cells: ['Tidewell', 'Steigen die Preise?'] }],
  }
  const quote = { kind: 'paragraph', text: 'Wir wachsen.', style: 'quote', language: 'de-DE' } as const
  const { body } = await partsOf({ ...brief, blocks: [...brief.blocks, quote, quotes] })
  const marked = [...body.matchAll(/<w:lang w:val="([^"]*)"[^>]*\/><\/w:rPr><w:t[^>]*>([^<]*)/g)]
  expect(marked.map(([, language, text]) => [language, text])).toEqual([
    ['de-DE', 'Wir wachsen.'],
    ['de-DE', 'Steigen die Preise?'],
  ])
  expect(body.match(/<w:lang /g)).toHaveLength(2)
  const { api } = openedCore()
  const hostile = { ...quote, language: 'de"/>' }
  expect(await failureOfQuestion(api.exports.document({ ...brief, blocks: [hostile] }))).toMatchObject({
    kind: 'bad-request',
  })
})

test('a name that reads from the right stands so', async () => {
  const { body } = await partsOf({ ...brief, name: 'חברת המכשירים Q3 FY2026' })
  expect(/<w:p>(?:(?!<\/w:p>).)*חברת/.exec(body)?.[0]).toContain('<w:bidi/>')
})

test('a document of more blocks than one has is refused', async () => {
  const { api } = openedCore()
  const blocks = Array.from({ length: 401 }, () => figures)
  expect(await failureOfQuestion(api.exports.document({ ...brief, blocks }))).toMatchObject({ kind: 'bad-request' })
})
