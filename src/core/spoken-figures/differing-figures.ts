/** Counts the spoken figures of calls that differ from the stored statements, or were restated since, for lists of calls. */

import { setImmediate } from 'node:timers/promises'
import type { ApiInputs, ApiOutputs } from '#contract/api/api.ts'
import type { SpokenVerdict } from '#contract/api/spoken-figures.ts'
import type { SpokenFiguresOfCalls } from './spoken-figures.ts'

const verbatim = { format: 'json', clean: false } as const

/** Without those whose match the user called wrong. A call without a stored transcript is left out. */
export async function differingFigures(
  spokenFigures: Pick<SpokenFiguresOfCalls, 'figures'>,
  { callIds }: ApiInputs['calls']['differingFigures'],
  signal?: AbortSignal,
): Promise<ApiOutputs['calls']['differingFigures']> {
  const calls: { callId: string; differ: number; restated: number }[] = []
  for (const callId of callIds) {
    const found = await spokenFigures.figures({ callId, form: verbatim })
    if (signal?.aborted) break
    const counted = found?.figures.filter(({ dismissed }) => !dismissed)
    const countOf = (is: SpokenVerdict['is']) => counted?.filter(({ verdict }) => verdict.is === is).length ?? 0
    if (counted) calls.push({ callId, differ: countOf('differs'), restated: countOf('restated') })
    // A list of calls is looked at: what else is requested meanwhile goes first.
    await setImmediate()
  }
  return { calls }
}
