import type { AudioElement, AudioElementEvent } from '../../../src/renderer/player/audio-element.ts'

/** An audio element without sound: time passes and files break when the test says so. */
export class StandInSound implements AudioElement {
  preload: AudioElement['preload'] = ''
  duration = Number.NaN
  paused = true
  playbackRate = 1
  defaultPlaybackRate = 1
  preservesPitch = false
  volume = 1
  muted = false
  readonly cannot = new Set<string>()
  /** Every address that was set, and every place that was gone to. */
  readonly sources: string[] = []
  readonly places: number[] = []
  readonly #listeners: { readonly event: AudioElementEvent; readonly listener: () => void }[] = []
  #src = ''
  #at = 0

  get src(): string {
    return this.#src
  }

  set src(src: string) {
    this.#src = src
    this.#at = 0
    this.sources.push(src)
    this.playbackRate = this.defaultPlaybackRate
    this.paused = true
  }

  get currentTime(): number {
    return this.#at
  }

  set currentTime(seconds: number) {
    this.#at = seconds
    this.places.push(seconds)
    this.tell('seeked')
  }

  play(): Promise<void> {
    if (this.paused) {
      this.paused = false
      this.tell('play')
      this.tell('playing')
    }
    return Promise.resolve()
  }

  pause(): void {
    if (this.paused) return
    this.paused = true
    this.tell('pause')
  }

  load(): void {
    this.#at = 0
  }

  removeAttribute(): void {
    this.#src = ''
  }

  canPlayType(contentType: string): string {
    return this.cannot.has(contentType) ? '' : 'maybe'
  }

  addEventListener(event: AudioElementEvent, listener: () => void): void {
    this.#listeners.push({ event, listener })
  }

  /** The file's head has been read. */
  know(duration: number): void {
    this.duration = duration
    this.tell('durationchange')
  }

  /** Plays so far. */
  reach(seconds: number): void {
    this.#at = seconds
  }

  end(): void {
    this.#at = this.duration
    this.paused = true
    this.tell('pause')
    this.tell('ended')
  }

  /** What it had is gone: an element that breaks keeps neither the place nor what it was doing. */
  fail(): void {
    this.tell('error')
  }

  tell(event: AudioElementEvent): void {
    this.#listeners.filter((one) => one.event === event).forEach(({ listener }) => listener())
  }
}
