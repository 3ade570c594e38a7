import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import type { CallReading } from '#contract/api/calls.ts'
import type { AnchoredHighlight } from '#contract/api/notes.ts'
import type { DocumentOptions } from '#core/notes/export/call-document.ts'
import { exportNotes } from '#core/notes/export/export-notes.ts'
import { ownFolder } from '../folders.ts'
import { highlighted, readingOf } from './made-reading.ts'

const at = Date.UTC(2025, 10, 15, 8)
const unending = new AbortController().signal

interface Wanted {
  readonly as: 'markdown' | 'html' | 'docx'
  readonly only?: 'all' | 'highlights'
  readonly highlights?: readonly AnchoredHighlight[]
  readonly corrections?: DocumentOptions['corrections']
}

async function written(reading: CallReading, { as, only = 'all', highlights = [], corrections = new Map() }: Wanted) {
  const { base64, ...file } = await exportNotes({ reading, highlights, corrections, as, only, at }, unending)
  const bytes = Buffer.from(base64, 'base64')
  return { ...file, bytes, text: bytes.toString() }
}

const chapters = [
  { kind: 'prepared', title: 'Jane Doe', speaker: 0, first: 0, last: 0 },
  { kind: 'question', title: 'Ann Poe, Bolt Partners', speaker: 1, first: 1, last: 2 },
] satisfies CallReading['chapters']
const call = readingOf(
  ['Margins widened by two points.', 'In Europe too?\nAnd in Asia?', 'Yes: Europe, and Asia later.'],
  { chapters },
)
const highlights = [
  highlighted(call, 'widened by two points', { note: 'Check\nagainst the filing.' }),
  highlighted(call, 'two', { color: 'red' }),
  highlighted(call, 'Asia?\nYes: Europe', { color: 'green', note: 'Not China?' }),
  highlighted(call, 'We raise guidance', { note: 'Gone?', isThere: false }),
]

describe('a call as Markdown', () => {
  test('is the whole transcript with where it comes from, who spoke when, and what was noted', async () => {
    const { text } = await written(call, { as: 'markdown', highlights })
    expect(text).toBe(`# Acme third quarter 2025 call

- Company: Acme Inc
- Symbol: ACME (NASDAQ)
- Fiscal quarter: Q3 FY2025 (inferred)
- Date: 2025-10-28T09:00:00-04:00
- Call ID: 6d1f6c1e-0000-4000-8000-000000000001
- Format: JSON, verbatim
- Content hash (sha256): ${'ab'.repeat(32)}
- Fetched: 2025-11-14 12:42:10 UTC
- Highlights: 4
- Exported: 2025-11-15 08:00:00 UTC

## Jane Doe

**Jane Doe**, Chief Executive Officer, Acme Inc, 1:00:00, segment 100

Margins <mark>widened by </mark><mark>two</mark><sup>2</sup><mark> points</mark><sup>1</sup>.

> 2\\. red

> 1\\. amber: Check
> against the filing.

## Question: Ann Poe, Bolt Partners

**Ann Poe**, Bolt Partners, 1:00:10, segment 101

In Europe too?\\
And in <mark>Asia?</mark>

**Jane Doe**, Chief Executive Officer, Acme Inc, 1:00:20, segment 102

<mark>Yes: Europe</mark><sup>3</sup>, and Asia later.

> 3\\. green: Not China?

## Highlights not in this version of the transcript

4\\. amber, not in this version of the transcript

> “We raise guidance”

Gone?
`)
  })

  test('can be the highlights alone', async () => {
    const { text, fileName } = await written(call, { as: 'markdown', only: 'highlights', highlights })
    expect(fileName).toBe('ACME-Q3-2025-2025-10-28-highlights.md')
    expect(text).not.toContain('In Europe too')
    expect(text).toContain(
      '3\\. green, **Ann Poe**, Bolt Partners, 1:00:10, segments 101, 102\n\n> “Asia?\n> Yes: Europe”\n\nNot China?',
    )
  })

  test('is no markup where somebody said some', async () => {
    const said = ['# *Head* [link](http://x) <b>', '1. one', '- two', '`code` $1.4 ~~billion~~ &amp; | ^ =']
    const { text } = await written(readingOf(said), { as: 'markdown' })
    const shown = text
      .split('\n')
      .map((line) => line.replaceAll(/\\(?=[^\s\w])/g, ''))
      .filter((line) => said.includes(line))
    expect(shown).toEqual(said)
    // Every sign that could be markup carries its backslash.
    const spoken = text
      .split('**Jane Doe**')
      .slice(1)
      .join('')
      .replaceAll(/\*\*Ann Poe\*\*/g, '')
    expect(spoken).not.toMatch(/(?<!\\)[`*_[\]<>#|~&$^=]|^\s*[-+]\s|^\s*\d+\.\s/m)
  })
})

describe('a call as HTML', () => {
  test('contains the transcript as text alone, and requests nothing, whatever the text', async () => {
    const vectors = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '</style><svg onload=alert(1)>',
      '"><a href="javascript:alert(1)">x</a>',
      '&lt;b&gt; \u0000\u0008 \ud800 ﷽ 👩‍👩‍👧 שלום',
    ]
    const reading = readingOf(vectors, {
      entry: { title: '</title><script>alert(1)</script>', company: '<b>Acme</b>' },
    })
    const { text } = await written(reading, {
      as: 'html',
      highlights: [highlighted(reading, '</style><svg onload=alert(1)>', { note: '<script>note</script>' })],
    })
    const elements = new Set<string>()
    const attributes = new Set<string>()
    let shown = ''
    const parser = new Parser({
      onopentag: (name, has) => {
        elements.add(name)
        for (const attribute of Object.keys(has)) attributes.add(attribute)
      },
      ontext: (piece) => (shown += piece),
    })
    parser.end(text)
    const expected = 'html head meta title style body h1 dl dt dd section p b mark sup aside'
    expect([...elements].toSorted()).toEqual(expected.split(' ').toSorted())
    expect([...attributes].toSorted()).toEqual(['charset', 'class', 'content', 'dir', 'http-equiv', 'lang', 'name'])
    for (const vector of vectors.slice(0, 4)) expect(shown).toContain(vector)
    expect(shown).toContain('&lt;b&gt;   ﷽ 👩‍👩‍👧 שלום')
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(text).not.toMatch(/url\(|@import|https?:/)
  })
})

/** The parts of a package by their names (APPNOTE.TXT 4.3): read from the directory at its end. */
function unzipped(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(data, data + size)
    const isStored = bytes.readUInt16LE(at + 10) === 0
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), (isStored ? packed : inflateRawSync(packed)).toString())
    at += 46 + name + extra + comment
  }
  return parts
}

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0)
/** A machine may have its spreadsheet and no word processor. */
const hasWriter = ['/usr/lib/libreoffice', '/opt/libreoffice'].some((folder) =>
  existsSync(join(folder, 'program', 'libswlo.so')),
)

describe('a call as a Word document', () => {
  test('has the notes as comments on the words that they were made on', async () => {
    const { bytes, fileName } = await written(call, { as: 'docx', highlights })
    expect(fileName).toBe('ACME-Q3-2025-2025-10-28-transcript.docx')
    const parts = unzipped(bytes)
    const body = parts.get('word/document.xml')!
    const words = (xml: string) =>
      [...xml.matchAll(/<w:t[ >][^<]*<\/w:t>/g)].map(([run]) => run.replaceAll(/<[^>]*>/g, '')).join('')
    const commented = (id: number) =>
      words(
        body.slice(
          body.indexOf(`<w:commentRangeStart w:id="${id}"/>`),
          body.indexOf(`<w:commentRangeEnd w:id="${id}"/>`),
        ),
      )
    expect(commented(1)).toBe('widened by two points')
    expect(commented(3)).toBe('Asia?Jane Doe, Chief Executive Officer, Acme Inc, 1:00:20, segment 102Yes: Europe')
    expect(words(parts.get('word/comments.xml')!)).toBe('Checkagainst the filing.Not China?')
    expect(body).toContain('F8D3CF')
    expect(words(body)).toContain('We raise guidanceGone?')
  })

  test('of signs that no XML may hold leaves those out and nothing else', async () => {
    const { bytes } = await written(readingOf(['a\u0000b\u000bc\ud83dd\ufffee & <w:t> 😀']), { as: 'docx' })
    expect(unzipped(bytes).get('word/document.xml')).toContain('abcde &amp; &lt;w:t&gt; 😀')
  })

  test('is opened by a word processor, with every word', async ({ skip }) => {
    if (office === undefined || !hasWriter) return skip('no LibreOffice Writer on this machine')
    const folder = ownFolder()
    const reading = readingOf(['Margins & <tags> “widened” — שלום 😀.', 'Two\nlines.'])
    const { bytes, fileName } = await written(reading, {
      as: 'docx',
      highlights: [highlighted(reading, 'widened', { note: 'Check.' })],
    })
    writeFileSync(join(folder, fileName), bytes)
    const { status } = spawnSync(
      office,
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`,
        ...['--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder, join(folder, fileName)],
      ],
      { encoding: 'utf8' },
    )
    const text = readFileSync(join(folder, fileName.replace(/docx$/, 'txt')), 'utf8')
    expect(status).toBe(0)
    expect(text).toContain('Acme third quarter 2025 call')
    expect(text).toContain('Jane Doe, Chief Executive Officer, Acme Inc, 1:00:00, segment 100')
    expect(text).toContain('Margins & <tags> “widened” — שלום 😀.')
    expect(text).toContain('Two\nlines.')
  })
})

describe('the file', () => {
  test.each([
    [{}, 'ACME-Q3-2025-2025-10-28-transcript.html'],
    [{ symbol: '../../etc/passwd' }, 'etc-passwd-Q3-2025-2025-10-28-transcript.html'],
    [{ symbol: 'BRK.B', quarter: null }, 'BRK.B-2025-10-28-transcript.html'],
    [{ symbol: '株式', startTime: null }, 'call-Q3-2025-6d1f6c1e-transcript.html'],
    [{ symbol: null, quarter: null, startTime: 'soon', callId: '..' }, 'call-transcript.html'],
    [{ symbol: 'A'.repeat(300) }, `${'A'.repeat(40)}-Q3-2025-2025-10-28-transcript.html`],
  ])('of a call of %o is called %s', async (entry, expected) => {
    const { fileName } = await written(readingOf(['x'], { entry }), { as: 'html' })
    expect(fileName).toBe(expected)
  })

  test('is not written on when nobody waits for it any more', async () => {
    const order = { reading: call, highlights, corrections: new Map(), as: 'docx', only: 'all', at } as const
    await expect(exportNotes(order, AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
  })

  test('of thousands of turns leaves the core free while it is written', async () => {
    const reading = readingOf(Array.from({ length: 3000 }, (_, turn) => `Turn ${turn}: we expect margins to improve.`))
    let turns = 0
    let isWriting = true
    const counting = (async () => {
      while (isWriting) {
        turns += 1
        await new Promise(setImmediate)
      }
    })()
    const { bytes } = await written(reading, { as: 'docx' })
    isWriting = false
    await counting
    expect(unzipped(bytes).get('word/document.xml')).toContain('Turn 2999:')
    // In one piece it would have had a handful.
    expect(turns).toBeGreaterThan(100)
  })
})

test.each(['markdown', 'html', 'docx'] as const)(
  'a corrected turn has its correction with its author and date below the words received, as %s',
  async (as) => {
    const correction = { correction: 'Margins widened by ten points.', author: 'jdoe', at }
    const { bytes } = await written(call, { as, corrections: new Map([[0, correction]]) })
    const text = as === 'docx' ? (unzipped(bytes).get('word/document.xml') ?? '') : bytes.toString()
    const words = text.replaceAll(/<[^>]*>/g, '').replaceAll('\\', '')
    expect(words).toContain('Margins widened by two points.')
    expect(words).toMatch(/Corrected by jdoe, 2025-11-15:? Margins widened by ten points\./)
    expect(words).toMatch(/Corrections of the transcript:?\s*1/)
    expect(words.match(/Corrected by/g)).toHaveLength(1)
  },
)

describe('a call in another language than the rest of the file', () => {
  const german = { ...readingOf(['Die Margen sind gestiegen.', 'Auch in Europa?']), language: 'de-DE' }
  const corrections = new Map([[0, { correction: 'Die Margen sind gesunken.', author: 'jdoe', at }]])
  const lost = highlighted(german, 'Wir heben die Prognose an', { note: 'Gone?', isThere: false })

  test('has its words, quotes and corrections in that language in HTML, and labels and notes in English', async () => {
    const { text } = await written(german, { as: 'html', corrections, highlights: [lost] })
    const languages: Record<string, string> = {}
    const open: string[] = []
    const parser = new Parser({
      onopentag: (_, { lang }) => open.push(lang ?? open.at(-1) ?? ''),
      onclosetag: () => open.pop(),
      ontext: (piece) => (languages[piece.trim()] = open.at(-1) ?? ''),
    })
    parser.end(text)
    expect(languages).toMatchObject({
      'Die Margen sind gestiegen.': 'de-DE',
      'Die Margen sind gesunken.': 'de-DE',
      'Wir heben die Prognose an': 'de-DE',
      'Corrected by jdoe, 2025-11-15': 'en',
      'Highlights not in this version of the transcript': 'en',
      'Gone?': 'en',
    })
    const unstated = await written({ ...german, language: null }, { as: 'html', corrections, highlights: [lost] })
    expect(unstated.text.match(/lang=/g)).toHaveLength(1)
  })

  test('has them so in Word', async () => {
    const { bytes } = await written(german, { as: 'docx', corrections, highlights: [lost] })
    const body = unzipped(bytes).get('word/document.xml') ?? ''
    const marked = [...body.matchAll(/<w:lang w:val="de-DE"[^>]*\/>.*?<w:t[^>]*>([^<]*)/g)].map(([, text]) => text)
    expect(marked).toEqual([
      'Die Margen sind gestiegen.',
      'Die Margen sind gesunken.',
      'Auch in Europa?',
      'Wir heben die Prognose an',
    ])
  })
})

test('a call that came in a pack with a correction says whose pack it was, and whose correction', async () => {
  const pack = { author: 'Ada', madeAt: Date.UTC(2025, 10, 20, 9), workspace: 'Sample', host: 'sample' }
  const correction = { correction: 'Margins widened by ten points.', author: 'adal', at, pack }
  const corrections = new Map([[0, correction]])
  const { text } = await written({ ...call, pack }, { as: 'markdown', corrections })
  expect(text).toContain('- Origin: From a pack made by Ada on 2025-11-20 09:00:00 UTC\n')
  expect(text.replaceAll('\\', '')).toContain(
    'Corrected by adal, 2025-11-15, from a pack made by Ada on 2025-11-20: Margins',
  )
})

describe('highlights that came in a pack', () => {
  const made = highlighted(call, 'widened by two points', { note: 'Check\nagainst the filing.' })
  const bare = highlighted(call, 'Asia', { color: 'green' })
  const author = 'Ada King'
  const hers = [made, bare].map(({ highlight, ...place }) => ({
    ...place,
    highlight: { ...highlight, author, editedAt: at },
  }))
  const own = highlighted(call, 'Europe', { note: 'Mine.' })
  const wordsOf = async (as: 'markdown' | 'html', only: 'all' | 'highlights') => {
    const { text } = await written(call, { as, only, highlights: [...hers, own] })
    return text.replaceAll(/<[^>]*>/g, '').replaceAll(/[\\>] ?/g, '')
  }

  test.each(['all', 'highlights'] as const)('say whose they are, with a note and without, in %s', async (only) => {
    const markdown = await wordsOf('markdown', only)
    expect(markdown).toMatch(/amber by Ada King, 2025-11-15[:,].*Check\nagainst the filing\./s)
    expect(markdown).toMatch(/green by Ada King, 2025-11-15/)
    expect(markdown).toMatch(/amber[:,][^.]*Mine\./s)
    const html = await wordsOf('html', only)
    expect(html).toMatch(/Ada King, 2025-11-15 Check\nagainst the filing\./)
    for (const text of [markdown, html]) expect(text.match(/Ada King/g)).toHaveLength(2)
  })

  test('are comments of their author in Word, and of nobody in particular where they are yours', async () => {
    const { bytes } = await written(call, { as: 'docx', highlights: [...hers, own] })
    const comments = unzipped(bytes).get('word/comments.xml') ?? ''
    const signed = [...comments.matchAll(/<w:comment [^>]*>/g)].map(([comment]) =>
      ['initials', 'author', 'date'].map((name) => new RegExp(`w:${name}="([^"]*)"`).exec(comment)?.[1]),
    )
    expect(signed).toEqual([
      ['AK', author, new Date(at).toISOString()],
      ['T', 'Tearsheet', expect.any(String)],
      ['AK', author, new Date(at).toISOString()],
    ])
    const list = await written(call, { as: 'docx', only: 'highlights', highlights: hers })
    const words = (unzipped(list.bytes).get('word/document.xml') ?? '').replaceAll(/<[^>]*>/g, '')
    expect(words).toContain('Ada King, 2025-11-15: Check')
    expect(words.match(/Ada King/g)).toHaveLength(2)
  })
})
