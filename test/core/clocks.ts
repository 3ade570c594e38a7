import type { Clock } from '#core/clock.ts'

/** Monday, 5 January 2026, noon UTC. */
export const someMonday = Date.UTC(2026, 0, 5, 12)

interface Wait {
  readonly ends: number
  readonly end: () => void
}

/** Stands still until a test moves it; a wait ends when its time has come. */
export class ManualClock implements Clock {
  #wall: number
  #monotonic = 0
  readonly #waits = new Set<Wait>()
  readonly #watchers = new Set<() => void>()

  constructor(wall: number = someMonday) {
    this.#wall = wall
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wait: Wait = { ends: this.#monotonic + milliseconds, end: resolve }
      this.#waits.add(wait)
      signal?.addEventListener('abort', () => {
        this.#waits.delete(wait)
        reject(new DOMException('left', 'AbortError'))
      })
      for (const watcher of this.#watchers) watcher()
    })
  }

  /** Time goes by, on both clocks. */
  advance(milliseconds: number): void {
    this.#wall += milliseconds
    this.#monotonic += milliseconds
    for (const wait of this.#waits) {
      if (wait.ends > this.#monotonic) continue
      this.#waits.delete(wait)
      wait.end()
    }
  }

  /** The wall clock is set; durations go on as they were. */
  set(wall: number): void {
    this.#wall = wall
  }

  get waits(): number {
    return this.#waits.size
  }

  /** When so many waits are pending. */
  async untilWaiting(count = 1): Promise<void> {
    while (this.#waits.size < count) {
      await new Promise<void>((resolve) => {
        const watcher = () => {
          this.#watchers.delete(watcher)
          resolve()
        }
        this.#watchers.add(watcher)
      })
    }
  }
}

/** Waits for nothing but what takes long, which ends when a test lets it. */
export class PatientClock implements Clock {
  readonly #hasty = new HastyClock()
  readonly #long = new ManualClock()
  /** What is waited for, milliseconds. */
  readonly waits: number[] = []

  now(): number {
    return this.#hasty.now() + this.#long.monotonic()
  }

  monotonic(): number {
    return this.#hasty.monotonic() + this.#long.monotonic()
  }

  wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds < 10_000) return this.#hasty.wait(milliseconds, signal)
    this.waits.push(milliseconds)
    return this.#long.wait(milliseconds, signal)
  }

  advance(milliseconds: number): void {
    this.#long.advance(milliseconds)
  }
}

/** Waits for nothing, and remembers how long it would have waited. */
export class HastyClock implements Clock {
  readonly waited: number[] = []
  #passed = 0
  readonly #start: number

  constructor(start: number = someMonday) {
    this.#start = start
  }

  now(): number {
    return this.#start + Math.round(this.#passed)
  }

  monotonic(): number {
    return this.#passed
  }

  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.waited.push(milliseconds)
    this.#passed += milliseconds
  }
}
