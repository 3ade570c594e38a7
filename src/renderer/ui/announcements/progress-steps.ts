/** Progress that is read out in steps of ten percent. */

import type { Announcer } from './announcer.svelte.ts'

/**
 * A function that is told of every progress, and reads it out when it has reached another ten percent. Another label is another part of
 * the task. Its end is for others to tell.
 */
export function progressSteps(
  announcer: Pick<Announcer, 'say'>,
  source: unknown = {},
): (label: string, value: number, max: number) => void {
  let last = 0
  let part = ''
  return (label, value, max) => {
    const step = max > 0 ? Math.floor((10 * value) / max) : 0
    if (label !== part) last = 0
    part = label
    if (step <= last) return
    last = step
    if (step < 10) announcer.say(`${label}: ${step * 10}%`, { source })
  }
}
