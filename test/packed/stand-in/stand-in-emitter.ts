import { EventEmitter } from 'node:events'
import type { EventArguments, EventName } from './typings.ts'

/** An object of Electron's that tells of events: it raises those that the typings name, with the arguments that they state. */
export class StandInEmitter<Real extends { on: unknown }> extends EventEmitter {
  raise<Name extends EventName<Real>>(name: Name, ...args: EventArguments<Real, Name>): void {
    this.emit(name, ...(args as unknown[]))
  }
}

/** An event that can be prevented, and whether it was. */
export function preventable() {
  const event = {
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}
