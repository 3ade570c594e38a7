/** `tearsheet publish`: the library as Parquet files. */

import { resolve } from 'node:path'
import { sentenceOf } from '#contract/failure.ts'
import { openCore } from '#core/core.ts'
import { directClient } from '#core/direct-client.ts'
import { libraryOptions, readOptions } from './command-options.ts'
import { libraryPlace, type CommandPlace } from './command-place.ts'
import { refuse } from './refuse.ts'
import { formatBytes } from '#contract/format-bytes.ts'

/** Remembers the folder as the window does, so it opens the profile for writing. Throws `profile-in-use` while a window has it open. */
export async function publishCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { folder, profile, workspace } = readWords(words, place)
  const { profile: found, version, policy } = libraryPlace(place, profile, workspace)
  const core = openCore({ profile: found, version, policy })
  try {
    const api = directClient(core)
    if (workspace !== null) await api.workspaces.activate({ id: workspace })
    for await (const step of await api.storage.publish({ folder }, { signal: place.ending })) {
      if (step.kind === 'failed') {
        place.errors.write(`${sentenceOf(step.failure)}\n`)
        return 1
      }
      if (step.kind !== 'done') continue
      const { isChanged, files, bytes, written } = step
      place.output.write(
        isChanged
          ? `${folder}: ${written.files} of ${files} files written, ${formatBytes(bytes)} in all.\n`
          : `${folder}: nothing has changed since the last publication.\n`,
      )
    }
    return 0
  } finally {
    await core.close()
  }
}

function readWords(words: readonly string[], place: CommandPlace) {
  const { values } = readOptions(words, { to: { type: 'string' }, ...libraryOptions })
  const folder = resolve(place.folder, values.to ?? refuse('Use: tearsheet publish --to FOLDER.'))
  return { folder, profile: values.profile ?? null, workspace: values.workspace ?? null }
}
