/**
 * Estimates the height of each turn before it is rendered, so that the scroll bar hardly moves
 * later.
 */

import type { CallReading } from '#contract/api/calls.ts'

/** Layout of the transcript, in pixels. */
export interface TextSetting {
  /** Width of a line of text. */
  readonly width: number
  readonly fontSize: number
  readonly lineHeight: number
}

/** Above and below a turn's text, and the head of a speaker who begins. */
const turnPadding = 10
const speakerHead = 40

/** Source Serif sets a letter of running English in so many em, blanks included. */
const letterWidth = 0.447
/** Chinese, Japanese and Korean letters are as wide as they are high. */
const firstWideLetter = 0x2e80

/** Heights of all turns before any is drawn: near enough that the scroll bar hardly moves when they are. */
export function estimateHeights({ turns }: Pick<CallReading, 'turns'>, setting: TextSetting): Float64Array {
  const letters = Math.max(1, setting.width / (setting.fontSize * letterWidth))
  const heights = new Float64Array(turns.text.length)
  for (const [turn, text] of turns.text.entries()) {
    const lines = Math.max(1, Math.ceil(lengthOf(text) / letters))
    heights[turn] = lines * setting.lineHeight + turnPadding + (opensSpeech(turns, turn) ? speakerHead : 0)
  }
  return heights
}

/** Length in English characters. */
function lengthOf(text: string): number {
  const isWide = text.charCodeAt(0) >= firstWideLetter || text.charCodeAt(text.length >> 1) >= firstWideLetter
  return isWide ? text.length / letterWidth : text.length
}

/** Somebody else spoke before: the turn begins with the speaker's name. */
export function opensSpeech({ speaker }: Pick<CallReading['turns'], 'speaker'>, turn: number): boolean {
  return turn === 0 || speaker[turn] !== speaker[turn - 1]
}
