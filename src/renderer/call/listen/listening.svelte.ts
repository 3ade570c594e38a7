/**
 * Keeps a transcript in step with its recording: which turn and sentence is being played, and
 * whether the text scrolls with it.
 */

import { turnAtSeconds } from '#contract/api/turns.ts'
import type { CallPage } from '../call-page.svelte.ts'
import type { Player } from '../../app/player-state.svelte.ts'
import { sentenceAt } from '#contract/api/turn-at-time.ts'
import { playbackMarkers, spanOfTurn, speakerPlan, type MarkedFigure } from './playback-markers.ts'

/** The commands that a call page gives to the workspace's player. */
type PlayerOfCalls = Pick<Player, 'callId' | 'seconds' | 'plan' | 'loop' | 'load' | 'play' | 'onMove'>

/** The position of the recording: a turn, and the characters of its sentence when times allow. */
export interface Spoken {
  readonly turn: number
  readonly sentence: readonly [from: number, to: number] | null
}

/** Keeps the transcript in step with the recording of its call: which turn is spoken, and scrolling with it until the user scrolls. */
export class Listening {
  readonly #page: CallPage
  readonly #player: PlayerOfCalls
  readonly #figures: () => readonly MarkedFigure[]
  readonly #stop: () => void
  #wasLoaded: boolean
  /** The position that the text was last scrolled to. */
  #accompanied: Spoken | null = null
  /** While one speaker is played alone it stays the same, wherever the reader looks. */
  #speaker = -1
  readonly #turn = $derived.by(() => this.#turnNow())
  readonly #sentence = $derived.by(() => this.#sentenceNow())
  readonly #spoken = $derived.by((): Spoken | null => {
    const [from, to] = this.#sentence.split(' ').map(Number)
    const turn = this.#turn
    return turn < 0 ? null : { turn, sentence: from !== undefined && to !== undefined ? ([from, to] as const) : null }
  })

  /** @param figures the figures that are marked in the text */
  constructor(page: CallPage, player: PlayerOfCalls, figures: () => readonly MarkedFigure[]) {
    this.#page = page
    this.#figures = figures
    this.#player = player
    this.#wasLoaded = this.loaded
    this.#stop = player.onMove(() => this.#moved())
  }

  close(): void {
    this.#stop()
  }

  /** This call's recording is the one that is loaded. */
  get loaded(): boolean {
    return this.#player.callId === this.#page.callId
  }

  /** The turn that the recording is at, and the letters of its sentence; null when it is not loaded, or before the first turn. */
  get spoken(): Spoken | null {
    return this.#spoken
  }

  /** For the player's plans and slider. Read in an effect while the call is visible. */
  get markers(): Player['markers'] | null {
    const call = this.#page.call.result
    if (!call || !this.loaded) return null
    if (this.#player.plan?.name !== speakerPlan) this.#speaker = call.turns.speaker[this.#page.turn] ?? -1
    return playbackMarkers({
      call,
      speaker: this.#speaker,
      hits: this.#page.find.turns.map(([turn]) => turn),
      highlights: this.#page.notes.highlights,
      figures: this.#figures(),
    })
  }

  /** Plays from a turn on, or from a second in it; a turn without a time plays from the nearest before it that has one. */
  async playFrom(turn: number, second: number | null = null): Promise<void> {
    const { callId } = this.#page
    const call = this.#page.call.result
    if (!call) return
    const at = second ?? call.turns.start.slice(0, turn + 1).findLast((start) => start !== null)
    this.#follow()
    if (await this.#player.load({ callId, title: call.entry.title }, at ?? undefined)) this.#player.play()
  }

  /** From where playback stopped, or from the beginning. */
  async play(): Promise<void> {
    const call = this.#page.call.result
    if (!call) return
    this.#follow()
    if (await this.#player.load({ callId: this.#page.callId, title: call.entry.title })) this.#player.play()
  }

  /** Plays a turn, and again when it ends. */
  async repeat(turn: number): Promise<void> {
    const call = this.#page.call.result
    await this.playFrom(turn)
    if (call && this.loaded) this.#player.loop = spanOfTurn(call.turns, turn)
  }

  /** Repeats the turn; called again, playback continues after it. */
  toggleLoop(turn: number): void {
    const call = this.#page.call.result
    this.#player.loop = this.#player.loop === null && call && this.loaded ? spanOfTurn(call.turns, turn) : null
  }

  get looping(): boolean {
    return this.loaded && this.#player.loop !== null
  }

  /** Goes back to the turn that is playing, and follows the recording again. */
  backToPlayback(): void {
    if (!this.#spoken) return
    this.#page.goTo(this.#spoken.turn, 'third')
    this.#follow()
  }

  #follow(): void {
    this.#page.follow()
    this.#accompanied = null
    this.#accompany()
  }

  /** The text follows the recording wherever playback was started. */
  #moved(): void {
    const { loaded } = this
    if (loaded && !this.#wasLoaded) this.#page.follow()
    this.#wasLoaded = loaded
    this.#accompany()
  }

  /** Once a sentence, so that a turn that is clicked meanwhile is the one that the keys act on. */
  #accompany(): void {
    const call = this.#page.call.result
    const spoken = this.#spoken
    if (!spoken || !call || !this.#page.following || spoken === this.#accompanied) return
    this.#accompanied = spoken
    const length = call.turns.text[spoken.turn]?.length ?? 0
    this.#page.accompany(spoken.turn, length === 0 ? 0 : (spoken.sentence?.[0] ?? 0) / length)
  }

  #turnNow(): number {
    const call = this.#page.call.result
    return call && this.loaded ? turnAtSeconds(call.turns, this.#player.seconds) : -1
  }

  /** Its key as text: equal texts change no state, though the position is read ten times a second. */
  #sentenceNow(): string {
    const call = this.#page.call.result
    if (!call || this.#turn < 0) return ''
    return sentenceAt(call.turns, this.#turn, this.#player.seconds, call.language)?.join(' ') ?? ''
  }
}
