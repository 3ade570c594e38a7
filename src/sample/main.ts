/** Entry point of the sample service, as a program of its own or started by a shell. */

import { helpText, readCommandLine } from './command-line.ts'
import { startSampleService } from './server.ts'

/**
 * The sample service as a program: prints one line of JSON, `{"listening": "http://127.0.0.1:PORT"}`, when it is ready, and sends
 * the same to a parent that forked it; it ends when that channel closes.
 */
async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(helpText())
    return
  }
  // Listens from the start: a parent may end while we are still starting, and before it has read our output.
  const ended = new Promise<void>((resolve) => {
    for (const event of ['disconnect', 'SIGINT', 'SIGTERM'] as const) process.once(event, () => resolve())
    if (process.send && !process.connected) resolve()
  })
  process.stdout.on('error', () => undefined)
  const service = await startSampleService(options)
  const ready = { listening: service.baseUrl }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
  process.send?.(ready, () => undefined)
  await ended
  await service.close()
  process.exit(0)
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error.message
  const port = 'port' in error ? String(error.port) : ''
  return `Port ${port} is in use. Choose another with --port, or omit --port for any free port.`
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
