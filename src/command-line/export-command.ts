/** `tearsheet export`: a company's statements as a file. */

import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportChunk, ExportFormat } from '#contract/api/exports.ts'
import { numberFormatOf } from '#contract/api/number-format.ts'
import { usualPaper } from '#contract/api/paper-size.ts'
import { fileFailure } from '#core/storage/file-system-failure.ts'
import { unfinishedName } from '#core/storage/unfinished-files.ts'
import { readOptions } from './command-options.ts'
import { exportOptions } from './commands.ts'
import { refuse } from './refuse.ts'
import { readSymbol } from './lookups/known-symbols.ts'
import { splitsAdjusted } from './lookups/shared-fields.ts'
import { withLibrary } from './library-reading.ts'
import { libraryPlace, type CommandPlace } from './command-place.ts'
import { writeLine } from './printable.ts'

const formats: Readonly<Record<string, ExportFormat>> = {
  '.xlsx': 'xlsx',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.md': 'markdown',
  '.json': 'json',
}

/**
 * The file is whole or absent, and an existing one is replaced only with `--force` (docs/promises.md X2). Throws `invalid-folder`.
 */
export async function exportCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { symbol: given, file, as, force, profile, workspace } = readWords(words, place)
  if (existsSync(file) && !force) refuse(`${file} exists. Use --force to replace it.`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) refuse(`${file} is a folder.`)
  await withLibrary(libraryPlace(place, profile, workspace), async (api) => {
    const { numberFormat, paperSize, scale, adjustSplits } = await api.preferences.read()
    const numbers = numberFormat ?? numberFormatOf(place.locale)
    const paper = paperSize ?? usualPaper(place.locale)
    const symbol = await readSymbol(api, given, place.ending)
    const request = { symbol, as, numbers, paper, scale, asOf: null, adjustSplits }
    const chunks = await api.exports.company(request, { signal: place.ending })
    const unfinished = unfinishedName(file)
    try {
      await pipeline(Readable.from(bytesOf(chunks)), createWriteStream(unfinished, { flags: 'wx' }))
      renameSync(unfinished, file)
    } catch (error) {
      rmSync(unfinished, { force: true })
      throw fileFailure(error, dirname(file), null)
    }
    if (adjustSplits) writeLine(place.errors, splitsAdjusted)
  })
  writeLine(place.output, file)
  return 0
}

async function* bytesOf(chunks: AsyncIterable<ExportChunk>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (chunk.kind === 'bytes') yield Buffer.from(chunk.base64, 'base64')
}

function readWords(words: readonly string[], place: CommandPlace) {
  const { values, positionals } = readOptions(words, exportOptions, { allowPositionals: true })
  const [symbol, name] = positionals
  if (symbol === undefined || name === undefined || positionals.length > 2) refuse('Use: tearsheet export SYMBOL FILE.')
  return {
    symbol,
    file: resolve(place.folder, name),
    as:
      formats[extname(name).toLowerCase()] ??
      refuse(`${name}: the name must end with ${Object.keys(formats).join(', ')}.`),
    force: values.force ?? false,
    profile: values.profile ?? null,
    workspace: values.workspace ?? null,
  }
}
