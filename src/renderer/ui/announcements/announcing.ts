/** The attachment that reads out a text where it stands. */

import type { Attachment } from 'svelte/attachments'
import { getAnnouncer, type Announcer } from './announcer.svelte.ts'

interface Options {
  /** `appearance`: also the initial text. `change`: only changes, for text that a screen reader reaches anyway. */
  readonly from?: 'appearance' | 'change'
  /** It stops the user's work. Asked at each text. */
  readonly urgent?: () => boolean
  readonly announcer?: Announcer
}

/** What the user can see of it, on one line; nothing while it is on a page that is not shown. */
function visibleText(element: HTMLElement): string {
  return element.checkVisibility() ? element.innerText.replace(/\s+/g, ' ').trim() : ''
}

/**
 * An attachment for text that appears or changes while the user is elsewhere on the page: it stays where it is, and is read out
 * whenever it changes, unless it has changed again or is gone when its turn comes. Call it while the component is being created:
 * `const announced = announcing()`, then `<p {@attach announced}>`.
 */
export function announcing({
  from = 'appearance',
  urgent = () => false,
  announcer = getAnnouncer(),
}: Options = {}): Attachment<HTMLElement> {
  return (element) => {
    let last = ''
    const change = () => {
      if (element.textContent.trim() === '') {
        last = ''
        return
      }
      const text = () => {
        const now = visibleText(element)
        if (now === last) return ''
        last = now
        return now
      }
      announcer.say(text, { source: element, urgent: urgent() })
    }
    if (from === 'appearance') change()
    const observer = new MutationObserver(change)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }
}
