/** Finds the sentence of a call that states a figure which was restated later. */

import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { CallReading } from '#contract/api/calls.ts'
import { labelOf } from '#contract/api/figure-lines.ts'
import { formerLabels } from '#contract/api/former-labels.ts'
import { isInEnglish } from '#contract/api/text-segments.ts'
import { englishSentencesOf } from '../calls/transcript/sentences.ts'

type Input = ApiInputs['timeline']['quote']['figures'][number]
type Quote = NonNullable<ApiOutputs['timeline']['quote']>

/**
 * The first sentence that states one of the figures as it was, in the order of the figures. A sentence states a figure when it names a word
 * of its line and has an amount that equals it at the precision spoken. Null for a call in another language than English, whose words and
 * numbers are not understood. Pure.
 */
export function findQuotedFigure(reading: CallReading, figures: readonly Input[]): Quote | null {
  if (!isInEnglish(reading)) return null
  const { turns, speakers, language } = reading
  const sentences = turns.text.flatMap((text, turn) =>
    englishSentencesOf(text).map((sentence) => ({ turn, text: sentence.trim(), words: sentence.toLowerCase() })),
  )
  for (const { field, previous, current } of figures) {
    if (typeof previous !== 'number') continue
    const label = labelOf(field)
    // A label may be an abbreviation that nobody says: SG&A.
    const names = wordsOfLine(`${label} ${formerLabels.get(field) ?? ''}`)
    for (const { turn, text, words } of sentences) {
      if (!names.some((name) => words.includes(name))) continue
      const amount = amountsIn(text).find((each) => isOf(each, previous))
      if (!amount) continue
      const speaker = speakers[turns.speaker[turn] ?? -1]
      return {
        field,
        label,
        turn,
        start: turns.start[turn] ?? null,
        speaker: speaker?.name ?? '',
        role: speaker?.role ?? null,
        language,
        text,
        holdsStill: typeof current === 'number' && isOf(amount, current),
      }
    }
  }
  return null
}

/** `Cost of revenue`: cost, revenue. Short words name nothing. */
function wordsOfLine(label: string): string[] {
  return label
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 4)
}

interface Amount {
  readonly value: number
  /** Half of the last digit spoken. */
  readonly precision: number
}

const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }
/** Two digits fit too many figures. */
const fewestDigits = 3

/** Amounts with a scale, as `$1.30 billion` or `742.5 million`; smaller amounts of money are spoken of per share. */
function amountsIn(text: string): Amount[] {
  return [...text.matchAll(/(\d[\d,]*)(\.\d+)?(?:\s+(thousand|million|billion)\b)?/gi)].flatMap(
    ([, whole, rest, scale]) => {
      const decimals = rest?.slice(1) ?? ''
      const digits = `${whole ?? ''}${decimals}`.replaceAll(',', '')
      const unit = scales[scale?.toLowerCase() ?? ''] ?? 1
      if (digits.replace(/^0+/, '').length < fewestDigits && !(unit === 1 && decimals.length === 2)) return []
      const value = Number(`${(whole ?? '').replaceAll(',', '')}.${decimals || '0'}`)
      return [{ value: value * unit, precision: (unit * 10 ** -decimals.length) / 2 }]
    },
  )
}

/** A sum is spoken without its sign. */
function isOf({ value, precision }: Amount, figure: number): boolean {
  return Math.abs(Math.abs(figure) - value) <= precision * (1 + 1e-9)
}
