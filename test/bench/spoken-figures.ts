/**
 * How well the figures spoken in real calls are understood, against labels that were made by reading. The measurement is the one that was
 * made while the labels of the test half were closed; what the same count gives since is no measurement, and has no bar.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { deriveTranscript } from '#core/calls/transcript/derive-transcript.ts'
import { speakersOf } from '#core/calls/transcript/speaker-totals.ts'
import type { Claim } from '#core/spoken-figures/claim.ts'
import { claimsIn } from '#core/spoken-figures/find-claims.ts'
import type { CallQuarter } from '#core/spoken-figures/periods.ts'
import type { Measured } from './measure.ts'

/** Real calls, which are not part of the repository; the labels name positions in them and none of their words. */
const callsFile = join(import.meta.dirname, '../../../shared/data/calls.jsonl.gz')
const labelsFile = join(import.meta.dirname, 'spoken-figure-labels/labels.jsonl')

interface RealCall {
  readonly seg: readonly (readonly [string, number, number, string, number | null])[]
  readonly spk: Readonly<Record<string, string>>
}

/** Before the labels of a call: the period that it reports, and which of its turns were read. */
interface LabelledCall {
  readonly call: number
  readonly quarter: string
  readonly passages: readonly (readonly [first: number, last: number])[]
}

/** See spoken-figure-labels/README.md. Percentages as spoken. */
interface Label {
  readonly call: number
  readonly turn: number
  readonly from: number
  readonly to: number
  readonly unit: string
  readonly low: number
  readonly high: number
  readonly field: string | null
  readonly change: string | null
  readonly period: string
  readonly qualifier: string | null
  readonly role: string
}

interface Counts {
  labels: number
  found: number
  claims: number
  valued: number
  measured: number
  measureRight: number
  dated: number
  periodRight: number
  judged: number
  judgedRight: number
  /** Labels of reported, unqualified lines of the statements. */
  reportedLines: number
}

type Figures = Omit<Counts, 'reportedLines'>

/**
 * The last count of the test half before a rule was written with its mistakes in view; they were read once, to check the labels. No later
 * program can be measured so: all real calls are used up.
 */
const blind: Figures = {
  labels: 332,
  found: 302,
  claims: 309,
  valued: 294,
  measured: 19,
  measureRight: 19,
  dated: 11,
  periodRight: 10,
  judged: 7,
  judgedRight: 6,
}
const dayOfOpening = '29 Nov 2026'

const what = 'figures spoken in real calls'

export function spokenFigures(): Measured[] {
  const measurement = rowsOf('measured blind', blind, 'recorded')
  if (!existsSync(callsFile))
    return [...measurement, { what, figure: 'not counted: no real calls here', bar: '', held: null }]
  const calls = linesOf<RealCall>(gunzipSync(readFileSync(callsFile)).toString('utf8'))
  const rows = linesOf<LabelledCall | Label>(readFileSync(labelsFile, 'utf8'))
  const labelled = rows.filter((row): row is LabelledCall => 'passages' in row)
  const labels = rows.filter((row): row is Label => 'turn' in row)
  // Every other call, in their order, was looked at while the rules were written; the others were only counted until they were opened.
  const half = (is: 'development' | 'test') =>
    counted(
      labelled.filter((_, at) => (at % 2 === 0) === (is === 'development')),
      calls,
      labels,
    )
  const countOf = (name: string, counts: Counts): Measured[] => [
    ...rowsOf(name, counts, 'counted'),
    rowOf(name, 'reported lines that would be judged', counts.judged, counts.reportedLines, null),
  ]
  return [
    ...measurement,
    ...countOf(`test half, open since ${dayOfOpening}`, half('test')),
    ...countOf('development half', half('development')),
  ]
}

function rowsOf(name: string, counts: Figures, how: 'recorded' | 'counted'): Measured[] {
  const row = (figure: string, part: number, all: number, bar: number) =>
    rowOf(name, figure, part, all, how === 'recorded' ? bar : null)
  return [
    row('labelled ones that are found', counts.found, counts.labels, 90),
    row('found ones with the right value and unit', counts.valued, counts.claims, 97),
    row('measures that are right', counts.measureRight, counts.measured, 95),
    row('periods that are right', counts.periodRight, counts.dated, 95),
    row('those that would be judged and are right in everything', counts.judgedRight, counts.judged, 98),
  ]
}

/** A bar is one of a recorded figure, which no run can meet or miss again. */
function rowOf(name: string, figure: string, part: number, all: number, bar: number | null): Measured {
  const outcome = bar !== null && part / all >= bar / 100 ? 'met' : 'missed'
  return {
    what: `${what}, ${name}: ${figure}`,
    figure: `${((100 * part) / all).toFixed(1)}% of ${all}`,
    bar: bar === null ? '' : `≥ ${bar}%: ${outcome}, recorded on ${dayOfOpening}`,
    held: null,
  }
}

function linesOf<Row>(text: string): Row[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

function counted(of: readonly LabelledCall[], calls: readonly RealCall[], labels: readonly Label[]): Counts {
  const counts: Counts = {
    labels: 0,
    found: 0,
    claims: 0,
    valued: 0,
    measured: 0,
    measureRight: 0,
    dated: 0,
    periodRight: 0,
    judged: 0,
    judgedRight: 0,
    reportedLines: 0,
  }
  for (const { call, quarter, passages } of of) {
    const real = calls[call]
    if (!real) throw new Error(`there is no call ${call}`)
    const isRead = (turn: number) => passages.some(([first, last]) => turn >= first && turn <= last)
    const claims = claimsOf(real, quarterOf(quarter)).filter(({ turn }) => isRead(turn))
    const open = new Set(claims)
    counts.claims += claims.length
    for (const label of labels.filter((each) => each.call === call)) {
      const claim = [...open].find(({ turn, from, to }) => turn === label.turn && from < label.to && to > label.from)
      if (claim) open.delete(claim)
      count(counts, label, claim)
    }
  }
  return counts
}

function count(counts: Counts, label: Label, claim: Claim | undefined): void {
  const isReportedLine = label.field !== null && label.qualifier === null && label.role === 'reported'
  counts.labels += 1
  if (isReportedLine) counts.reportedLines += 1
  if (!claim) return
  counts.found += 1
  const isValued = hasValue(claim, label)
  if (isValued) counts.valued += 1
  const claimsLine = claim.fields.length > 0 && claim.reason !== 'segment' && claim.reason !== 'part-unclear'
  const isLine = label.field !== null && sameLine(claim.fields, label.field)
  const period = claim.period && `${claim.period.quarter} ${claim.period.year}`
  if (claimsLine) {
    counts.measured += 1
    if (isLine) counts.measureRight += 1
    if (period !== null) {
      counts.dated += 1
      if (period === label.period) counts.periodRight += 1
    }
  }
  if (claim.reason !== null || claim.role !== 'reported' || !claim.period || claim.fields.length === 0) return
  counts.judged += 1
  if (isValued && isLine && isReportedLine && claim.change === label.change && period === label.period)
    counts.judgedRight += 1
}

function claimsOf({ seg, spk }: RealCall, quarter: CallQuarter | null): Claim[] {
  const segments = seg.map(([speaker, , , text]) => ({ speaker: spk[speaker] ?? speaker, text }))
  const transcript = deriveTranscript(
    { name: 'Acme', transcripts: [{ segments }], participants: null },
    { format: 'json' },
  )
  const times = { unit: null, how: 'unknown', evidence: { kind: 'no-times' }, offset: 0 } as const
  const sides = speakersOf({ ...transcript, times }).map(({ side }) => side)
  const turns = {
    text: transcript.said.turns.map(({ text }) => text),
    speaker: [...transcript.speakerOf],
    section: [...transcript.sections],
  }
  return claimsIn(turns, sides, quarter)
}

/** A half year is reported with its second quarter. */
function quarterOf(text: string): CallQuarter | null {
  const [name = '', year] = text.split(' ')
  const quarter = (['Q1', 'Q2', 'Q3', 'Q4', 'FY'] as const).find((each) => each === (name === 'H1' ? 'Q2' : name))
  return quarter === undefined ? null : { quarter, year: Number(year) }
}

/** Percentage points are as right as basis points. */
function hasValue({ value }: Claim, { unit, low, high }: Label): boolean {
  const points = value.unit === 'basis-points' && unit === 'percent'
  const divisor = unit === 'percent' && !points ? 100 : points ? 0.01 : 1
  const isNear = (spoken: number, labelled: number) =>
    Math.abs(Math.abs(spoken) - labelled / divisor) <= 1e-6 * Math.max(1, labelled / divisor)
  return (points || value.unit === unit) && isNear(value.low, low) && isNear(value.high, high)
}

const variants: readonly (readonly string[])[] = [
  ['NetIncomeLossAttributableCommonShareholders', 'ConsolidatedNetIncomeLoss'],
  ['DilutedEarningsPerShare', 'BasicEarningsPerShare'],
  ['DilutedSharesOutstanding', 'BasicSharesOutstanding'],
  ['TotalEquity', 'TotalEquityAttributableParent'],
  ['DepreciationDepletionAmortization', 'DepreciationDepletionAmortizationExpense'],
]

function sameLine(fields: readonly string[], labelled: string): boolean {
  const those = variants.find((each) => each.includes(labelled)) ?? [labelled]
  return fields.some((field) => those.includes(field))
}
