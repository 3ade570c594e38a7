import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { end, root } from './application.ts'

/** The sample service as a stand-in for the real one: another process, on another port, that can go away. */
export interface SampleService {
  readonly origin: string
  readonly key: string
  stop(): Promise<void>
  /** On the same port, with other switches if wanted (`--fail`, `--slow`, `--key`, …). */
  start(switches?: readonly string[]): Promise<void>
}

/** Looked for in all that a test leaves (watch.ts). */
export const serviceKey = 'e2e-key-0123456789'

export async function startSampleService(): Promise<SampleService> {
  let running = await run(['--port', '0'])
  const { origin } = running
  const { port } = new URL(origin)
  return {
    origin,
    key: serviceKey,
    stop: () => end(running.child),
    start: async (switches = []) => {
      await end(running.child)
      running = await run(['--port', port, ...switches])
    },
  }
}

async function run(switches: readonly string[]): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [join(root, 'out/main/sample-service.js'), '--key', serviceKey, ...switches], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const said: unknown = JSON.parse(line)
    if (typeof said === 'object' && said !== null && 'listening' in said && typeof said.listening === 'string') {
      child.stdout.resume()
      return { child, origin: said.listening }
    }
  }
  throw new Error('the sample service ended before it listened')
}
