/** Starts the sample service and restarts it when it crashes. */

import { z } from 'zod'
import type { ChildProcess } from './child-process.ts'
import type { SupervisorClock } from './core-supervisor.ts'
import { restartAfter } from './restart-policy.ts'

/** The sample service checks it as the real one does; it opens nothing else and is no secret. */
export const sampleKey = 'sample-key'

/** Milliseconds to wait for the first start: the application then opens without it. */
const patience = 8_000

const listeningLine = z.object({ listening: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }) })

interface SampleSupervisorOptions {
  /** Starts the service on a port of 127.0.0.1; 0 for any that is free. */
  readonly fork: (port: number) => Pick<ChildProcess<never>, 'onLine' | 'onExit' | 'kill'>
  readonly time: SupervisorClock
}

/** Keeps the sample service running, always on the port it had first, so that the core's address for it stays right. */
export class SampleSupervisor {
  readonly #options: SampleSupervisorOptions
  readonly #address: Promise<string | null>
  #reportAddress: (address: string | null) => void = () => undefined
  #port = 0
  #deaths: readonly number[] = []
  #closed = false
  #kill: () => void = () => undefined

  constructor(options: SampleSupervisorOptions) {
    this.#options = options
    this.#address = new Promise((resolve) => {
      this.#reportAddress = resolve
    })
  }

  start(): void {
    this.#fork()
    this.#options.time.after(patience, () => this.#reportAddress(null))
  }

  /** Base URL, or null when the service did not come up in time: then the sample workspace is offline. */
  address(): Promise<string | null> {
    return this.#address
  }

  close(): void {
    this.#closed = true
    this.#reportAddress(null)
    this.#kill()
  }

  #fork(): void {
    const child = this.#options.fork(this.#port)
    this.#kill = () => child.kill()
    child.onLine((line) => this.#read(line))
    child.onExit(() => this.#exited())
  }

  #read(line: string): void {
    const parsed = listeningLine.safeParse(jsonOf(line))
    if (!parsed.success) return
    const { listening } = parsed.data
    this.#port = Number(new URL(listening).port)
    this.#reportAddress(listening)
  }

  #exited(): void {
    this.#kill = () => undefined
    if (this.#closed) return
    const { wait, deaths } = restartAfter(this.#deaths, this.#options.time.monotonic())
    this.#deaths = deaths
    if (wait === null) return this.#reportAddress(null)
    this.#options.time.after(wait, () => {
      if (!this.#closed) this.#fork()
    })
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
