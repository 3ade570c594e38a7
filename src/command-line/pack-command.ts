/** `tearsheet pack` and `tearsheet open-pack`: chosen companies as one file, and such a file into a library. */

import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { formatBytes } from '#contract/format-bytes.ts'
import { sentenceOf } from '#contract/failure.ts'
import { z } from 'zod'
import { packEnding, packKinds, type PackKind } from '#contract/api/pack-kinds.ts'
import { openedPackText, packContentsText, withoutDataText, type PackFormats } from '#contract/api/pack-contents.ts'
import { earlierPeriodsNeeded, hostsText } from '#contract/api/pack-words.ts'
import type { PackPeriods } from '#contract/api/packs.ts'
import { readOptions } from './command-options.ts'
import { openPackOptions, packOptions } from './commands.ts'
import type { CommandPlace } from './command-place.ts'
import { withWritableLibrary } from './library-writing.ts'
import { readPassphrase } from './passphrase.ts'
import { refuse } from './refuse.ts'
import { watchlistNamed } from './watchlist-named.ts'
import { writeLine } from './printable.ts'

const makeUsage = 'Use: tearsheet pack --to FILE --author NAME --companies A,B or --watchlist NAME.'
const openUsage = 'Use: tearsheet open-pack FILE.'
/** The exit code; see docs/command-line.md. */
const notInLibrary = 3
const formats: PackFormats = {
  counted: (count, one, many) => `${count} ${count === 1 ? one : many}`,
  day: (day) => day,
}
const noPassphrase = 'Set TEARSHEET_PASSPHRASE, or run the command in a terminal.'

/** Notes what it writes in the profile, so it opens it for writing. Throws `profile-in-use` while a window has it open. */
export async function packCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { file, author, companies, watchlists, kinds, periods, encrypt, profile, workspace } = readMakeWords(
    words,
    place,
  )
  if (existsSync(file)) refuse(`${file} exists.`)
  const passphrase = encrypt ? await newPassphrase(place) : null
  return withWritableLibrary(place, { profile, workspace }, async (api) => {
    const watchlistIds = await Promise.all(watchlists.map((name) => watchlistNamed(api, name)))
    const { unknownSymbols, missing } = await api.packs.preview({ companies, watchlistIds, kinds: [] })
    if (unknownSymbols.length > 0) {
      writeLine(place.errors, `Not in the library: ${unknownSymbols.join(', ')}.`)
      return notInLibrary
    }
    const steps = await api.packs.make(
      {
        companies,
        watchlistIds,
        kinds,
        ...(periods && { periods }),
        author,
        name: basename(file, packEnding),
        folder: dirname(file),
        passphrase,
      },
      { signal: place.ending },
    )
    for await (const step of steps) {
      if (step.kind === 'failed') return complain(sentenceOf(step.failure), place)
      if (step.kind !== 'done') continue
      const { counts } = step
      writeLine(place.output, `${step.path}: ${packContentsText(counts, formats)}, ${formatBytes(step.bytes)}.`)
      if (missing.length > 0) writeLine(place.errors, withoutDataText(missing))
      if (periods?.from != null && counts.periods > 0) writeLine(place.errors, earlierPeriodsNeeded)
      writeLine(place.errors, 'Your data license may not allow you to pass this data on.')
    }
    return 0
  })
}

/** Into the workspace of the pack's service, which is created where the profile has none. Throws `profile-in-use` while a window has it open. */
export async function openPackCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values, positionals } = readOptions(words, openPackOptions, { allowPositionals: true })
  const [name] = positionals
  if (name === undefined || positionals.length > 1) refuse(openUsage)
  const path = resolve(place.folder, name)
  const workspace = values.workspace ?? null
  return withWritableLibrary(place, { profile: values.profile ?? null, workspace }, async (api) => {
    let passphrase: string | null = null
    let found = await api.packs.inspect({ path, passphrase })
    if (found.kind === 'locked') {
      passphrase = await readPassphrase(place, 'Passphrase: ')
      if (passphrase !== null) found = await api.packs.inspect({ path, passphrase })
    }
    if (found.kind === 'locked') return refuse(`The pack is encrypted. ${noPassphrase}`)
    if (found.isOpen) {
      const { workspaces, active } = await api.workspaces.list()
      writeLine(place.output, `Workspace ${workspaces.find(({ id }) => id === active)?.name ?? active}.`)
    } else {
      if (workspace !== null) {
        refuse(
          `The pack is from a different service than workspace ${workspace}. Leave out --workspace to open it in the workspace of its own service.`,
        )
      }
      const { baseUrl, recordingsBase, search } = found.service
      const settings = { name: found.workspace.slice(0, 80), baseUrl, recordingsBase, search }
      const { id } = found.workspaceId === null ? await api.workspaces.create(settings) : { id: found.workspaceId }
      const { name: opened } = await api.workspaces.activate({ id, forPack: true })
      if (found.workspaceId === null) writeLine(place.output, `New workspace ${opened} for ${hostsText(found.hosts)}.`)
      else writeLine(place.output, found.isDeleted ? `Restored workspace ${opened}.` : `Workspace ${opened}.`)
    }
    const opening = { path, passphrase, sha256: found.sha256 }
    for await (const step of await api.packs.open(opening, { signal: place.ending })) {
      if (step.kind === 'failed') return complain(sentenceOf(step.failure), place)
      if (step.kind !== 'done') continue
      writeLine(place.output, `Pack by ${step.author}. ${openedPackText(step, formats)}`)
      for (const conflict of step.conflicts) writeLine(place.output, conflict)
      if (step.failure) return complain(sentenceOf(step.failure), place)
    }
    return 0
  })
}

async function newPassphrase(place: CommandPlace): Promise<string> {
  const typed = await readPassphrase(place, 'Passphrase: ')
  if (typed === null || typed === '') refuse(`--encrypt needs a passphrase. ${noPassphrase}`)
  if ((await readPassphrase(place, 'Repeat it: ')) !== typed) refuse('The passphrases differ.')
  return typed
}

function complain(sentence: string, { errors }: CommandPlace): number {
  writeLine(errors, sentence)
  return 1
}

function readMakeWords(words: readonly string[], place: CommandPlace) {
  const { values } = readOptions(words, packOptions)
  const file = resolve(place.folder, values.to ?? refuse(makeUsage))
  if (!file.endsWith(packEnding)) refuse(`The name of the file must end with ${packEnding}.`)
  const companies = (values.companies ?? '')
    .split(',')
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '')
  const watchlists = values.watchlist ?? []
  if (companies.length + watchlists.length === 0) refuse(makeUsage)
  return {
    file,
    author: values.author ?? refuse(makeUsage),
    companies,
    watchlists,
    kinds: values.kinds === undefined ? [...packKinds] : values.kinds.split(',').map(kindNamed),
    periods: periodsOf(values.from ?? null, values.until ?? null),
    encrypt: values.encrypt ?? false,
    profile: values.profile ?? null,
    workspace: values.workspace ?? null,
  }
}

/** Null: all. */
function periodsOf(from: string | null, to: string | null): PackPeriods | null {
  for (const day of [from, to])
    if (day !== null && !z.iso.date().safeParse(day).success) refuse(`“${day}” is not a date: write YYYY-MM-DD.`)
  if (from !== null && to !== null && from > to) refuse('--from is after --until.')
  return from === null && to === null ? null : { from, to }
}

function kindNamed(name: string): PackKind {
  return packKinds.find((kind) => kind === name) ?? refuse(`There is no kind “${name}”: ${packKinds.join(', ')}.`)
}
