/**
 * Plays one recording at a time: its call, its queue, the part or loop that is played, and the
 * saved position.
 */

import type { CallRecording } from '#contract/api/recordings.ts'
import { untrack } from 'svelte'
import { sentenceOf } from '../format/failure-text.ts'
import type { After } from '../core-client/timeout.ts'
import type { Changes } from '../core-client/changes.ts'
import { failureToShow } from '../core-client/request-failed.ts'
import { AudioState } from '../player/audio-state.svelte.ts'
import {
  noMarkers,
  continueAt,
  inOrder,
  sameSpans,
  skipPlayed,
  spanAt,
  stopAfter,
  stopBefore,
  type PlaybackPlan,
  type PlaybackMarkers,
  type PlaybackSpan,
} from '../player/playback-plan.ts'
import { Queue, type CallToPlay } from '../player/queue.svelte.ts'
import type { AudioElement } from '../player/audio-element.ts'
import { damagedFile, noRecording, notLoaded, unplayable } from '../player/playback-errors.ts'

interface PlayerDependencies {
  readonly sound: AudioElement
  /** Rejects with `RequestFailed`. */
  recordingOf(callId: string): Promise<CallRecording>
  /** The same, and requests the call from the service when nothing is stored. */
  findRecording(callId: string, signal: AbortSignal): Promise<CallRecording>
  /** Where playback stopped, in seconds; null: not played yet. */
  positionOf(callId: string): Promise<number | null>
  /** `duration`: of the recording, in seconds; null: not known yet. */
  remember(callId: string, seconds: number, duration: number | null): void
  /** The recording was played to its end: next time it begins at the start. */
  rememberEnd(callId: string, duration: number): void
  /** The whole file under an address of the page's own, for when the element cannot be served piece by piece. */
  copyOf(media: string): Promise<{ readonly url: string; drop(): void }>
  readonly changes: Pick<Changes, 'listen'>
  readonly after: After
  /** Notifies the user in one sentence. */
  say(sentence: string): void
}

interface Loaded extends CallToPlay {
  readonly recording: CallRecording
  /** The element's source: streamed, from the file, or from a copy of the file in memory. */
  readonly way: 'stream' | 'disk' | 'copy'
}

/** Seconds of `skip` by key and button. */
export const skipped = 15
/** Seconds of the recording between saves of the position during playback. */
const saveEvery = 5

/** Plays one recording at a time. It knows a call by its id and recording; the open page of a call adds `markers`. */
export class Player {
  /** What is played after this recording. */
  readonly queue = new Queue()
  readonly #dependencies: PlayerDependencies
  readonly #audio: AudioState
  #loaded = $state.raw<Loaded | null>(null)
  #loading = $state.raw<CallToPlay | null>(null)
  /** Aborts the request of `#loading`. */
  #request = new AbortController()
  #trouble = $state<string | null>(null)
  #plan = $state.raw<PlaybackPlan | null>(null)
  #loop = $state.raw<PlaybackSpan | null>(null)
  #markers = $state.raw<PlaybackMarkers>(noMarkers)
  readonly #spans = $derived(inOrder(this.#plan?.spans ?? []))
  #dropCopy = () => {}
  #savedSeconds = 0
  /** The queue's call that has not begun to play; if it cannot, the next one is played. */
  #begunFromQueue: string | null = null
  /** False: the stored position could not be read, so it stays until the user chooses another. */
  #savesPosition = true
  readonly #unlisten: () => void
  readonly #moveListeners = new Set<() => void>()

  constructor(dependencies: PlayerDependencies) {
    this.#dependencies = dependencies
    this.#audio = new AudioState({
      sound: dependencies.sound,
      after: dependencies.after,
      due: () => this.#loop?.to ?? spanAt(this.#spans, this.seconds)?.to ?? Infinity,
      onlook: (at) => this.#hold(at),
      onmove: () => this.#moved(),
      onpause: () => this.savePosition(),
      onended: () => this.#finished(),
      onbroken: () => void this.#recover(),
    })
    this.#unlisten = dependencies.changes.listen((change) => {
      if (change.kind === 'recording' && change.id === this.callId) void this.#reloadRecording()
    })
  }

  /** The loaded call; null: none, and the player is hidden. */
  get callId(): string | null {
    return this.#loaded?.callId ?? null
  }

  get title(): string {
    return this.#loaded?.title ?? this.#loading?.title ?? ''
  }

  /** The pending request, if any. */
  get loading(): CallToPlay | null {
    return this.#loading
  }

  /** Why nothing can be played, in one sentence. */
  get trouble(): string | null {
    return this.#trouble
  }

  /** The address of what plays; for whoever reads the file itself. */
  get media(): string | null {
    return this.#loaded?.recording.media ?? null
  }

  get seconds(): number {
    return this.#audio.seconds
  }

  get playing(): boolean {
    return this.#audio.playing
  }

  get duration(): number | null {
    return this.#audio.duration
  }

  /** Playback waits for data of the recording. */
  get starved(): boolean {
    return this.#audio.starved
  }

  /** From disk. */
  get local(): boolean {
    return this.#loaded?.recording.local ?? false
  }

  /** 0.5 to 3; the pitch stays. */
  get rate(): number {
    return this.#audio.rate
  }

  set rate(rate: number) {
    this.#audio.rate = rate
  }

  /** 0 to 1. */
  get volume(): number {
    return this.#audio.volume
  }

  set volume(volume: number) {
    this.#audio.volume = volume
  }

  get muted(): boolean {
    return this.#audio.muted
  }

  set muted(muted: boolean) {
    this.#audio.muted = muted
  }

  /** The only parts that are played; null: everything. */
  get plan(): PlaybackPlan | null {
    return this.#plan
  }

  set plan(plan: PlaybackPlan | null) {
    this.#plan = plan
    this.#loop = null
    const to = plan && continueAt(this.#spans, this.seconds)
    if (plan && to !== this.seconds) this.#go(to ?? this.#spans[0]?.from ?? this.seconds)
  }

  /** Played over and over. */
  get loop(): PlaybackSpan | null {
    return this.#loop
  }

  set loop(loop: PlaybackSpan | null) {
    this.#loop = loop
    if (loop && !spanAt([loop], this.seconds)) this.#go(loop.from)
  }

  /** Calls `listener` whenever the position or the loaded recording is another, until the returned function is called. */
  onMove(listener: () => void): () => void {
    this.#moveListeners.add(listener)
    return () => this.#moveListeners.delete(listener)
  }

  /** What the call's open screen knows of it. Its plans replace those of the same name. */
  get markers(): PlaybackMarkers {
    return this.#markers
  }

  set markers(markers: PlaybackMarkers) {
    this.#markers = markers
    const plan = untrack(() => this.#plan)
    const same = plan && markers.plans.find(({ name }) => name === plan.name)
    // The plan that is played stays the same object while its spans do, so that nothing that depends on it is calculated again.
    if (same && !sameSpans(same.spans, plan.spans)) this.#plan = same
  }

  /** Plays the queue's next playable call, and names each that could not be played. */
  async playNext(): Promise<void> {
    const next = this.queue.take()
    if (!next) return
    if (!(await this.load(next))) return
    if (this.#trouble !== null) return this.#skipQueued(next)
    this.#begunFromQueue = next.callId
    this.play()
  }

  async #skipQueued({ title }: CallToPlay): Promise<void> {
    const trouble = this.#trouble ?? notLoaded
    const [following] = this.queue.calls
    this.#dependencies.say(
      following
        ? `${title} skipped. ${trouble} Playing next: ${following.title}.`
        : `${title} could not be played. ${trouble}`,
    )
    await this.playNext()
  }

  /**
   * Loads a call instead of any that is still loading. `at`: seconds; absent: where playback of this call stopped. Never rejects:
   * `trouble` says why it failed. False: it was superseded, and whoever called it has nothing to play or to report.
   */
  async load(call: CallToPlay, at?: number): Promise<boolean> {
    this.#withdraw()
    if (this.callId === call.callId && this.#trouble === null) {
      if (call.plan) this.plan = call.plan
      if (at !== undefined) this.seek(at)
      return true
    }
    const { signal } = (this.#request = new AbortController())
    this.#loading = call
    try {
      const [recording, position] = await Promise.all([
        this.#dependencies.findRecording(call.callId, signal),
        at ?? this.#storedPosition(call.callId),
      ])
      if (signal.aborted) return false
      this.#leave()
      this.#loaded = { ...call, recording, way: recording.local ? 'disk' : 'stream' }
      this.#plan = call.plan ?? null
      this.#begin(position === 'unreadable' ? null : position)
      this.#savesPosition = position !== 'unreadable'
    } catch (error) {
      if (signal.aborted) return false
      this.#leave()
      const failure = failureToShow(error)
      this.#trouble = failure && sentenceOf(failure, '')
      this.#loaded = { ...call, recording: noRecording, way: 'stream' }
      this.#moved()
    }
    this.#loading = null
    return true
  }

  /** Drops the call that is loading, if any. */
  #withdraw(): void {
    this.#request.abort()
    this.#loading = null
  }

  /** It is not downloaded, so that another attempt may succeed. */
  get canRetry(): boolean {
    return this.#trouble !== null && this.#loaded?.recording.local === false
  }

  /** Loads again what could not be played, and plays it. Never rejects. */
  async retry(): Promise<void> {
    const loaded = this.#loaded
    if (!loaded || !this.canRetry) return
    const { callId, title } = loaded
    const plan = this.#plan
    const isLoaded = await this.load(
      { callId, title, ...(plan && { plan }) },
      this.seconds > 0 ? this.seconds : undefined,
    )
    if (isLoaded && this.#trouble === null) this.play()
  }

  /** As it was left, and paused: nothing is streamed until it is played. Never rejects. */
  async restore(call: CallToPlay): Promise<void> {
    const [recording, position] = await Promise.all([
      this.#dependencies.recordingOf(call.callId).catch(() => null),
      this.#storedPosition(call.callId),
    ])
    if (!recording || recording.media === null || this.#loaded || this.#loading) return
    this.#loaded = { ...call, recording, way: recording.local ? 'disk' : 'stream' }
    this.#begin(position === 'unreadable' ? null : position, { preload: recording.local ? 'metadata' : 'none' })
    this.#savesPosition = position !== 'unreadable'
  }

  #storedPosition(callId: string): Promise<number | null | 'unreadable'> {
    return this.#dependencies.positionOf(callId).catch(() => 'unreadable' as const)
  }

  /** Takes the recording out; the player leaves the screen. What is on disk stays. */
  unload(): void {
    this.#withdraw()
    this.queue.clear()
    this.#leave()
  }

  /** Stops for good: the window is closing. */
  close(): void {
    this.#unlisten()
    this.unload()
  }

  play(): void {
    if (this.media === null) return
    const next = this.#plan ? continueAt(this.#spans, this.seconds) : this.seconds
    if (next !== this.seconds) this.#go(next ?? this.#spans[0]?.from ?? 0)
    this.#audio.play()
  }

  pause(): void {
    this.#audio.pause()
  }

  toggle(): void {
    if (this.playing) this.pause()
    else this.play()
  }

  /** Seeks an exact position: ends a loop or a plan that does not include it. */
  seek(seconds: number): void {
    const to = this.#within(seconds)
    if (this.#loop && !spanAt([this.#loop], to)) this.#loop = null
    if (this.#plan && !spanAt(this.#spans, to)) this.#plan = null
    this.#savesPosition = true
    this.#go(to)
  }

  /** By the slider: in a plan, the nearest position that is played. */
  scrub(seconds: number): void {
    const to = this.#within(seconds)
    this.seek(this.#plan ? (continueAt(this.#spans, to) ?? this.#spans.at(-1)?.from ?? to) : to)
  }

  /** Forward or back in played time: parts outside a plan do not count. */
  skip(seconds: number): void {
    if (this.#plan) this.#go(skipPlayed(this.#spans, this.seconds, seconds))
    else this.seek(this.seconds + seconds)
  }

  /** To the beginning of the turn (in a plan: the part), or of the previous one if it has just begun. */
  previous(): void {
    this.seek(stopBefore(this.#stops, this.seconds))
  }

  next(): void {
    const stop = stopAfter(this.#stops, this.seconds)
    if (stop !== null) this.seek(stop)
  }

  get #stops(): readonly number[] {
    return this.#plan ? this.#spans.map(({ from }) => from) : this.#markers.stops
  }

  #within(seconds: number): number {
    return Math.min(Math.max(0, seconds), this.duration ?? Infinity)
  }

  #go(seconds: number): void {
    this.#audio.go(seconds)
  }

  /** Loads the recording into the audio element, at a position; without one, at the beginning of its plan. */
  #begin(
    position: number | null,
    { url, preload }: { url?: string | undefined; preload?: 'metadata' | 'none' } = {},
  ): void {
    const { media, contentType, local } = this.#loaded?.recording ?? noRecording
    const at = position ?? this.#spans[0]?.from ?? 0
    this.#savedSeconds = at
    this.#trouble = null
    if (media === null) this.#trouble = 'This call has no recording.'
    else if (contentType?.startsWith('audio/') && !this.#audio.canPlay(contentType))
      this.#trouble = unplayable(contentType)
    else this.#audio.set(url ?? media, at, preload ?? (local ? 'auto' : 'metadata'))
    this.#moved()
  }

  #leave(): void {
    this.savePosition()
    // Before the position changes, which would be taken for one of this recording.
    this.#loaded = null
    this.#begunFromQueue = null
    this.#audio.clear()
    this.#audio.go(0)
    this.#dropCopy()
    this.#dropCopy = () => {}
    this.#trouble = null
    this.#plan = null
    this.#loop = null
    this.#markers = noMarkers
    this.#moved()
  }

  #moved(): void {
    if (this.#audio.playing && this.seconds > this.#savedSeconds) this.#begunFromQueue = null
    for (const listener of this.#moveListeners) listener()
  }

  /** Keeps what plays in its plan or loop. */
  #hold(at: number): void {
    if (this.#loop) {
      if (at >= this.#loop.to) this.#go(this.#loop.from)
    } else if (this.#plan) {
      const next = continueAt(this.#spans, at)
      if (next === null) {
        this.pause()
        this.#finished()
      } else if (next !== at) this.#go(next)
    }
    if (Math.abs(this.seconds - this.#savedSeconds) >= saveEvery) this.savePosition()
  }

  /** Saves the position now, rather than with the next few seconds. */
  savePosition(): void {
    if (this.callId === null || !this.#savesPosition || this.seconds === this.#savedSeconds) return
    this.#savedSeconds = this.seconds
    this.#dependencies.remember(this.callId, this.seconds, this.duration)
  }

  /** Heard to its end: next time from the beginning. */
  #finished(): void {
    if (this.#loop) {
      this.#go(this.#loop.from)
      this.play()
      return
    }
    if (this.callId !== null && !this.#plan) {
      this.#dependencies.rememberEnd(this.callId, this.duration ?? this.seconds)
      this.#savedSeconds = this.seconds
    }
    // A call that the user chose meanwhile goes before the queue.
    if (this.#loading === null) void this.playNext()
  }

  /** The recording was downloaded or removed: playback continues from where it is stored now. */
  async #reloadRecording(): Promise<void> {
    const { callId } = this
    const recording = callId === null ? null : await this.#dependencies.recordingOf(callId).catch(() => null)
    const loaded = this.#loaded
    if (!recording || loaded?.callId !== callId || !loaded) return
    const { media, local } = loaded.recording
    const appeared = media === null ? recording.media !== null : !local && recording.local && this.#trouble !== null
    this.#loaded = { ...loaded, recording, ...(appeared && { way: recording.local ? 'disk' : 'stream' }) }
    if (appeared) this.#begin(this.seconds)
  }

  /**
   * The element failed. A file that has arrived on disk meanwhile is played from there; a file on disk is played as a copy in
   * memory, in case an element cannot be served in pieces (docs/promises.md D5); one that is damaged now is streamed; else the failure is
   * shown.
   */
  async #recover(): Promise<void> {
    const failed = this.#loaded
    if (!failed || this.#trouble !== null) return
    const { callId, way } = failed
    const [at, playing] = [this.seconds, this.playing]
    const recording = await this.#dependencies.recordingOf(callId).catch(() => null)
    const local = recording?.local === true && recording.media !== null
    const damage = recording?.damage ?? null
    const isStreamed = damage !== null && way !== 'stream'
    try {
      if (!recording?.media || (!isStreamed && (!local || way === 'copy')))
        throw new Error('there is no other way to play it')
      const copy = !isStreamed && way === 'disk' ? await this.#dependencies.copyOf(recording.media) : null
      if (this.#loaded?.callId !== callId) {
        copy?.drop()
        return
      }
      this.#loaded = { ...failed, recording, way: isStreamed ? 'stream' : copy ? 'copy' : 'disk' }
      this.#dropCopy()
      this.#dropCopy = () => copy?.drop()
      this.#begin(at, { url: copy?.url })
      if (playing) this.play()
    } catch {
      if (this.#loaded?.callId !== callId) return
      this.#audio.clear()
      this.#trouble = local ? unplayable(recording.contentType) : damage === null ? notLoaded : damagedFile(damage)
      if (this.#begunFromQueue === callId && this.#loading === null) await this.#skipQueued(failed)
    }
  }
}
