/**
 * Types of cells and rows of a workbook, dates as spreadsheets count them, cell names (B7), and
 * limits of spreadsheets.
 */

import { days } from '../../duration.ts'
import type { CellStyle } from './styles.ts'

/** Days since 30 December 1899, as a spreadsheet counts them; a part of a day is a time of it. */
interface DateCell {
  readonly kind: 'date'
  readonly serial: number
  /** ISO 8601. */
  readonly text: string
}

/** An ordinary formula, without its `=`, and the value that it has now, for programs that do not calculate. */
interface FormulaCell {
  readonly kind: 'formula'
  readonly formula: string
  readonly value: number | string | null
}

export type CellValue = number | string | boolean | null | DateCell | FormulaCell

/** A cell that looks unlike its column. */
export interface StyledCell {
  readonly kind: 'styled'
  readonly value: CellValue
  readonly style: CellStyle
  /** Its style depends on its value, and changes with it. */
  readonly isTelling?: boolean
  /** The same text in parts that look unlike each other; only a new workbook has them. */
  readonly runs?: readonly TextRun[]
  /** Words before the figures are the user's once they are written; of these, an update replaces those that begin so. */
  readonly replaces?: string
}

export interface TextRun {
  readonly text: string
  readonly style: CellStyle
}

/** A text in parts that look unlike each other. */
export function runsCell(runs: readonly TextRun[], style: CellStyle = {}): StyledCell {
  return { kind: 'styled', value: runs.map(({ text }) => text).join(''), style, runs }
}

export type Cell = CellValue | StyledCell

export interface Row {
  readonly cells: readonly Cell[]
  /** Points; absent: the program's own. */
  readonly height?: number
  /** Outline level of the row, from 1. */
  readonly outline?: number
  readonly isHidden?: boolean
}

/** In batches: reading a hundred thousand rows one at a time is slow. */
export type Rows = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

/** Days from 30 December 1899 to 1970. */
const epoch = 25_569
/** The calendar of spreadsheets has a 29 February 1900, which never was: before 1 March of it no date is right. */
const firstSound = 61

/** A calendar day, `YYYY-MM-DD`; as text when it is not one, or not one that spreadsheets support. */
export function dateCell(text: string): DateCell | string {
  const [year, month, dayOfMonth] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  const isDay = text.length === 10 && text[4] === '-' && text[7] === '-' && dayOfMonth <= daysOfMonth(year, month)
  const serial = isDay && dayOfMonth > 0 ? daysSince1970(year, month, dayOfMonth) + epoch : Number.NaN
  return serial >= firstSound ? { kind: 'date', serial, text } : text
}

/** A moment in milliseconds since 1970, written in UTC. */
export function instantCell(time: number): DateCell {
  return { kind: 'date', serial: time / days + epoch, text: new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') }
}

/** NaN when a letter is no digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN
  }
  return number
}

/** -1 for what is no month. */
function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30
  return month >= 1 && month <= 12 ? 31 : -1
}

/** In the proleptic Gregorian calendar; years begin in March, so that a leap day is the last day. */
function daysSince1970(year: number, month: number, dayOfMonth: number): number {
  const [years, months] = month > 2 ? [year, month - 3] : [year - 1, month + 9]
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return years * 365 + leaps + Math.floor((153 * months + 2) / 5) + dayOfMonth - 719_469
}

/** The most letters of a cell; a spreadsheet refuses a file with more. */
export const mostLetters = 32_767
export const mostRows = 1_048_576
export const mostColumns = 16_384

/** `A`, `Z`, `AA`, from 0. */
export function columnName(index: number): string {
  let name = ''
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  }
  return name
}

/** `B7`, from 0 and 0. */
export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row + 1}`
}
