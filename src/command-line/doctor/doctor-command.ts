/** `tearsheet doctor` from the repository, under Node alone; the installed program has a keyring to check as well (src/main/doctor.ts). */

import { policyPath } from '#core/policy/policy-path.ts'
import { readOptions } from '../command-options.ts'
import { libraryPlace, type CommandPlace } from '../command-place.ts'
import { doctorOptions } from '../commands.ts'
import { runDoctor } from './doctor.ts'

/** Gives 1 where it finds a problem. */
export async function doctorCommand(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = readOptions(words, doctorOptions)
  const { platform, environment, version, runtime } = place
  const { text, isHealthy } = await runDoctor({
    profile: libraryPlace(place, values.profile ?? null, null).profile,
    title: `Tearsheet ${version} on ${runtime.system}`,
    versions: runtime.versions,
    engine: null,
    keyring: { level: 'ok', subject: 'Keyring', text: 'not used without Electron: API keys last until you quit' },
    policy: place.readPolicy(),
    policyFile: policyPath(platform),
    resolveProxy: undefined,
    environment,
    after: (milliseconds, run) => void setTimeout(run, milliseconds).unref(),
  })
  place.output.write(text)
  return isHealthy ? 0 : 1
}
