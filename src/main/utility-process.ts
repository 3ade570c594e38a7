/** Starts a Node process as Electron's utility process. */

import { utilityProcess, type MessagePortMain } from 'electron'
import { createInterface } from 'node:readline'
import type { ChildProcess } from './child-process.ts'
import { childEnvironment } from './debug-switches.ts'

interface Fork {
  readonly script: string
  readonly args: readonly string[]
  /** Name in the system's process list. */
  readonly name: string
  /** Read its standard output, line by line; otherwise it goes where ours goes. */
  readonly listens: boolean
}

/** Only after the application is ready. */
export function forkUtilityProcess({ script, args, name, listens }: Fork): ChildProcess<MessagePortMain> {
  const child = utilityProcess.fork(script, [...args], {
    serviceName: name,
    env: childEnvironment(process.env),
    stdio: ['ignore', listens ? 'pipe' : 'inherit', 'inherit'],
  })
  return {
    post: (message, ports = []) => child.postMessage(message, [...ports]),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    onLine: (listener) => {
      if (child.stdout) createInterface({ input: child.stdout }).on('line', listener)
    },
    kill: () => child.kill(),
  }
}
