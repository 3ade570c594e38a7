import type { Attachment } from 'svelte/attachments'
import { positionAt, type AnchorRect, type PositionOptions } from './anchor-position.ts'

export interface OverlayOptions extends PositionOptions {
  readonly anchor: () => AnchorRect
  /** What it belongs to: a press there is none outside, and the focus goes back there. */
  readonly trigger: () => HTMLElement | null
  /** A press outside, or the focus gone elsewhere. Without it nothing of the kind is looked for. */
  readonly onleave?: () => void
  /** What has the focus first; without it the focus stays where it is. */
  readonly start?: (panel: HTMLElement) => HTMLElement | null
}

const landmarks = 'main, nav, aside, header[aria-label], footer[aria-label]'

/** A panel in the browser's top layer, beside its anchor while it is there; with its end the focus is back at the trigger. */
export function overlay({ anchor, trigger, onleave, start, ...options }: OverlayOptions): Attachment<HTMLElement> {
  return (panel) => {
    // Not where its component stands: what it is in there would hear its keys and clicks, and give it its own letters. What nobody
    // can enter stands in its trigger's landmark, where screen readers look for it.
    const host = trigger()?.closest(onleave ? 'dialog' : `dialog, ${landmarks}`) ?? document.body
    host.append(panel)
    panel.popover = 'manual'
    panel.showPopover()
    const settle = () => {
      panel.style.maxHeight = ''
      const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight }
      const size = { width: panel.offsetWidth, height: panel.offsetHeight }
      const { left, top, height } = positionAt(anchor(), size, window, options)
      panel.style.left = `${Math.round(left)}px`
      panel.style.top = `${Math.round(top)}px`
      panel.style.maxHeight = `${Math.floor(height)}px`
    }
    settle()
    start?.(panel)?.focus()
    const grown = new ResizeObserver(settle)
    grown.observe(panel)
    const ending = new AbortController()
    const { signal } = ending
    const isInside = (node: EventTarget | null) =>
      node instanceof Node && (panel.contains(node) || trigger()?.contains(node) === true)
    window.addEventListener('resize', settle, { signal })
    window.addEventListener(
      'scroll',
      ({ target }) => {
        if (!(target instanceof Node && panel.contains(target))) settle()
      },
      { signal, capture: true },
    )
    if (onleave) {
      const escape = onEscape(onleave)
      // As in a dialog: what had the focus in it may be gone.
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
      grown.disconnect()
      panel.remove()
      if (start && (document.activeElement === null || document.activeElement === document.body)) trigger()?.focus()
    }
  }
}

export interface ModalOptions {
  readonly start: (sheet: HTMLElement) => HTMLElement | null
  /** Escape, or a press beside it. */
  readonly onclose: () => void
  /** Instead of the focus going back to what had it. */
  readonly giveBack?: () => void
}

/** Over everything else, which cannot be reached meanwhile; with its end the focus is back where it was. */
export function modal({ start, onclose, giveBack }: ModalOptions): Attachment<HTMLDialogElement> {
  return (sheet) => {
    const before = document.activeElement
    document.body.append(sheet)
    sheet.showModal()
    const first = start(sheet)
    first?.focus()
    // What it suggests is replaced by the first letter that is typed; a text of several lines is written on.
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
    // What had the focus in it may be gone: then the keys come to the page.
    document.addEventListener(
      'keydown',
      (event) => {
        const isTopmost = [...document.querySelectorAll('dialog:modal')].at(-1) === sheet
        if (event.target === document.body && isTopmost) escape(event)
      },
      { signal, capture: true },
    )
    // Where another way to close a dialog is found than a key.
    sheet.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault()
        onclose()
      },
      { signal },
    )
    sheet.addEventListener('pointerdown', (event) => isBeside(sheet, event) && onclose(), { signal })
    return () => {
      ending.abort()
      sheet.remove()
      if (giveBack) giveBack()
      else if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }
}

/** On the backdrop, which is the sheet's own, and not on the sheet. */
function isBeside(sheet: HTMLElement, { target, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = sheet.getBoundingClientRect()
  return target === sheet && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/** What carries `data-start` has the focus first, else the panel itself: never a close button with its tooltip. */
export function startOf(panel: HTMLElement): HTMLElement {
  return panel.querySelector<HTMLElement>('[data-start]') ?? panel
}

/** Escape, told once, and to nobody else. */
export function onEscape(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
}

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Tab goes round in a panel. */
export function keepTab(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const all = [...panel.querySelectorAll<HTMLElement>(reachable)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  )
  const [first, last] = [all[0], all.at(-1)]
  const at = document.activeElement
  if (event.shiftKey ? at === first || at === panel : at === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
}
