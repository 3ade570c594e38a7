/** The browser's audio element as reactive state: position, speed, volume, errors. */

import type { After } from '../core-client/timeout.ts'
import type { AudioElement } from './audio-element.ts'

export const rates = { least: 0.5, most: 3 } as const

/** A gap in playback shorter than this is not reported, milliseconds. */
const shortSilence = 1000

/** Milliseconds between updates of `seconds` during playback. */
const lookEvery = 100

interface AudioPlayerDependencies {
  readonly sound: AudioElement
  readonly after: After
  /** When the next update is due at the latest, in seconds of the recording. */
  readonly due: () => number
  /** While it plays. */
  readonly onlook: (at: number) => void
  /** `seconds` is another position. */
  readonly onmove: () => void
  readonly onpause: () => void
  readonly onended: () => void
  readonly onbroken: () => void
}

/** The audio element as state: where it is, how fast and how loud it plays. Which call plays, the queue and loops are `Player`’s (`app/player-state.svelte.ts`). */
export class AudioState {
  readonly #dependencies: AudioPlayerDependencies
  readonly #sound: AudioElement
  #set = false
  #seconds = $state(0)
  #duration = $state<number | null>(null)
  #playing = $state(false)
  #rate = $state(1)
  #volume = $state(1)
  #muted = $state(false)
  #starved = $state(false)
  #stopLooking = () => {}
  #stopStarving = () => {}

  constructor(dependencies: AudioPlayerDependencies) {
    const { sound } = dependencies
    this.#dependencies = dependencies
    this.#sound = sound
    sound.preservesPitch = true
    sound.addEventListener('play', () => {
      this.#playing = true
      this.#look()
    })
    sound.addEventListener('waiting', () => {
      this.#fed()
      this.#stopStarving = dependencies.after(shortSilence, () => {
        this.#starved = this.#playing
      })
    })
    sound.addEventListener('playing', () => this.#fed())
    sound.addEventListener('pause', () => {
      this.#playing = false
      this.#fed()
      this.#stopLooking()
      this.#follow()
      dependencies.onpause()
    })
    sound.addEventListener('ended', () => dependencies.onended())
    sound.addEventListener('durationchange', () => {
      this.#duration = Number.isFinite(sound.duration) && sound.duration > 0 ? sound.duration : null
    })
    sound.addEventListener('seeked', () => this.#follow())
    sound.addEventListener('timeupdate', () => this.#follow())
    sound.addEventListener('error', () => {
      this.#stopLooking()
      if (this.#set) dependencies.onbroken()
    })
  }

  get seconds(): number {
    return this.#seconds
  }

  get duration(): number | null {
    return this.#duration
  }

  get playing(): boolean {
    return this.#playing
  }

  /** Playback waits for data. */
  get starved(): boolean {
    return this.#starved
  }

  get rate(): number {
    return this.#rate
  }

  set rate(rate: number) {
    this.#rate = Math.min(rates.most, Math.max(rates.least, Math.round(rate * 100) / 100))
    this.#sound.defaultPlaybackRate = this.#rate
    this.#sound.playbackRate = this.#rate
  }

  get volume(): number {
    return this.#volume
  }

  set volume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, volume))
    this.#sound.volume = this.#volume
  }

  get muted(): boolean {
    return this.#muted
  }

  set muted(muted: boolean) {
    this.#muted = muted
    this.#sound.muted = muted
  }

  canPlay(contentType: string): boolean {
    return this.#sound.canPlayType(contentType) !== ''
  }

  /** @param preload how much is read before it is played */
  set(url: string, at: number, preload: 'auto' | 'metadata' | 'none'): void {
    this.#set = true
    this.#playing = false
    this.#duration = null
    this.#sound.preload = preload
    this.#sound.src = url
    if (at > 0) this.#sound.currentTime = at
    this.#move(at)
  }

  /** Nothing is set any more; it stays where it was. */
  clear(): void {
    this.#stopLooking()
    this.#fed()
    if (this.#set) {
      this.#set = false
      this.#sound.pause()
      this.#sound.removeAttribute('src')
      this.#sound.load()
    }
    this.#playing = false
    this.#duration = null
  }

  go(seconds: number): void {
    if (this.#set) this.#sound.currentTime = seconds
    this.#move(seconds)
  }

  play(): void {
    // Rejects when it was stopped before it began, which needs no message, and when it cannot be played, which `error` reports.
    if (this.#set) this.#sound.play().catch(() => {})
  }

  pause(): void {
    this.#sound.pause()
  }

  #look(): void {
    this.#stopLooking()
    const left = ((this.#dependencies.due() - this.#seconds) / this.#rate) * 1000
    this.#stopLooking = this.#dependencies.after(Math.min(lookEvery, Math.max(10, left)), () => {
      if (!this.#playing) return
      this.#follow()
      this.#dependencies.onlook(this.#seconds)
      if (this.#playing) this.#look()
    })
  }

  #fed(): void {
    this.#stopStarving()
    this.#starved = false
  }

  #follow(): void {
    if (this.#set) this.#move(this.#sound.currentTime)
  }

  #move(seconds: number): void {
    if (seconds === this.#seconds) return
    this.#seconds = seconds
    this.#dependencies.onmove()
  }
}
