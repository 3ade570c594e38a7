import { helpText, readCommandLine } from './command-line.ts'
import { startSampleService } from './server.ts'

/**
 * The sample service as a program: prints one line of JSON, `{"listening": "http://127.0.0.1:PORT"}`, when it is ready, and sends
 * the same to a parent that forked it, with whose channel it ends.
 */
async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2))
  if (options === 'help') {
    process.stdout.write(helpText())
    return
  }
  const service = await startSampleService(options)
  const ready = { listening: service.baseUrl }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
  process.send?.(ready)

  const end = () => void service.close().then(() => process.exit(0))
  process.once('disconnect', end)
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error.message
  const port = 'port' in error ? String(error.port) : ''
  return `Port ${port} is in use: give another one with --port, or none for any free one.`
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
