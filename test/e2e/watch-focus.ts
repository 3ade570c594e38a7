import { expect, type ElementHandle, type Locator, type Page } from '@playwright/test'

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
      return { left, right, top, bottom, width: right - left, height: bottom - top }
    }
    /**
     * Whether something else lies over all of its shown part that is looked at: its middle, edges and corners (WCAG 2.4.11). A drawer may:
     * the user opened it, and Esc closes it where the focus is (note 2 there).
     */
    const isCovered = (element: Element) => {
      if (getComputedStyle(element).pointerEvents === 'none') return false
      const { left, right, top, bottom, width, height } = shownPart(element)
      const [across, down] = [Math.min(3, width / 4), Math.min(3, height / 4)]
      const places = [left + across, (left + right) / 2, right - across].flatMap((x) =>
        [top + down, (top + bottom) / 2, bottom - down].map((y) => document.elementFromPoint(x, y)),
      )
      return !places.some(
        (on) => on !== null && (element.contains(on) || on.contains(element) || on.closest('[data-region=drawer]')),
      )
    }
    // A radio or a checkbox that is drawn by its label is out of sight itself.
    const drawn = focused.closest('label') ?? focused
    const { width, height } = shownPart(drawn)
    // The text follows a recording, and the focus stays on the turn that the user went to (docs/look.md, What is read out).
    const isPlayed = () =>
      focused.parentElement?.querySelector('[aria-current]') ||
      [...document.querySelectorAll('button')].some(
        (button) => button.textContent.includes('Back to playback') && button.checkVisibility(),
      )
    if ((width <= 0 || height <= 0) && focused.matches('[data-turn]') && isPlayed()) return null
    if (width <= 0 || height <= 0) return `${name} is outside the window, or scrolled out of sight`
    if (isCovered(drawn)) return `${name} lies under something else`

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
    /** As it is seen on the ground: the system's highlight lets some of it through. */
    const over = (color: string, ground: string) => {
      const [share = 1, under] = [partsOf(color)[3], partsOf(ground)]
      const mixed = [0, 1, 2].map((at) => (partsOf(color)[at] ?? 0) * share + (under[at] ?? 0) * (1 - share))
      return `rgb(${mixed.join(', ')})`
    }
    const contrast = (color: string, ground: string) => {
      const [low = 0, high = 0] = [luminance(over(color, ground)), luminance(ground)].sort(
        (left, right) => left - right,
      )
      return (high + 0.05) / (low + 0.05)
    }
    /** Every rule of the page that depends on the focus. */
    const rulesOfFocus = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule && rule.selectorText.includes(':focus') ? [rule] : []),
        ...('cssRules' in rule ? rulesOfFocus(rule.cssRules as CSSRuleList) : []),
      ])
    /** The rules of a sheet that could not be fetched, as when the program has ended, cannot be read, and there are none. */
    const isLoaded = (sheet: CSSStyleSheet) => {
      try {
        return sheet.cssRules.length > 0
      } catch {
        return false
      }
    }
    /** What is read with all of these rules written as if nothing had the focus. No element is blurred or changed for it. */
    const withoutFocus = <Read>(read: () => Read): Read => {
      const rules = [...document.styleSheets].flatMap((sheet) => (isLoaded(sheet) ? rulesOfFocus(sheet.cssRules) : []))
      const written = rules.map((rule) => [rule, rule.selectorText] as const)
      for (const [rule, selector] of written) rule.selectorText = selector.replaceAll(':focus', ':not(*):focus')
      try {
        return read()
      } finally {
        for (const [rule, selector] of written) rule.selectorText = selector
      }
    }
    const isTextField = focused.matches(
      'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])',
    )
    const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
    // A text field shows the focus on its box, a radio on its group, a turn of a call on its time, and a table on its current row.
    const boxes: readonly (Element | null)[] = [
      focused,
      focused.parentElement,
      focused.parentElement?.parentElement ?? null,
    ]
    const parts = [
      ...boxes,
      focused.closest('label'),
      focused.querySelector('.time'),
      focused.matches('[type=radio], [type=checkbox]') ? focused.nextElementSibling : null,
      active,
      active?.firstElementChild ?? null,
    ].filter((element) => element !== null)
    /** Outlines, borders and shadows that stand out from what they lie on. A border is meant for the focus by text fields only. */
    const ringsOf = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== undefined && style.content === 'none') return []
      const isInside = pseudo !== undefined || parseFloat(style.outlineOffset) < 0
      const ground = groundOf(isInside ? element : element.parentElement)
      const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
      const hasBorder = isTextField && boxes.includes(element) && parseFloat(style.borderTopWidth) >= 1
      // What a ring is told from another by: a thin outline becomes a thick one, other lines get their color.
      const lines = [
        ...(hasOutline
          ? [{ ring: `outline ${style.outlineStyle} ${style.outlineWidth}`, color: style.outlineColor }]
          : []),
        ...(hasBorder ? [{ ring: `border ${style.borderTopColor}`, color: style.borderTopColor }] : []),
        ...(style.boxShadow.match(/rgba?\([^)]*\)/g) ?? []).map((color) => ({ ring: `shadow ${color}`, color })),
      ]
      return lines
        .filter(({ color }) => color.startsWith('rgb') && contrast(color, ground) >= 3)
        .map(({ ring }) => ring)
    }
    const rings = () =>
      parts.flatMap((element, at) =>
        [undefined, '::after'].flatMap((pseudo) =>
          ringsOf(element, pseudo).map((ring) => `${at} ${pseudo ?? ''} ${ring}`),
        ),
      )
    const always = withoutFocus(rings)
    return rings().some((ring) => !always.includes(ring)) ? null : `${name} does not show that it has the focus`
  })
}

/** Waits until the keyboard has a place again: what was pressed may first take its own element away. */
export async function expectFocusStands(page: Page, after: string): Promise<void> {
  await expect.poll(() => focusFault(page), { message: `the focus after ${after}` }).toBeNull()
}

/**
 * What is wrong with the focus on each stop of Tab that is on screen. A kind of stop is looked at once: `seen` has those of the steps before.
 * Somebody must have used the keyboard last, or nothing shows the focus.
 */
export async function faultsOfStops(page: Page, seen: Set<string>): Promise<string[]> {
  const faults: string[] = []
  const stops = page
    .locator(':is(a[href], button, input, select, textarea):not([tabindex="-1"]), [tabindex="0"]')
    .filter({ visible: true })
  // A locator finds elements only, which its type does not say.
  for (const stop of (await stops.elementHandles()) as ElementHandle<HTMLElement | SVGElement>[]) {
    const kind = await stop.evaluate((element) =>
      [element, element.parentElement, element.parentElement?.parentElement]
        .map((one) => `${one?.tagName ?? ''}.${one?.getAttribute('class') ?? ''} ${one?.getAttribute('type') ?? ''}`)
        .join(' in '),
    )
    if (seen.has(kind)) continue
    seen.add(kind)
    const isReached = await stop.evaluate((element) => {
      element.focus()
      return document.activeElement === element
    })
    const isShown = isReached && (await stop.evaluate((element) => element.matches(':focus-visible')))
    const fault = isShown ? await focusFault(page) : isReached ? `${kind} is not :focus-visible` : null
    if (fault !== null) faults.push(`${fault} (${kind})`)
  }
  return faults
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

/** Every action on a page that is watched must end with the focus in sight. */
export class FocusWatch {
  readonly #pages = new Set<Page>()
  readonly #ends: (() => void)[] = []

  add(page: Page): void {
    if (this.#pages.has(page)) return
    // All locators share one prototype, also those of other pages.
    if (this.#pages.size === 0) {
      const locators = Object.getPrototypeOf(page.locator('body')) as object
      this.#watch(locators, locatorActions, (locator) => (locator as Locator).page())
    }
    this.#pages.add(page)
    this.#watch(page.keyboard, keyboardActions, () => page)
    this.#watch(page.mouse, mouseActions, () => page)
  }

  end(): void {
    for (const end of this.#ends) end()
  }

  #watch(object: object, names: readonly string[], pageOf: (of: unknown) => Page): void {
    const pages = this.#pages
    const methods = object as Record<string, unknown>
    for (const name of names) {
      const original = methods[name] as Method
      const isOwn = Object.hasOwn(methods, name)
      methods[name] = async function (this: unknown, ...given: unknown[]) {
        const result = await original.apply(this, given)
        const page = pageOf(this)
        if (pages.has(page) && !page.isClosed())
          await expectFocusStands(page, `${name} ${this === object ? JSON.stringify(given[0]) : `of ${String(this)}`}`)
        return result
      }
      this.#ends.unshift(() => {
        if (isOwn) methods[name] = original
        else delete methods[name]
      })
    }
  }
}
