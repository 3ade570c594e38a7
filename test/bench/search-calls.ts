import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entriesOf } from '#core/calls/entries.ts'
import { getCallRows } from '#core/calls/list-store.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open.ts'
import { FullText } from '#core/search/full-text.ts'
import { median, milliseconds, percentile, timed, times, type Measured } from './measure.ts'
import { fillSpoken, spokenCalls } from './spoken-library.ts'

interface Searched {
  readonly query: string
  /** What ripgrep is asked to find the same turns. */
  readonly pattern: readonly string[]
}

const wholeWord = (pattern: string): Searched['pattern'] => ['-i', '-w', pattern]
const near = (left: string, right: string, words: number) => {
  const between = String.raw`\W+(?:\w+\W+){0,${words}}`
  return wholeWord(`${left}${between}${right}|${right}${between}${left}`)
}

/** From words of every tenth turn to words of one in a thousand; what analysts look for. */
const searches: Readonly<Record<string, readonly Searched[]>> = {
  'one word': [
    'growth',
    'margin',
    'guidance',
    'inflation',
    'headwinds',
    'pricing',
    'dividend',
    'covenant',
    'supply',
    'capex',
  ].map((word) => ({ query: word, pattern: wholeWord(word) })),
  phrase: [
    'gross margin',
    'free cash flow',
    'supply chain',
    'working capital',
    'market share',
    'price increases',
    'net debt',
    'second half',
  ].map((words) => ({ query: `"${words}"`, pattern: wholeWord(words) })),
  NEAR: [
    ['margin', 'pressure'],
    ['price', 'volume'],
    ['supply', 'chain'],
    ['debt', 'reduce'],
    ['growth', 'quarter'],
  ].map(([left = '', right = '']) => ({ query: `NEAR(${left} ${right}, 10)`, pattern: near(left, right, 10) })),
  beginning: ['infla', 'margin', 'acqui', 'guid', 'deleverag', 'invest', 'digit'].map((letters) => ({
    query: `${letters}*`,
    pattern: wholeWord(`${letters}\\w*`),
  })),
}

/** Rounds of each search; the first of ours warms up and is not counted. */
const rounds = 8

/** Full text over a million turns, 50 groups with their snippets, counts and facets; and ripgrep over the same text as files. */
export async function searchCalls(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const library = openDatabase(join(folder, 'library.db'), libraryDatabase)
  try {
    if (!library.writer) throw new Error('the bench folder is read-only')
    const { calls, source } = spokenCalls()
    const files = join(folder, 'text')
    const filled = fillSpoken(library.writer, calls, files)
    const fullText = new FullText({
      reader: library.reader,
      calls: {
        entries: (callIds) =>
          new Map(
            entriesOf(library.reader, getCallRows(library.reader, callIds), () => new Map()).map((entry) => [
              entry.callId,
              entry,
            ]),
          ),
        timesSetFor: () => null,
      },
      synonyms: () => [],
    })
    const first = await timed(() => run(fullText, 'growth'))
    const rows: Measured[] = [
      {
        what: `first search of a session over ${filled.turns.toLocaleString('en')} turns of ${filled.calls.toLocaleString('en')} calls (${source})`,
        figure: milliseconds(first),
        bar: '',
        held: null,
      },
    ]
    for (const [kind, wanted] of Object.entries(searches)) rows.push(...(await measured(fullText, files, kind, wanted)))
    return rows
  } finally {
    library.close()
    rmSync(folder, { recursive: true })
  }
}

async function measured(
  fullText: FullText,
  files: string,
  kind: string,
  wanted: readonly Searched[],
): Promise<Measured[]> {
  const took: number[] = []
  const ratios: number[] = []
  const hits: number[] = []
  for (const { query, pattern } of wanted) {
    const ours: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      ours.push(await timed(async () => hits.push(await run(fullText, query))))
    }
    took.push(...ours.slice(1))
    if (hasRipgrep) ratios.push((await timed(() => grep(files, pattern))) / median(ours.slice(1)))
  }
  const p95 = percentile(took, 0.95)
  const row: Measured = {
    what: `full text, ${kind}, 50 ranked groups with snippets and facets, up to ${Math.max(...hits).toLocaleString('en')} hits: p50 ${milliseconds(median(took))}`,
    figure: `p95 ${milliseconds(p95)}`,
    bar: '≤ 60 ms',
    held: p95 <= 60,
  }
  const against = `full text, ${kind}, against ripgrep over the same text as files`
  if (ratios.length === 0)
    return [row, { what: against, figure: 'skipped: rg is not installed', bar: '≥ 10×', held: null }]
  const ratio = median(ratios)
  return [
    row,
    { what: `${against}: least ${times(Math.min(...ratios))}`, figure: times(ratio), bar: '≥ 10×', held: ratio >= 10 },
  ]
}

async function run(fullText: FullText, query: string): Promise<number> {
  const told = await fullText.run({ query, chosen: {}, order: 'best', offset: 0, limit: 50 })
  if (!told.understood) throw new Error(told.trouble.says)
  return told.answer.hits
}

const hasRipgrep = spawnSync('rg', ['--version']).status === 0

function grep(files: string, pattern: readonly string[]): void {
  execFileSync('rg', ['--no-config', '--no-ignore', ...pattern, files], { maxBuffer: 2 ** 30 })
}
