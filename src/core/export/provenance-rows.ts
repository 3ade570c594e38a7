/**
 * Facts that exported files state: program, workspace, time, as-of day, splits, sample data. A text
 * table has no provenance. Statements and comparisons have the day and the splits in rows, and the
 * head of every table marks sample data.
 */

import { packOrigin } from '#contract/api/pack-words.ts'
import type { PackSource } from '#contract/api/provenance.ts'
import { localDay, localDayInWords, localTimeInWords } from '../instant.ts'
import { instantCell, type Cell } from './workbook/cells.ts'
import { instantFormat, type CellStyle } from './workbook/styles.ts'

/** The facts that every exported file has. */
export interface ExportFacts {
  readonly workspace: string
  readonly baseUrl: string
  /** The workspace is the sample: its figures are invented. */
  readonly isSample: boolean
  /** "Tearsheet 1.2.0". */
  readonly program: string
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

/** The day that a file describes, YYYY-MM-DD; null: the present. */
export function asOfDay(asOf: number | null): string | null {
  return asOf === null ? null : localDay(asOf)
}

/** For the title of a sheet: a day, or when the latest of these periods was fetched. */
export function asOfWords(asOf: number | null, periods: readonly { readonly lastSeenAt: number }[]): string {
  if (asOf !== null) return localDayInWords(asOf)
  const latest = periods.reduce((most, { lastSeenAt }) => Math.max(most, lastSeenAt), 0)
  return latest === 0 ? 'now' : `${localTimeInWords(latest)} (latest download)`
}

/** Title of a file and of its content: figures of an earlier day are never taken for current ones. */
export function titleAsOf(title: string, asOf: number | null): string {
  const day = asOfDay(asOf)
  return day === null || title.includes(day) ? title : `${title} as of ${day}`
}

/** Marks split-adjusted EPS and shares, so that they are never taken for reported ones. */
export function titleAdjusted(title: string, adjustSplits: boolean): string {
  return !adjustSplits || title.includes('split-adjusted') ? title : `${title} split-adjusted`
}

export const splitsLabel = 'Share splits'

export const sampleSentence = 'Sample data: every figure is invented.'

const bold: CellStyle = { bold: true }
const moment: CellStyle = { format: instantFormat, align: 'left' }

function fact(label: string, value: Cell): Cell[] {
  return [{ kind: 'styled', value: label, style: bold }, value]
}

/** Marks invented figures. */
export function sampleFacts({ isSample }: Pick<ExportFacts, 'isSample'>): [label: string, value: string][] {
  return isSample ? [['Data', sampleSentence]] : []
}

export function momentCell(time: number): Cell {
  return { kind: 'styled', value: instantCell(time), style: moment }
}

/** Whether a record came from the service, or in which pack. */
export function originCell(pack: PackSource | null): Cell {
  return pack ? packOrigin(pack, localTimeInWords) : 'Service'
}

/** The settings of this file first, then where and when it was exported. */
export function factRows(
  { workspace, baseUrl, program, madeAt, isSample }: ExportFacts,
  settings: readonly (readonly [label: string, value: Cell])[],
): Cell[][] {
  return [
    ...settings.map(([label, value]) => fact(label, value)),
    ...sampleFacts({ isSample }).map(([label, value]) => fact(label, value)),
    fact('Workspace', workspace),
    fact('Service', baseUrl),
    fact('Exported (UTC)', momentCell(madeAt)),
    fact('Exported by', program),
  ]
}
