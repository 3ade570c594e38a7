/**
 * The state of one call in its tab: transcript and its form, find, notes, selection, and the
 * position where the reader is.
 */

import type { CallReading, TranscriptForm } from '#contract/api/calls.ts'
import type { Freshness } from '#contract/api/provenance.ts'
import type { After } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import type { Core } from '../core-client/client.ts'
import { Query } from '../core-client/query.svelte.ts'
import { CallNotes } from './call-notes.svelte.ts'
import { FindInCall, type Hit } from './find/find-in-call.svelte.ts'
import { sameForm } from './head/call-text.ts'
import { estimateHeights, type TextSetting } from './transcript/estimate-heights.ts'
import { readCallChunks } from '../app/read-call-chunks.ts'
import { equivalentTurn, isSameText, nearestTurn } from './transcript/equivalent-turn.ts'
import { nextSpeech, outlineOf } from './transcript/outline.ts'
import { turnPosition, type TextPosition } from './transcript/passages.ts'
import { TurnViewport } from './transcript/turn-viewport.svelte.ts'

/** The form that the service returns by default: every word, verbatim. */
const verbatim: TranscriptForm = { format: 'json', clean: false }

/** Milliseconds that a position must stay visible to be saved as the last read one. */
const rememberedAfter = 1200

interface CallPageDependencies {
  readonly core: Pick<Core, 'calls' | 'notes'>
  readonly changes: Pick<Changes, 'listen'>
  readonly after: After
}

/** Everything the reader of one call knows, made once a tab. */
export class CallPage {
  readonly callId: string
  readonly call: Query<CallReading>
  readonly notes: CallNotes
  readonly find = new FindInCall()
  readonly viewport: TurnViewport
  readonly #core: CallPageDependencies['core']
  readonly #after: After
  #form = $state.raw<TranscriptForm>(verbatim)
  /** An earlier version; null: the latest. */
  #version = $state<string | null>(null)
  /** The turn that keys act on. */
  #turn = $state(0)
  /** The turn that the user went to last: the focus belongs there. A recording leaves it where it is. */
  #chosenTurn = $state(0)
  #selection = $state.raw<TextPosition | null>(null)
  /** What the text was last laid out for. */
  #laid: { readonly call: CallReading; readonly setting: TextSetting; readonly heights: Float64Array } | null = null
  /** The text follows the recording until the user scrolls away. */
  #following = $state(false)
  /** The turns where reading begins, while the others are still coming. */
  #begun = $state.raw<CallReading | null>(null)
  #refreshing = $state(false)
  /** The turn at which reading begins, once it is known. */
  #start = $state<number | null>(null)
  /** The transcript in which the call is opened: positions are saved as turns of it. */
  #opened: CallReading | null = null
  readonly #wanted: number
  #forget = () => {}
  /** The position is yet to be saved. */
  #isUnsaved = false
  readonly #outline = $derived.by(() => (this.reading ? outlineOf(this.reading) : null))

  /** `turn`: where to begin; −1: where it was left. */
  constructor(callId: string, turn: number, { core, changes, after }: CallPageDependencies) {
    this.callId = callId
    this.#core = core
    this.#after = after
    this.#wanted = turn
    this.viewport = new TurnViewport(() => this.#scrolled())
    this.notes = new CallNotes(callId, core, changes)
    this.call = new Query<CallReading>(changes, {
      reloadOn: (announced) => announced.kind === 'call' && announced.id === callId,
    })
  }

  async open(): Promise<void> {
    // Requested first, since its short response arrives before the long one.
    const last = this.#wanted < 0 ? this.notes.lastTurn() : this.#wanted
    const loaded = this.#load()
    this.#start ??= (await last) ?? 0
    await loaded
  }

  close(): void {
    if (this.#isUnsaved) this.#save()
    this.#forget()
    this.call.close()
    this.notes.close()
    this.find.clear()
  }

  /** The rendered call, or the part of it that has arrived. */
  get reading(): CallReading | null {
    return this.call.result ?? this.#begun
  }

  get form(): TranscriptForm {
    return this.#form
  }

  /** The chosen version; null: the latest. */
  get version(): string | null {
    return this.#version
  }

  get outline() {
    return this.#outline
  }

  /** It is known where reading begins: nothing is drawn before, so that nothing jumps. */
  get placed(): boolean {
    return this.#start !== null && (this.reading?.turns.text.length ?? 0) > 0
  }

  get following(): boolean {
    return this.#following
  }

  follow(): void {
    this.#following = true
  }

  /** The recording has reached a turn, on which the keys act now; the focus stays. `within`: how far into the turn, 0 to 1. */
  accompany(turn: number, within: number): void {
    if (!this.#following) return
    this.#turn = turn
    this.viewport.show(turn, 'nearest', within)
  }

  get turn(): number {
    return this.#turn
  }

  get chosenTurn(): number {
    return this.#chosenTurn
  }

  /** The turn that is read: the one that the keys act on while it is in sight, else the uppermost. */
  get read(): number {
    const { viewport } = this
    const top = viewport.top(this.#turn)
    const inSight = top < viewport.scrollTop + viewport.height && viewport.top(this.#turn + 1) > viewport.scrollTop
    return inSight ? this.#turn : viewport.topTurn
  }

  /** The text of a new quote or highlight: the selection, else the current turn. */
  get passage(): TextPosition | null {
    const call = this.call.result
    return this.#selection ?? (call ? turnPosition(call.turns.text, this.#turn) : null)
  }

  select(position: TextPosition | null): void {
    this.#selection = position
    this.viewport.keepDrawn(position && { first: position.firstTurn, last: position.lastTurn })
  }

  useForm(form: TranscriptForm): Promise<void> {
    this.#form = form
    this.#version = null
    return this.#load()
  }

  useVersion(hash: string | null): Promise<void> {
    this.#version = hash
    return this.#load()
  }

  /** The service has been asked for the call, and has not answered. */
  get refreshing(): boolean {
    return this.#refreshing
  }

  /** Asks the service for the latest version. */
  async refresh(): Promise<void> {
    this.#version = null
    this.#refreshing = true
    await this.#load('service')
    this.#refreshing = false
  }

  /** Lays out the transcript; turns whose height is unchanged keep their measured one. */
  lay(setting: TextSetting): void {
    const call = this.reading
    if (!call || !this.placed || (this.#laid?.call === call && sameSetting(this.#laid.setting, setting))) return
    const heights = estimateHeights(call, setting)
    const before = this.#laid?.call
    const top = this.viewport.topTurn
    if (!this.#laid || !sameSetting(this.#laid.setting, setting) || !sameHeights(this.#laid.heights, heights))
      this.viewport.lay(heights)
    if (!before) this.goTo(this.#start ?? 0, 'top')
    this.#laid = { call, setting, heights }
    if (before && !isSameText(before, call)) this.#carryOver(before, call, top)
  }

  /** The reader stays at the same words in another form or version. `top`: the turn that was at the upper edge. */
  #carryOver(before: CallReading, call: CallReading, top: number): void {
    const shownTop = nearestTurn(before.turns, call.turns, top)
    this.#turn = nearestTurn(before.turns, call.turns, this.#turn)
    this.#chosenTurn = nearestTurn(before.turns, call.turns, this.#chosenTurn)
    if (shownTop !== top) this.viewport.show(shownTop, 'top')
    const { firstTurn = 0, lastTurn = 0 } = this.#selection ?? {}
    const isUnchanged = (turn: number) => before.turns.text[turn] === call.turns.text[turn]
    if (!isUnchanged(firstTurn) || !isUnchanged(lastTurn)) this.select(null)
  }

  /** Makes a turn the current one, and scrolls it into view if necessary. */
  goTo(turn: number, landing: 'top' | 'third' | 'nearest' = 'nearest'): void {
    const count = this.reading?.turns.text.length ?? 0
    if (count === 0) return
    this.#following = false
    this.stand(Math.min(Math.max(0, turn), count - 1))
    this.viewport.show(this.#turn, landing)
    this.#remember()
  }

  /** It was opened again, at another turn. Before the text is laid out, reading begins there. */
  arrive(turn: number): void {
    const [opened, shown] = [this.#opened, this.#laid?.call]
    if (!shown) this.#start = turn
    else this.goTo(!opened || isSameText(opened, shown) ? turn : nearestTurn(opened.turns, shown.turns, turn), 'third')
  }

  /** Clicked or focused where it is. */
  stand(turn: number): void {
    this.#turn = turn
    this.#chosenTurn = turn
  }

  step(by: 1 | -1): void {
    this.goTo(this.#turn + by)
  }

  /** To this speaker's next or previous speech. Returns whether there is one. */
  stepSpeech(by: 1 | -1): boolean {
    const call = this.call.result
    const next = call && this.#outline && nextSpeech(call.turns, this.#outline, this.#turn, by)
    if (next === null) return false
    this.goTo(next, 'third')
    return true
  }

  /** To where a person speaks next, wrapping around the end. */
  goToSpeaker(speaker: number): void {
    const call = this.call.result
    if (!call) return
    const { speaker: who } = call.turns
    const begins = (turn: number) => who[turn] === speaker && (turn === 0 || who[turn - 1] !== speaker)
    const next = who.findIndex((_, turn) => turn > this.#turn && begins(turn))
    this.goTo(next < 0 ? who.indexOf(speaker) : next, 'third')
  }

  /** To the next or previous chapter. */
  stepChapter(by: 1 | -1): void {
    const chapters = this.call.result?.chapters ?? []
    const here = this.#outline?.chapterOf[this.#turn] ?? -1
    const inside = chapters[here]
    const back = by < 0 && inside && this.#turn > inside.first ? here : here + by
    const next = chapters[back]
    if (next) this.goTo(next.first, 'top')
  }

  async look(query: string): Promise<void> {
    await this.find.look(query, this.viewport.topTurn)
    this.#showHit(this.find.hit)
  }

  stepHit(by: 1 | -1): void {
    this.#showHit(this.find.step(by))
  }

  #showHit(hit: Hit | null): void {
    if (!hit) return
    // A correction is below the words received.
    this.goToLetter(hit.turn, hit.isInCorrection ? (this.call.result?.turns.text[hit.turn]?.length ?? 1) : hit.from)
  }

  /** Makes a turn the current one, and scrolls to a letter of it if necessary. */
  goToLetter(turn: number, letter: number): void {
    this.#following = false
    this.stand(turn)
    const length = this.call.result?.turns.text[turn]?.length ?? 1
    this.viewport.show(turn, 'nearest', Math.max(0.001, letter / length))
    this.#remember()
  }

  async #load(wanted: Freshness = 'library-first'): Promise<void> {
    const [form, hash] = [this.#form, this.#version]
    const turn = this.#wanted < 0 ? undefined : this.#wanted
    const load = async (signal: AbortSignal, freshness: Freshness) => {
      const request = {
        callId: this.callId,
        form,
        ...(hash !== null && { hash }),
        ...(turn !== undefined && { turn }),
        freshness,
      }
      const pieces = await this.#core.calls.open(request, { signal })
      const reading = await readCallChunks(pieces, (begun) => {
        if (!signal.aborted) this.#begun = begun
      })
      if (sameForm(form, verbatim) && hash === null) this.#opened = reading
      return reading
    }
    await this.call.run(load, { freshness: wanted })
    this.#begun = null
  }

  #scrolled(): void {
    this.#following = false
    this.#remember()
  }

  #remember(): void {
    this.#forget()
    this.#isUnsaved = true
    this.#forget = this.#after(rememberedAfter, () => this.#save())
  }

  #save(): void {
    this.#isUnsaved = false
    const first = this.#asOpened(Math.max(0, this.viewport.topTurn))
    const last = this.#asOpened(this.viewport.bottomTurn)
    if (first !== null && last !== null) this.notes.remember(first, last + 1)
  }

  /** The turn of the transcript in which the call is opened; null: not known. */
  #asOpened(turn: number): number | null {
    const [opened, shown] = [this.#opened, this.#laid?.call]
    if (!opened || !shown) return null
    return isSameText(opened, shown) ? turn : equivalentTurn(shown.turns, opened.turns, turn)
  }
}

function sameSetting(one: TextSetting, other: TextSetting): boolean {
  return one.width === other.width && one.fontSize === other.fontSize && one.lineHeight === other.lineHeight
}

function sameHeights(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((height, turn) => height === other[turn])
}
