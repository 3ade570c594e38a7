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

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
