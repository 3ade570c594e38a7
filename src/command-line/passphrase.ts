/** The passphrase of a pack: from the environment or typed in the terminal, never an argument, which other users could read. */

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fail } from '#core/failure-error.ts'
import type { CommandPlace } from './command-place.ts'

const variable = 'TEARSHEET_PASSPHRASE'

/** Null: the environment has none, and nobody sits at a terminal. Throws `cancelled` for Ctrl-C, Ctrl-D, and a command that is ended. */
export async function readPassphrase(place: CommandPlace, prompt: string): Promise<string | null> {
  const given = place.environment[variable]
  if (given !== undefined && given !== '') return given
  if (!('isTTY' in place.input) || place.input.isTTY !== true) return null
  place.errors.write(prompt)
  // What is typed is not shown.
  const unshown = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: place.input, output: unshown, terminal: true })
  try {
    return await terminal.question('', { signal: place.ending })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') fail({ kind: 'cancelled' })
    throw error
  } finally {
    terminal.close()
    place.errors.write('\n')
  }
}
