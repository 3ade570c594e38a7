/** `tearsheet mcp`: serves an assistant over standard input and output until it leaves. */

import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { once } from 'node:events'
import { readOptions } from '../command-options.ts'
import { libraryPlace, type CommandPlace } from '../command-place.ts'
import { mcpOptions } from '../commands.ts'
import { assistantServer } from './assistant-server.ts'
import { assistantThread, LibraryThread, usualLimits } from './library-thread.ts'
import { RequestLog } from './request-log.ts'
import { writeLine } from '../printable.ts'

/** Nothing but messages goes to the output. */
export async function serveAssistant(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = readOptions(words, mcpOptions)
  const { version } = place
  const { profile, workspace } = libraryPlace(place, values.profile ?? null, values.workspace ?? null)
  const data = { profile, workspace, version, readPolicy: place.readPolicy }
  const library = new LibraryThread(assistantThread, data, usualLimits)
  const now = () => Date.now()
  const log = new RequestLog(profile, now)
  const served = serveStdio(() => assistantServer({ version, library, log, now }), {
    transport: new StdioServerTransport(place.input, place.output),
    onerror: (error) => writeLine(place.errors, error.message),
  })
  const left = once(place.input, 'close')
  await Promise.race([left, aborted(place.ending)])
  await served.close()
  await library.close()
  return 0
}

function aborted(signal: AbortSignal): Promise<unknown> {
  return signal.aborted ? Promise.resolve() : once(signal, 'abort')
}
