import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entriesOf } from '#core/calls/call-entries.ts'
import { getCallRows } from '#core/calls/call-list-store.ts'
import { libraryDatabase } from '#core/database/library-schema.ts'
import { openDatabase } from '#core/database/open-database.ts'
import type { Reader } from '#core/database/reader-writer.ts'
import { TranscriptSearch } from '#core/transcript-search/transcript-search.ts'
import { MentionCounts } from '#core/transcript-search/count-mentions.ts'
import { termGrid } from '#core/transcript-search/term-grid.ts'
import { wordsOf } from '#core/full-text-index/words.ts'
import { median, milliseconds, percentile, timed, times, type Measured } from './measure.ts'
import { benchCalls, fillTranscriptLibrary, type BenchCall } from './transcript-library.ts'

export interface BenchQuery {
  readonly query: string
  /** The arguments with which ripgrep finds the same turns. */
  readonly pattern: readonly string[]
}

const wholeWord = (pattern: string): BenchQuery['pattern'] => ['-i', '-w', pattern]
const near = (left: string, right: string, words: number) => {
  const between = String.raw`\W+(?:\w+\W+){0,${words}}`
  return wholeWord(`${left}${between}${right}|${right}${between}${left}`)
}

const words = (...queries: readonly string[]) => queries.map((word) => ({ query: word, pattern: wholeWord(word) }))

export const commonWord = 'common word'
/** A common word is in such a share of the turns: nearly all of the work is in its hits. */
const [lowestShare, highestShare] = [0.05, 0.25]

/** The six most common words of four letters or more, up to the highest share. */
function commonWords(calls: readonly BenchCall[]): string[] {
  const turnsByWord = new Map<string, number>()
  let all = 0
  for (const { turns } of calls)
    for (const { text } of turns) {
      all += 1
      for (const word of new Set(wordsOf(text))) turnsByWord.set(word, (turnsByWord.get(word) ?? 0) + 1)
    }
  return [...turnsByWord]
    .filter(([word, count]) => word.length >= 4 && count >= all * lowestShare && count <= all * highestShare)
    .sort(([, left], [, right]) => right - left)
    .slice(0, 6)
    .map(([word]) => word)
}

/** Queries that analysts run. */
const searches: Readonly<Record<string, readonly BenchQuery[]>> = {
  'one word': words(
    ...['growth', 'margin', 'guidance', 'inflation', 'headwinds'],
    ...['pricing', 'dividend', 'covenant', 'supply', 'capex'],
  ),
  phrase: [
    'gross margin',
    'free cash flow',
    'supply chain',
    'working capital',
    'market share',
    'price increases',
    'net debt',
    'second half',
  ].map((phrase) => ({ query: `"${phrase}"`, pattern: wholeWord(phrase) })),
  NEAR: [
    ['margin', 'pressure'],
    ['price', 'volume'],
    ['supply', 'chain'],
    ['debt', 'reduce'],
    ['growth', 'quarter'],
  ].map(([left = '', right = '']) => ({ query: `NEAR(${left} ${right}, 10)`, pattern: near(left, right, 10) })),
  prefix: ['infla', 'margin', 'acqui', 'guid', 'deleverag', 'invest', 'digit'].map((letters) => ({
    query: `${letters}*`,
    pattern: wholeWord(`${letters}\\w*`),
  })),
}

/** The queries of each kind; the common words are those of the calls. */
export function queriesByKind(calls: readonly BenchCall[]): Readonly<Record<string, readonly BenchQuery[]>> {
  return { ...searches, [commonWord]: words(...commonWords(calls)) }
}

/** Rounds of each search, after one that is not counted. Ripgrep runs between ours, so that both meet the same load. */
const rounds = 8
const grepRounds = 3

const turnsWanted = 1_000_000

/** Full text over a million turns, 50 ranked snippets with counts and facets; and ripgrep over the same text as files. */
export async function searchCalls(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tearsheet-bench-'))
  const library = openDatabase(join(folder, 'library.db'), libraryDatabase)
  try {
    if (!library.writer) throw new Error('the bench folder is read-only')
    const { calls, source } = benchCalls()
    const files = join(folder, 'text')
    const filled = fillTranscriptLibrary(library.writer, calls, turnsWanted, files)
    const fullText = new TranscriptSearch({
      reader: library.reader,
      isReadOnly: false,
      ending: new AbortController().signal,
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
    const first = await timed(() => run(fullText, 'growth', snippets))
    const rows: Measured[] = [
      {
        what: `first search of a session over ${filled.turns.toLocaleString('en')} turns of ${filled.calls.toLocaleString('en')} calls (${source})`,
        figure: milliseconds(first),
        bar: '',
        held: null,
      },
    ]
    for (const [kind, queries] of Object.entries(queriesByKind(calls)))
      rows.push(...(await measureQueries(fullText, files, kind, queries)))
    rows.push(await measureTermGrid(fullText, library.reader))
    return rows
  } finally {
    library.close()
    rmSync(folder, { recursive: true })
  }
}

async function measureQueries(
  fullText: TranscriptSearch,
  files: string,
  kind: string,
  queries: readonly BenchQuery[],
): Promise<Measured[]> {
  const measured: { readonly query: BenchQuery; readonly groups: number; ours: number[]; theirs: number[] }[] = []
  const hits: number[] = []
  for (const query of queries) {
    const all = await run(fullText, query.query, snippets)
    hits.push(all.hits)
    measured.push({ query, groups: all.groups, ours: [], theirs: [] })
  }
  // One query after the other: the hits of the last one are kept.
  for (let round = 0; round < rounds; round += 1) {
    for (const { query, groups, ours, theirs } of measured) {
      ours.push(await timed(() => run(fullText, query.query, groups)))
      if (hasRipgrep && round < grepRounds) theirs.push(await timed(() => grep(files, query.pattern)))
    }
  }
  const took = measured.flatMap(({ ours }) => ours)
  const grepTimes = measured.flatMap(({ theirs }) => (theirs.length === 0 ? [] : [median(theirs)]))
  const ratios = measured.flatMap(({ ours, theirs }) => (theirs.length === 0 ? [] : [median(theirs) / median(ours)]))
  if (hits.includes(0)) throw new Error(`full text, ${kind}: a search that finds nothing measures nothing`)
  const p95 = percentile(took, 0.95)
  const [least, most] = [Math.min(...hits), Math.max(...hits)].map((count) => count.toLocaleString('en'))
  const row: Measured = {
    what: `full text, ${kind}, 50 ranked snippets, counts and facets, ${least ?? ''} to ${most ?? ''} hits: p50 ${milliseconds(median(took))}`,
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
    {
      what: `${against}, which takes ${milliseconds(median(grepTimes))} (medians): least ${times(Math.min(...ratios))}`,
      figure: times(ratio),
      bar: '≥ 10×',
      held: ratio >= 10,
    },
  ]
}

/** A term grid of the whole library, counted for the first time, and the longest time that the core did nothing else meanwhile. */
async function measureTermGrid(fullText: TranscriptSearch, reader: Reader): Promise<Measured> {
  const terms = ['pricing', 'growth', '"gross margin"', 'NEAR(price volume, 10)', 'inflation OR headwinds']
  const counts = new MentionCounts(reader)
  let [longest, last, isCounting] = [0, performance.now(), true]
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (isCounting) setImmediate(look)
  }
  setImmediate(look)
  const took = await timed(() =>
    termGrid(
      { reader, fullText, mentions: counts, now: Date.now() },
      { terms, quarters: 40 },
      new AbortController().signal,
    ),
  )
  isCounting = false
  return {
    what: `term grid of ${terms.length} terms by 40 quarters, counted for the first time; others wait at most ${milliseconds(longest)}`,
    figure: milliseconds(took),
    bar: '',
    held: null,
  }
}

const snippets = 50

interface Run {
  readonly hits: number
  /** How many groups together show 50 snippets, with up to three each. */
  readonly groups: number
}

async function run(fullText: TranscriptSearch, query: string, limit: number): Promise<Run> {
  const result = await fullText.run({ query, chosen: {}, order: 'best', offset: 0, limit })
  if (!result.understood) throw new Error(result.error.message)
  const { hits, groups } = result.result
  let [shown, count] = [0, 0]
  for (const group of groups) {
    if (shown >= snippets) break
    shown += group.hits.length
    count += 1
  }
  if (shown < Math.min(snippets, hits)) throw new Error(`full text, ${query}: ${shown} snippets`)
  return { hits, groups: count }
}

const hasRipgrep = spawnSync('rg', ['--version']).status === 0

function grep(files: string, pattern: readonly string[]): void {
  execFileSync('rg', ['--no-config', '--no-ignore', ...pattern, files], { maxBuffer: 2 ** 30 })
}
