import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import { defaultPreferences } from '#contract/api/default-preferences.ts'
import type { ExportChunk, TableChunk } from '#contract/api/exports.ts'
import type { ScreenColumn, ScreenMatch, ScreenResult, ScreenSpec } from '#contract/api/screens.ts'
import { toJsonText } from '#contract/api/serialized-json.ts'
import { ScreenPage, emptySpec } from '../../../src/renderer/screener/screen-page.svelte.ts'
import { copyRange, resultsFile } from '../../../src/renderer/screener/screen-sheet.ts'
import { inEffectRoot } from '../in-effect-root.svelte.ts'

const figure = (field: string, measure: 'value' | 'change'): ScreenColumn => ({
  kind: 'figure',
  field,
  period: 'ltm',
  measure,
})
const columns: readonly ScreenColumn[] = [
  figure('calculated.operating_margin', 'change'),
  figure('calculated.operating_margin', 'value'),
  figure('Revenue', 'change'),
  figure('debt_to_equity', 'change'),
  { kind: 'plain', key: 'sentiment' },
  { kind: 'plain', key: 'sentiment-change' },
  { kind: 'plain', key: 'call' },
]
const nothing = { sector: null, industry: null, country: null, exchange: null, type: null, currency: null }
const match: ScreenMatch = {
  symbol: 'HLDN',
  name: 'Halden',
  period: null,
  listing: nothing,
  sentiment: 0.1312,
  sentimentChange: -0.0512,
  callAt: Date.UTC(2026, 9, 21, 12, 30),
  rating: null,
  cells: [],
  figures: [0.012, 0.165, 0.012, 0.012, null, null, null],
  records: { quarter: [], ltm: [], year: [] },
  metBy: [],
}
const result: ScreenResult = {
  companies: 1,
  judged: 1,
  conditions: [],
  columns: [...columns],
  matches: toJsonText<readonly ScreenMatch[]>([match]),
  unjudged: [],
  steps: [],
  relaxation: null,
  milliseconds: 1,
}

/** A screen with these columns and its one result. */
async function shownScreen(): Promise<ScreenPage> {
  const spec: ScreenSpec = { ...emptySpec, columns: [...columns] }
  const core = {
    screens: {
      run: () => Promise.resolve(result),
      saved: () => Promise.resolve({ screens: [] }),
      droppedCompanies: () => Promise.resolve({ droppedCompanies: [] }),
    },
    metrics: { list: () => Promise.resolve({ metrics: [] }) },
    search: { saved: () => Promise.resolve({ searches: [] }) },
  }
  const page = inEffectRoot(
    () =>
      new ScreenPage({
        core: core as never,
        changes: { listen: () => () => undefined },
        preferences: { now: defaultPreferences },
        spec: () => spec,
        saved: () => '',
        isHidden: () => false,
      }),
  )
  await expect.poll(() => page.ordered.length).toBe(1)
  flushSync()
  return page
}

test('a file has changes of margins in basis points, as its heads say, and figures and days that a spreadsheet reads', async () => {
  const sent: TableChunk[] = []
  let reading = Promise.resolve()
  const table = (pieces: AsyncIterable<TableChunk>) => {
    reading = (async () => {
      for await (const piece of pieces) sent.push(piece)
    })()
    return Promise.resolve(
      (async function* (): AsyncGenerator<ExportChunk> {
        // No file: what is sent is what is tested.
      })(),
    )
  }
  const file = resultsFile({ exports: { table } } as never, await shownScreen(), { name: '', asOf: null, sentence: '' })
  await file?.request({ as: 'xlsx', title: 'Screen', paper: 'a4' }, new AbortController().signal)
  await reading
  const [head] = sent
  const heads = head?.kind === 'head' ? head.columns.map(({ title, kind }) => `${title}: ${kind}`) : []
  const [cells = []] = sent.flatMap((piece) => (piece.kind === 'rows' ? piece.rows : []))
  expect(heads.map((each, at) => [each, cells[at]])).toEqual([
    ['Symbol: text', 'HLDN'],
    ['Company: text', 'Halden'],
    ['New: text', ''],
    ['Operating margin, LTM y/y, bps: basis-points', 120],
    ['Operating margin, LTM: percent', 0.165],
    ['Revenue, LTM y/y: growth', 0.012],
    ['Debt/equity, LTM y/y: ratio', 0.012],
    ['Call sentiment: score', 0.1312],
    ['Sentiment change: score', -0.0512],
    ['Latest call: day', '2026-10-21'],
  ])
})

test('cells are copied with the same figures, under the same heads', async () => {
  const page = await shownScreen()
  page.grid.selectAll()
  expect(
    copyRange(page, { heads: true })
      .text.split('\r\n')
      .map((line) => line.split('\t').slice(3)),
  ).toEqual([
    [
      'Operating margin, LTM y/y, bps',
      'Operating margin, LTM',
      'Revenue, LTM y/y',
      'Debt/equity, LTM y/y',
      'Call sentiment',
      'Sentiment change',
      'Latest call',
    ],
    ['120', '0.165', '0.012', '0.012', '0.1312', '-0.0512', '2026-10-21'],
  ])
})
