/**
 * The interface of a child process (core or sample service), so that tests can replace Electron's.
 */

/** The part of Electron's utility processes that we use; `Port` is `MessagePortMain`. */
export interface ChildProcess<Port> {
  post(message: unknown, ports?: readonly Port[]): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  /** Whole lines of its standard output; none when that is connected to the terminal. */
  onLine(listener: (line: string) => void): void
  kill(): void
}
