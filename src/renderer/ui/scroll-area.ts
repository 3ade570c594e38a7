/**
 * The attributes of an element that scrolls and may have nothing inside that takes the focus: `{...scrollArea('Stored record')}`. It takes
 * the focus itself, since what scrolls must be reachable by keys (WCAG 2.1.1), and so it needs a name.
 */
export function scrollArea(label: string, role: 'region' | 'group' = 'region') {
  return { role, 'aria-label': label, tabindex: 0 } as const
}
