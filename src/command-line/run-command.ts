/** Runs one command of the command line and gives its exit code. */

import { z } from 'zod'
import { sentenceOf, type FailureKind } from '#contract/failure.ts'
import { numberFormatOf } from '#contract/api/number-format.ts'
import { fail } from '#core/failure-error.ts'
import { fileFailure } from '#core/storage/file-system-failure.ts'
import { codeOf } from '#core/system-error.ts'
import { readLookupArguments } from './command-options.ts'
import { libraryPlace, type CommandPlace } from './command-place.ts'
import type { CommandName } from './commands.ts'
import { completionScript } from './completion.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { exportCommand } from './export-command.ts'
import { Refusal, refuse } from './refuse.ts'
import { failureOfApi } from './failure-of-api.ts'
import { isCommand, noCommand } from './is-command.ts'
import { commandDescriptions, commandHelp, helpOf, lookupDescriptions } from './help.ts'
import { withLibrary } from './library-reading.ts'
import { user, type AnyLookup } from './lookup.ts'
import { lookups } from './lookups.ts'
import { manualPage } from './manual-page.ts'
import { printableJson, writeLine } from './printable.ts'
import { openPackCommand, packCommand } from './pack-command.ts'
import { publishCommand } from './publish-command.ts'
import { serveAssistant } from './assistant/serve-assistant.ts'
import { takeOfflineCommand } from './take-offline-command.ts'
import { tableFile } from './table-file.ts'
import { textTable } from './text-table.ts'

/** Runs a command; `words` begins with its name. Never throws what a user can cause: that is a sentence on the error output. */
export async function runCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const [name = 'help', ...rest] = words
  try {
    if (name === '--help' || name === '-h') return print(commandHelp(), place)
    if (requestsHelp(rest)) return print(helpFor(name), place)
    const lookup = lookups.find(({ command }) => command === name)
    if (lookup !== undefined) return await runLookup(lookup, rest, place)
    if (!isCommand(name)) refuse(`${noCommand(name)} See tearsheet help.`)
    return await runOther(name as CommandName, rest, place)
  } catch (error) {
    return complain(error, place)
  }
}

/** The words behind `--` are values, whatever they look like. */
function requestsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? words.length : end).some((word) => word === '--help' || word === '-h')
}

/** Exit codes: see `exitCodes` in help.ts. */
function complain(error: unknown, { errors, folder }: CommandPlace): number {
  if (error instanceof Refusal) {
    writeLine(errors, error.message)
    return error.isNotStored ? nothingFound : 2
  }
  const failure = failureOfApi(error)
  if (failure === undefined && codeOf(error) === '') throw error
  writeLine(errors, failure === undefined ? systemErrorLine(error, folder) : sentenceOf(failure))
  return (failure && codes[failure.kind]) ?? 1
}

/** Says which file an error of the system is about: one that a word names, of the profile, or of the program itself. */
function systemErrorLine(error: unknown, folder: string): string {
  const failure = failureOfApi(fileFailure(error, folder, null))
  if (failure !== undefined && failure.kind !== 'invalid-folder') return sentenceOf(failure)
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'A file or folder'
  return `${path} cannot be used: ${failure?.detail ?? `the system reports an error (${codeOf(error)})`}.`
}

const codes: Partial<Record<FailureKind, number>> = { 'not-in-library': 3, 'not-found': 3, 'profile-in-use': 4 }

async function runLookup(lookup: AnyLookup, words: readonly string[], place: CommandPlace): Promise<number> {
  const { input, profile, workspace, output } = readLookupArguments(lookup, words)
  const signal = place.ending
  return withLibrary(libraryPlace(place, profile, workspace), async (api) => {
    const response = await lookup.run(api, input, signal, user)
    const table = response.table()
    const { numberFormat, scale } = await api.preferences.read()
    const numbers = numberFormat ?? numberFormatOf(place.locale)
    if (output === 'json') {
      // Other files come from the API of exports, which demands this itself.
      if (!(await api.policy.read()).exports) fail({ kind: 'by-policy', detail: 'exports' })
      print(printableJson(response.data), place)
    } else if (output === 'text') print(textTable(table, { numbers, scale, width: place.width }).join('\n'), place)
    else {
      place.output.write(await tableFile(api, table, { as: output, numbers, signal }))
      for (const note of table.notes) writeLine(place.errors, note)
    }
    return table.rows.length === 0 ? nothingFound : 0
  })
}

/** The exit code when something is not in the library, or a lookup has no rows, in any output format. */
const nothingFound = 3

async function runOther(name: CommandName, words: readonly string[], place: CommandPlace): Promise<number> {
  switch (name) {
    case 'help':
      return print(words[0] === undefined ? commandHelp() : helpFor(words[0]), place)
    case 'schema':
      return print(JSON.stringify(schemasOf(lookupNamed(words[0])), null, 2), place)
    case 'completion':
      return print(completionScript(words[0]), place)
    case 'man':
      return print(manualPage(place.version), place)
    case 'export':
      return exportCommand(words, place)
    case 'take-offline':
      return takeOfflineCommand(words, place)
    case 'publish':
      return publishCommand(words, place)
    case 'pack':
      return packCommand(words, place)
    case 'open-pack':
      return openPackCommand(words, place)
    case 'mcp':
      return serveAssistant(words, place)
    case 'doctor':
      return doctorCommand(words, place)
    default:
      return name satisfies never
  }
}

/** Throws Refusal for a word that is no command. */
function helpFor(word: string): string {
  const described = [...lookupDescriptions, ...commandDescriptions].find(({ name }) => name === word)
  return helpOf(described ?? refuse(`${noCommand(word)} See tearsheet help.`))
}

function lookupNamed(word: string | undefined): AnyLookup {
  return (
    lookups.find(({ command }) => command === word) ??
    refuse(
      isCommand(word)
        ? `“${word}” has no schemas: it is not a lookup.`
        : `${noCommand(word ?? '')} See tearsheet help.`,
    )
  )
}

function schemasOf({ command, input, response }: AnyLookup) {
  return { command, input: z.toJSONSchema(input, { io: 'input' }), response: z.toJSONSchema(response) }
}

/** Lines that are printable already. */
function print(text: string, { output }: CommandPlace): number {
  output.write(`${text}\n`)
  return 0
}
