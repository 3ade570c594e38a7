import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureOf } from '#core/failure-error.ts'
import { readXml } from '#core/export/workbook-update/read-xml.ts'

type Told =
  | readonly ['open', string, Readonly<Record<string, string>>, string]
  | readonly ['text', string]
  | readonly ['close', string, string]

/** What is read of a text, with the tags at the positions that were read. */
async function told(xml: string): Promise<Told[]> {
  const all: Told[] = []
  await readXml(xml, {
    open: (name, attributes, start, inside) => all.push(['open', name, attributes, xml.slice(start, inside)]),
    text: (text) => all.push(['text', text]),
    close: (name, start, end) => all.push(['close', name, xml.slice(start, end)]),
  })
  return all
}

async function refusalOf(xml: string): Promise<string | undefined> {
  const failure = await told(xml).then(
    () => undefined,
    (error: unknown) => failureOf(error),
  )
  return failure?.detail
}

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly within: readonly Node[]
}

const word = fc.stringMatching(/^[a-z]{1,6}(:[a-zA-Z]{1,6})?$/)
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    name: word,
    attributes: fc.dictionary(word, fc.string({ maxLength: 8 }), { maxKeys: 3, noNullPrototype: true }),
    text: fc.string({ maxLength: 12 }),
    within: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
  }),
}))

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

function written({ name, attributes, text, within }: Node): string {
  const keys = Object.entries(attributes).map(([key, value]) => ` ${key} = "${escaped(value)}"`)
  const inside = escaped(text) + within.map(written).join('')
  return inside === '' ? `<${name}${keys.join('')}/>` : `<${name}${keys.join('')}>${inside}</${name}>`
}

function tree(events: readonly Told[]): Node | undefined {
  const open: { name: string; attributes: Readonly<Record<string, string>>; text: string; within: Node[] }[] = []
  for (const event of events) {
    if (event[0] === 'open') open.push({ name: event[1], attributes: event[2], text: '', within: [] })
    else if (event[0] === 'text') open.at(-1)!.text += event[1]
    else {
      const done = open.pop()!
      if (open.length === 0) return done
      open.at(-1)!.within.push(done)
    }
  }
  return undefined
}

describe('a part of a workbook', () => {
  test('is read element by element, each with its positions', async () => {
    const xml = '<?xml version="1.0"?>\n<a x:b="1 &lt; 2" c=\'"\'><!-- <d> --><e/>f&#x1F44B;<![CDATA[<g>&amp;]]></a >'
    expect(await told(xml)).toEqual([
      ['text', '\n'],
      ['open', 'a', { 'x:b': '1 < 2', c: '"' }, '<a x:b="1 &lt; 2" c=\'"\'>'],
      ['open', 'e', {}, '<e/>'],
      ['close', 'e', ''],
      ['text', 'f👋'],
      ['text', '<g>&amp;'],
      ['close', 'a', '</a >'],
    ])
  })

  test('is read as it was written, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(node, async (root) => {
        expect(tree(await told(written(root)))).toEqual(root)
      }),
    )
  })

  test.each([
    ['an element that is never closed', '<a><b></b>'],
    ['one that another closes', '<a><b></a></b>'],
    ['a closing tag of nothing', '</a>'],
    ['a tag that is cut off', '<a b="c"'],
    ['a value without its quotation mark', '<a b="c><d/></a>'],
    ['a value without quotation marks', '<a b=c/>'],
    ['a comment without an end', '<a><!-- </a>'],
    ['a section without an end', '<a><![CDATA[</a>'],
  ])('with %s is refused as damaged', async (_, xml) => {
    expect(await refusalOf(xml)).toBe('a part of the file is damaged')
  })

  test('that declares its own words is refused: none of them is ever expanded', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    expect(await refusalOf(bomb)).toMatch(/declares a document type/)
    expect(await told('<a>&c;&#1114112;</a>')).toContainEqual(['text', '&c;&#1114112;'])
  })

  test('is read a hundred deep, and no deeper, before the rest of it is looked at', async () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
    expect(await told(nested(100))).toHaveLength(200)
    expect(await refusalOf(nested(101))).toMatch(/nested more than 100 levels deep/)
    // Not well-formed after the hundredth: that is never reached.
    expect(await refusalOf(`${'<a>'.repeat(1_000_000)}<`)).toMatch(/nested more than 100 levels deep/)
  })
})
