/**
 * What the player shows and plays of a call: chapters, marks on the slider, and parts to play
 * alone, such as Q&A or one speaker. Also the time span of each turn.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { AnchoredHighlight } from '#contract/api/notes.ts'
import type { SpokenFigure } from '#contract/api/spoken-figures.ts'
import type { Player } from '../../app/player-state.svelte.ts'
import { endOf, secondAt } from '#contract/api/turn-at-time.ts'

type PlaybackMarkers = Player['markers']
/** Part of the recording, in seconds from its start. */
type PlaybackSpan = NonNullable<Player['loop']>

/** A figure that is marked in the text. */
export type MarkedFigure = Pick<SpokenFigure, 'turn' | 'from' | 'verdict'>

interface MarkedCall {
  readonly call: CallReading
  /** Whose turns the plan "Speaker" plays: an index into `speakers`. */
  readonly speaker: number
  /** Turns with a search hit. */
  readonly hits: readonly number[]
  readonly highlights: readonly AnchoredHighlight[]
  readonly figures: readonly MarkedFigure[]
}

/** Sentiment below this is a negative turn. */
const negative = -0.25

/** When a turn is spoken; null when that is not known. */
export function spanOfTurn(turns: CallReading['turns'], turn: number): PlaybackSpan | null {
  const from = turns.start[turn] ?? null
  const to = endOf(turns, turn)
  return from === null || to === null || to <= from ? null : { from, to }
}

/** What the player knows of a call: the parts that can be played alone, and the marks on its slider. */
export function playbackMarkers({ call, speaker, hits, highlights, figures }: MarkedCall): PlaybackMarkers {
  const { turns, chapters } = call
  const spans = (wanted: Iterable<number>) =>
    Array.from(wanted, (turn) => spanOfTurn(turns, turn)).filter((span) => span !== null)
  const where = (is: (turn: number) => boolean) => spans(turns.text.keys().filter(is))
  const highlighted = spans(
    highlights.flatMap(({ range }) =>
      range ? Array.from({ length: range.lastTurn - range.firstTurn + 1 }, (_, at) => range.firstTurn + at) : [],
    ),
  )
  const found = spans(hits)
  const gloomy = where((turn) => (turns.sentiment[turn] ?? 0) < negative)
  const plans = [
    { name: 'Q&A', spans: where((turn) => turns.section[turn] === 'qa') },
    { name: speakerPlan, spans: where((turn) => turns.speaker[turn] === speaker) },
    { name: 'Figures', spans: spans(new Set(figures.map(({ turn }) => turn))) },
    { name: 'Hits', spans: found },
    { name: 'Negative', spans: gloomy },
    { name: 'Highlights', spans: highlighted },
  ]
  const mark = (kind: PlaybackMarkers['marks'][number]['kind']) => (span: PlaybackSpan) => ({ ...span, kind })
  const figureMarks = figures.flatMap(({ turn, from, verdict }) => {
    const at = secondAt(turns, turn, from)
    return at === null
      ? []
      : [{ from: at, to: at, kind: verdict.is === 'differs' ? ('difference' as const) : ('figure' as const) }]
  })
  return {
    plans: plans.filter((plan) => plan.spans.length > 0),
    chapters: chapters.flatMap(({ first, title, kind }, index) => {
      const at = turns.start[first] ?? null
      const opensPart = kind !== chapters[index - 1]?.kind && kind !== 'operator'
      return at === null ? [] : [{ at, title, major: opensPart }]
    }),
    marks: [
      ...gloomy.map(mark('negative')),
      ...highlighted.map(mark('highlight')),
      ...found.map(mark('hit')),
      ...figureMarks,
    ],
    stops: turns.start.filter((at) => at !== null),
  }
}

export const speakerPlan = 'This speaker'
