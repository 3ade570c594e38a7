import { expect, type Locator, type Page } from '@playwright/test'

/** What is wrong with where the focus is, in words; null: nothing. */
async function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
      return 'nothing has the focus'
    const name = `<${focused.tagName.toLowerCase()} ${focused.id}> ${focused.textContent.trim().slice(0, 40)}`
    if (!focused.checkVisibility()) return `${name} is not shown`

    /** The part of an element that neither the window nor anything that it is scrolled in cuts off. */
    const shownPart = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect()
      const cut = (by: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>) => {
        left = Math.max(left, by.left)
        right = Math.min(right, by.right)
        top = Math.max(top, by.top)
        bottom = Math.min(bottom, by.bottom)
      }
      cut({ left: 0, right: innerWidth, top: 0, bottom: innerHeight })
      for (let part = element.parentElement; part !== null && part !== document.body; part = part.parentElement) {
        const { overflowX, overflowY, display, position } = getComputedStyle(part)
        if (display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible'))
          cut(part.getBoundingClientRect())
        if (position === 'fixed') break
      }
      return { width: right - left, height: bottom - top }
    }
    // A radio or a checkbox that is drawn by its label is out of sight itself.
    const drawn = focused.closest('label') ?? focused
    const { width, height } = shownPart(drawn)
    if (width <= 0 || height <= 0) return `${name} is outside the window, or scrolled out of sight`

    if (!focused.matches(':focus-visible')) return null
    const partsOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [red, green, blue] = partsOf(color).map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
    }
    const isOpaque = (color: string) => color.startsWith('rgb') && (partsOf(color)[3] ?? 1) === 1
    const groundOf = (element: Element | null): string => {
      for (let one = element; one; one = one.parentElement) {
        const color = getComputedStyle(one).backgroundColor
        if (isOpaque(color)) return color
      }
      return 'rgb(255, 255, 255)'
    }
    const contrast = (one: string, other: string) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
      return (high + 0.05) / (low + 0.05)
    }
    const probe = document.createElement('i')
    probe.style.color = 'var(--accent)'
    document.body.append(probe)
    const accent = getComputedStyle(probe).color
    probe.remove()
    /** An outline of any color; borders and shadows are there without the focus too, and only mean it in the accent. */
    const isRinged = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== undefined && style.content === 'none') return false
      const isInside = pseudo !== undefined || parseFloat(style.outlineOffset) < 0
      const ground = groundOf(isInside ? element : element.parentElement)
      const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
      const hasBorder = parseFloat(style.borderTopWidth) >= 1 && style.borderTopColor === accent
      const shadows = (style.boxShadow.match(/rgba?\([^)]*\)/g) ?? []).filter((color) => color === accent)
      const colors = [...(hasOutline ? [style.outlineColor] : []), ...(hasBorder ? [accent] : []), ...shadows]
      return colors.some((color) => isOpaque(color) && contrast(color, ground) >= 3)
    }
    const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
    // A field shows the focus on its box, a radio on its label, a turn of a call on its time, and a table on its current row.
    const rings = [
      focused,
      focused.parentElement,
      focused.parentElement?.parentElement ?? null,
      focused.querySelector('.time'),
      focused.nextElementSibling,
      focused.closest('label'),
      active,
      active?.firstElementChild ?? null,
    ]
    const shows = rings.some((element) => element !== null && (isRinged(element) || isRinged(element, '::after')))
    return shows ? null : `${name} does not show that it has the focus`
  })
}

/** Waits until the keyboard has a place again: what was pressed may first take its own element away. */
export async function expectFocusStands(page: Page, after: string): Promise<void> {
  await expect.poll(() => focusFault(page), { message: `the focus after ${after}`, timeout: 5000 }).toBeNull()
}

type Method = (this: unknown, ...given: unknown[]) => Promise<unknown>

const locatorActions = [
  'click',
  'dblclick',
  'fill',
  'clear',
  'press',
  'pressSequentially',
  'check',
  'uncheck',
  'setChecked',
  'selectOption',
  'setInputFiles',
  'dragTo',
]
const keyboardActions = ['press', 'type', 'insertText']
const mouseActions = ['click', 'dblclick', 'up', 'wheel']

/** From now on every action on this page must end with the focus in sight. The returned function ends that. */
export function watchFocus(page: Page): () => void {
  const ends: (() => void)[] = []
  const watch = (object: object, names: readonly string[], isOfPage: (one: unknown) => boolean) => {
    const methods = object as Record<string, unknown>
    for (const name of names) {
      const original = methods[name] as Method
      const isOwn = Object.hasOwn(methods, name)
      methods[name] = async function (this: unknown, ...given: unknown[]) {
        const result = await original.apply(this, given)
        if (isOfPage(this) && !page.isClosed())
          await expectFocusStands(page, `${name} ${this === object ? JSON.stringify(given[0]) : `of ${String(this)}`}`)
        return result
      }
      ends.unshift(() => {
        if (isOwn) methods[name] = original
        else delete methods[name]
      })
    }
  }
  // All locators share one prototype, also those of other pages.
  const locators = Object.getPrototypeOf(page.locator('body')) as object
  watch(locators, locatorActions, (one) => (one as Locator).page() === page)
  watch(page.keyboard, keyboardActions, () => true)
  watch(page.mouse, mouseActions, () => true)
  return () => {
    for (const end of ends) end()
  }
}
