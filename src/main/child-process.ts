/** What we use of one of Electron's utility processes; `Port` is `MessagePortMain`. */
export interface ChildProcess<Port> {
  post(message: unknown, ports?: readonly Port[]): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  /** Whole lines of its standard output; nothing when that goes to the terminal. */
  onLine(listener: (line: string) => void): void
  kill(): void
}
