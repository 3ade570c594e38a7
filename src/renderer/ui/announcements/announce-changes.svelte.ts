/** Reads out what state becomes. */

import { untrack } from 'svelte'
import { getAnnouncer } from './announcer.svelte.ts'

/**
 * Reads the text out whenever it becomes another, but not the text that it begins with, as long as `element` is on screen. Call it
 * while the component is being created.
 */
export function announceChanges(text: () => string, element: () => Element | null | undefined): void {
  const announcer = getAnnouncer()
  const source = {}
  let last = untrack(text)
  $effect(() => {
    const now = text()
    if (now === last) return
    last = now
    announcer.say(() => (last === now && element()?.checkVisibility() === true ? now : ''), { source })
  })
}
