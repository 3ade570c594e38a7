/**
 * The part of the browser's audio element that the player uses, as an interface that tests can
 * implement.
 */

/** The audio element, as far as the player uses one. */
export interface AudioElement {
  src: string
  preload: '' | 'none' | 'metadata' | 'auto'
  currentTime: number
  readonly duration: number
  readonly paused: boolean
  playbackRate: number
  /** The `playbackRate` of every new source. */
  defaultPlaybackRate: number
  preservesPitch: boolean
  volume: number
  muted: boolean
  play(): Promise<void>
  pause(): void
  load(): void
  removeAttribute(name: 'src'): void
  /** Empty: it cannot. */
  canPlayType(contentType: string): string
  addEventListener(event: AudioElementEvent, listener: () => void): void
}
export type AudioElementEvent =
  'play' | 'playing' | 'pause' | 'waiting' | 'ended' | 'durationchange' | 'seeked' | 'timeupdate' | 'error'
