/**
 * Makes a scrolling element focusable and named, as scrolling by keyboard requires (WCAG 2.1.1):
 * `{...scrollArea('Stored record')}`.
 */

/**
 * The attributes of an element that scrolls and may have nothing focusable inside: `{...scrollArea('Stored record')}`. It is
 * focusable itself, since scrolling must be possible by keys (WCAG 2.1.1), and so it needs a name.
 */
export function scrollArea(label: string, role: 'region' | 'group' = 'region') {
  return { role, 'aria-label': label, tabindex: 0 } as const
}
