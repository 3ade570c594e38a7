import type { ForkOptions, MessagePortMain, UtilityProcess, utilityProcess as electronUtilityProcess } from 'electron'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker, type MessagePort } from 'node:worker_threads'
import { PortMain } from '../../main/stand-in-electron/ports.ts'
import { StandInEmitter } from './stand-in-emitter.ts'
import { happened, onTest, sendToTest } from './test-line.ts'

/** The port of Node's that one of Electron's stands on here. */
export function rawPort(port: MessagePortMain | PortMain): MessagePort {
  if (port instanceof PortMain) return port.raw
  throw new Error('not a port that was made here')
}

/** The process of the core, as a thread: a port can be handed to a thread. */
class StandInThread extends StandInEmitter<UtilityProcess> implements Pick<UtilityProcess, 'postMessage' | 'kill'> {
  readonly stdout = null
  readonly #name: string
  readonly #worker: Worker

  constructor(script: string, { serviceName = '', env }: ForkOptions) {
    super()
    this.#name = serviceName
    this.#worker = new Worker(join(import.meta.dirname, '../../main/stand-in-electron/core-worker.ts'), {
      workerData: { script: pathToFileURL(script).href },
      ...(env !== undefined && { env: env as NodeJS.ProcessEnv }),
    })
    this.#worker.on('message', (message: unknown) => {
      sendToTest({ is: 'crossed', line: `${serviceName} to main`, data: message })
      this.raise('message', message)
    })
    this.#worker.on('error', (error) => console.error(error))
    this.#worker.on('exit', (code) => this.raise('exit', code))
    onTest('kill', ({ process }) => {
      if (process === serviceName) void this.#worker.terminate()
    })
  }
  postMessage(message: unknown, transfer: MessagePortMain[] = []): void {
    const ports = transfer.map(rawPort)
    sendToTest({ is: 'crossed', line: `main to ${this.#name}`, data: message })
    this.#worker.postMessage({ data: message, ports }, ports)
  }
  kill(): boolean {
    void this.#worker.terminate()
    return true
  }
}

class StandInChild
  extends StandInEmitter<UtilityProcess>
  implements Pick<UtilityProcess, 'postMessage' | 'kill' | 'stdout'>
{
  readonly stdout: NodeJS.ReadableStream
  readonly #child

  constructor(script: string, args: readonly string[], { env }: ForkOptions) {
    super()
    this.#child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: env as NodeJS.ProcessEnv,
    })
    this.stdout = this.#child.stdout
    this.#child.on('exit', (code) => this.raise('exit', code ?? 1))
    process.on('exit', () => this.#child.kill())
  }
  postMessage(): never {
    throw new Error('nothing listens there')
  }
  kill(): boolean {
    return this.#child.kill()
  }
}

/** The core in a thread of its own, the sample service in a process of its own: the packed scripts, as the program names them. */
export function fork(script: string, args: readonly string[] = [], options: ForkOptions = {}) {
  if (!existsSync(script)) throw new Error(`${script} is not in the package`)
  happened(`fork ${options.serviceName}`)
  return options.stdio?.[1] === 'pipe' ? new StandInChild(script, args, options) : new StandInThread(script, options)
}

fork satisfies (
  ...args: Parameters<typeof electronUtilityProcess.fork>
) => Pick<UtilityProcess, 'postMessage' | 'kill' | 'stdout'>
