/**
 * Attachments for panels and dialogs in the browser's top layer: position, focus, Esc and Tab.
 */

import type { Attachment } from 'svelte/attachments'

export type Side = 'top' | 'right' | 'bottom' | 'left'

interface OverlayOptions {
  readonly side: Side
  /** Along the anchor's edge. */
  readonly align: 'start' | 'center' | 'end'
  /** Pixels between the anchor and the panel. */
  readonly gap: number
  /** A press on the trigger is not a press outside, and the focus returns to the trigger. */
  readonly trigger: () => HTMLElement | null
  /** Where the panel opens; absent: at its trigger. */
  readonly anchor?: () => HTMLElement | null
  /** Runs on a press outside, or when the focus leaves. Without it neither closes the panel. */
  readonly onleave?: () => void
  /** The element that gets the focus first; without it the focus does not move. */
  readonly start?: (panel: HTMLElement) => HTMLElement | null
}

const landmarks = 'main, nav, aside, header[aria-label], footer[aria-label]'

/** A panel in the browser's top layer. `anchored.css` places it at its anchor; the focus returns to the trigger when it closes. */
export function overlay({
  side,
  align,
  gap,
  trigger,
  anchor = trigger,
  onleave,
  start,
}: OverlayOptions): Attachment<HTMLElement> {
  return (panel) => {
    // Inside the component that opens it, the panel's keys and clicks would bubble to that component's handlers. A tooltip, which
    // never has the focus, stays in its trigger's landmark, where screen readers look for it.
    const host = trigger()?.closest(onleave ? 'dialog' : `dialog, ${landmarks}`) ?? document.body
    host.append(panel)
    panel.popover = 'manual'
    panel.dataset['side'] = side
    panel.dataset['align'] = align
    panel.style.setProperty('--gap', `${gap}px`)
    const source = anchor()
    panel.showPopover(source ? { source } : {})
    start?.(panel)?.focus()
    const ending = new AbortController()
    const { signal } = ending
    const isInside = (node: EventTarget | null) =>
      node instanceof Node && (panel.contains(node) || trigger()?.contains(node) === true)
    if (onleave) {
      const escape = onEscape(onleave)
      // The element with the focus may have been removed: the page then gets the keys.
      const onkeydown = (event: KeyboardEvent) => {
        if (event.target === document.body) escape(event)
      }
      document.addEventListener('keydown', onkeydown, { signal, capture: true })
      document.addEventListener('pointerdown', ({ target }) => !isInside(target) && onleave(), {
        signal,
        capture: true,
      })
      panel.addEventListener('focusout', ({ relatedTarget: to }) => to !== null && !isInside(to) && onleave(), {
        signal,
      })
    }
    return () => {
      ending.abort()
      panel.remove()
      if (start && (document.activeElement === null || document.activeElement === document.body)) trigger()?.focus()
    }
  }
}

interface ModalOptions {
  readonly start: (sheet: HTMLElement) => HTMLElement | null
  /** Runs on Escape, and on a press outside the dialog. */
  readonly onclose: () => void
  /** Replaces the return of the focus to the element that had it. */
  readonly giveBack?: () => void
}

/** Opens a dialog over the page. The focus returns to the element that had it when the dialog closes. */
export function modal({ start, onclose, giveBack }: ModalOptions): Attachment<HTMLDialogElement> {
  return (sheet) => {
    const before = document.activeElement
    document.body.append(sheet)
    sheet.closedBy = 'any'
    sheet.showModal()
    const first = start(sheet)
    first?.focus()
    // The first letter typed replaces a suggested text; a text of several lines is continued.
    if (first instanceof HTMLInputElement) first.select()
    const ending = new AbortController()
    const { signal } = ending
    const escape = onEscape(onclose)
    sheet.addEventListener(
      'keydown',
      (event) => {
        escape(event)
        keepTab(event, sheet)
      },
      { signal },
    )
    // The element with the focus may have been removed: the page then gets the keys.
    document.addEventListener(
      'keydown',
      (event) => {
        const isTopmost = [...document.querySelectorAll('dialog:modal')].at(-1) === sheet
        if (event.target === document.body && isTopmost) escape(event)
      },
      { signal, capture: true },
    )
    // The browser requests it on a press outside the dialog; the owner of the dialog closes it.
    sheet.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        onclose()
      },
      { signal },
    )
    return () => {
      ending.abort()
      sheet.remove()
      if (giveBack) giveBack()
      else if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }
}

/** Focuses the element with `data-start`, otherwise the panel: never a close button, whose tooltip would open. */
export function startOf(panel: HTMLElement): HTMLElement {
  return panel.querySelector<HTMLElement>('[data-start]') ?? panel
}

/** Handles Escape once; no other handler gets the key. */
export function onEscape(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Tab cycles through the controls of a panel. */
export function keepTab(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const controls = [...panel.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  )
  const [first, last] = [controls[0], controls.at(-1)]
  const focused = document.activeElement
  if (event.shiftKey ? focused === first || focused === panel : focused === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
}
