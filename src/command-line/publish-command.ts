/** `tearsheet publish`: the library as Parquet files. */

import { resolve } from 'node:path'
import type { ApiInputs } from '#contract/api/api.ts'
import { formatBytes } from '#contract/format-bytes.ts'
import { sentenceOf } from '#contract/failure.ts'
import { notClearedSentence } from '#contract/s3-address-rules.ts'
import { readOptions } from './command-options.ts'
import { publishOptions } from './commands.ts'
import type { CommandPlace } from './command-place.ts'
import { withWritableLibrary } from './library-writing.ts'
import { refuse } from './refuse.ts'
import { readS3Address, readS3Credentials } from './s3-address.ts'
import { writeLine } from './printable.ts'

/** Remembers a folder as the window does, so it opens the profile for writing. Throws `profile-in-use` while a window has it open. */
export async function publishCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { to, ...library } = readWords(words, place)
  const credentials = 's3' in to ? readS3Credentials(place.environment) : null
  return withWritableLibrary(place, library, async (api, { s3Credentials }) => {
    if ('s3' in to && credentials !== null) s3Credentials.hold(new URL(to.s3.endpoint).origin, credentials)
    for await (const step of await api.storage.publish(to, { signal: place.ending })) {
      if (step.kind === 'failed') {
        writeLine(place.errors, sentenceOf(step.failure))
        return 1
      }
      if (step.kind !== 'done') continue
      const { isChanged, files, bytes, written } = step
      writeLine(
        place.output,
        isChanged
          ? `${step.to}: ${written.files} of ${files} files written, ${formatBytes(bytes)} in all.`
          : `${step.to}: nothing has changed since the last publication.`,
      )
      if (!step.isCleared) place.errors.write(`${notClearedSentence}\n`)
    }
    return 0
  })
}

function readWords(words: readonly string[], place: CommandPlace) {
  const { values } = readOptions(words, publishOptions)
  const { to: target = refuse('Use: tearsheet publish --to FOLDER, or --to=s3://BUCKET/FOLDER.') } = values
  const isS3 = target.startsWith('s3://')
  const [unused] = (['endpoint', 'region'] as const).filter((name) => !isS3 && values[name] !== undefined)
  if (unused !== undefined) refuse(`--${unused}: only for an address such as s3://BUCKET/FOLDER.`)
  const to: ApiInputs['storage']['publish'] = isS3
    ? { s3: readS3Address(target, values, place.environment) }
    : { folder: resolve(place.folder, target) }
  return { to, profile: values.profile ?? null, workspace: values.workspace ?? null }
}
