/**
 * The figures spoken in an open call, as its transcript and its list show them: which are counted,
 * which one is selected, and the next and previous one.
 */

import type { CallReading } from '#contract/api/calls.ts'
import type { SpokenFigure, SpokenFigures } from '#contract/api/spoken-figures.ts'
import type { Scale } from '../../format/scale.ts'
import type { FigureMark } from '../transcript/text-pieces.ts'
import { secondAt, sentenceAround } from '#contract/api/turn-at-time.ts'
import { countFigures, figureSigns, figureVerdicts, type FigureVerdict } from './figure-counts.ts'
import { markText } from './figure-texts.ts'

export type FigureFilter = 'all' | FigureVerdict

/** The page of the call that the figures are in. */
interface FiguresPage {
  readonly call: { readonly result: CallReading | null }
  /** The turn that is read. */
  readonly read: number
  goToLetter(turn: number, letter: number): void
}

interface CallFiguresDependencies {
  readonly page: FiguresPage
  /** The figures of the call that is shown; null: off, or not known yet. */
  readonly found: () => SpokenFigures | null
  readonly scale: () => Scale
}

/** A verdict by which the list can be filtered, and how many figures have it. */
interface FigureChoice {
  readonly verdict: FigureVerdict
  readonly count: number
  readonly canChoose: boolean
}

const none: readonly FigureMark[] = []

export class CallFigures {
  readonly #page: FiguresPage
  readonly #found: () => SpokenFigures | null
  readonly #scale: () => Scale
  /** By its place in the text, which stays the same when the figures are read again; empty: none. */
  #selected = $state('')
  #filter = $state<FigureFilter>('all')
  readonly #figures: readonly SpokenFigure[] = $derived.by(() => this.#found()?.figures ?? [])
  readonly #counted = $derived.by(() => this.#figures.filter(({ dismissed }) => !dismissed))
  readonly counts = $derived.by(() => countFigures(this.#figures))
  /**
   * Hardly any call has a figure that was restated since: where none is, there is no choice for it. The chosen one stays when its last figure
   * is called a wrong match.
   */
  readonly choices: readonly FigureChoice[] = $derived.by(() =>
    figureVerdicts.flatMap((verdict) => {
      const count = this.counts[verdict]
      const isChosen = this.#filter === verdict
      return verdict === 'restated' && count === 0 && !isChosen
        ? []
        : [{ verdict, count, canChoose: count > 0 || isChosen }]
    }),
  )
  readonly #marks = $derived.by(() => this.#markTurns())
  readonly #corrections = $derived.by(
    () => new Map((this.#found()?.corrections ?? []).map(({ turn, text }) => [turn, text])),
  )
  /** Those of the chosen verdict; of all those whose match the user called wrong too. */
  readonly listed = $derived.by(() => {
    const filter = this.#filter
    return filter === 'all' ? this.#figures : this.#counted.filter(({ verdict }) => verdict.is === filter)
  })

  constructor({ page, found, scale }: CallFiguresDependencies) {
    this.#page = page
    this.#found = found
    this.#scale = scale
  }

  /** Null: off, or not known yet. */
  get found(): SpokenFigures | null {
    return this.#found()
  }

  /** All that are counted, in the order in which they are spoken. */
  get counted(): readonly SpokenFigure[] {
    return this.#counted
  }

  get filter(): FigureFilter {
    return this.#filter
  }

  set filter(filter: FigureFilter) {
    this.#filter = filter
  }

  get selected(): SpokenFigure | null {
    return this.#selected === '' ? null : (this.#figures.find((figure) => placeOf(figure) === this.#selected) ?? null)
  }

  /** Where the selected figure is among those that are counted, from 1; null: none is selected. */
  get position(): number | null {
    const { selected } = this
    const at = selected === null ? -1 : this.#counted.indexOf(selected)
    return at < 0 ? null : at + 1
  }

  /** The user's correction of a turn, in which its figures are; null: they are in the words received. */
  correctionOf(turn: number): string | null {
    return this.#corrections.get(turn) ?? null
  }

  /** The call with the words in which its figures are. */
  wordsOf(call: CallReading): CallReading {
    if (this.#corrections.size === 0) return call
    const text = call.turns.text.map((received, turn) => this.correctionOf(turn) ?? received)
    return { ...call, turns: { ...call.turns, text } }
  }

  /** The marks of a turn's text, or of its correction, in its order. */
  marksIn(turn: number): readonly FigureMark[] {
    return this.#marks.get(turn) ?? none
  }

  isSelected(figure: Pick<SpokenFigure, 'turn' | 'from' | 'to'>): boolean {
    return this.#selected === placeOf(figure)
  }

  /** Selects a figure and brings it into sight; null: none is selected. */
  select(figure: SpokenFigure | null): void {
    this.#selected = figure === null ? '' : placeOf(figure)
    if (figure === null) return
    if (!this.listed.includes(figure)) this.#filter = 'all'
    const received = this.#page.call.result?.turns.text[figure.turn] ?? ''
    const isInCorrection = this.correctionOf(figure.turn) !== null
    // A correction is shown below the words received.
    this.#page.goToLetter(figure.turn, isInCorrection ? received.length : figure.from)
  }

  /** The figure of a mark in the text. */
  at(turn: number, from: number): SpokenFigure | null {
    return this.#counted.find((figure) => figure.turn === turn && figure.from === from) ?? null
  }

  /** To the next or previous figure from where the reader is, wrapping around. Returns whether there is one. */
  step(by: 1 | -1): boolean {
    const counted = this.#counted
    const here = this.#page.read
    const { selected } = this
    const at = selected?.turn === here ? counted.indexOf(selected) : -1
    const beside = () =>
      by > 0 ? counted.find(({ turn }) => turn >= here) : counted.findLast(({ turn }) => turn < here)
    const next = (at < 0 ? beside() : counted[at + by]) ?? (by > 0 ? counted[0] : counted.at(-1))
    if (!next) return false
    this.select(next)
    return true
  }

  /** How many figures each chapter has; null: off, or not known yet. */
  get inChapters(): readonly number[] | null {
    const call = this.#page.call.result
    if (!call || !this.#found()) return null
    const inTurn = new Map<number, number>()
    for (const { turn } of this.#counted) inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1)
    return call.chapters.map(({ first, last }) => {
      let count = 0
      for (let turn = first; turn <= last; turn += 1) count += inTurn.get(turn) ?? 0
      return count
    })
  }

  #markTurns(): ReadonlyMap<number, readonly FigureMark[]> {
    const scale = this.#scale()
    const marks = new Map<number, FigureMark[]>()
    for (const figure of this.#counted) {
      const { turn, from, to, verdict } = figure
      const here = marks.get(turn) ?? []
      if (from < (here.at(-1)?.to ?? 0)) continue
      here.push({ from, to, kind: verdict.is, sign: figureSigns[verdict.is], says: markText(figure, scale) })
      marks.set(turn, here)
    }
    return marks
  }
}

function placeOf({ turn, from, to }: Pick<SpokenFigure, 'turn' | 'from' | 'to'>): string {
  return `${turn}:${from}:${to}`
}

/** When a figure is spoken, in seconds of the recording; null: its turn has no time. */
export function secondOf({ turns }: Pick<CallReading, 'turns'>, { turn, from }: SpokenFigure): number | null {
  return secondAt(turns, turn, from)
}

/** When the sentence of a figure begins. */
export function sentenceSecond(
  { turns, language }: Pick<CallReading, 'turns' | 'language'>,
  { turn, from }: SpokenFigure,
): number | null {
  return secondAt(turns, turn, sentenceAround(turns.text[turn] ?? '', from, language)?.[0] ?? 0)
}

/** The sentence of a figure in three parts: before it, the figure as spoken, and after it. */
export function sentenceParts(
  { turns, language }: Pick<CallReading, 'turns' | 'language'>,
  { turn, from, to }: SpokenFigure,
): readonly [before: string, figure: string, after: string] {
  const text = turns.text[turn] ?? ''
  const [start, end] = sentenceAround(text, from, language) ?? [0, text.length]
  return [text.slice(start, from), text.slice(from, to), text.slice(to, Math.max(to, end))]
}
