/** How much two colors (`#rrggbb`) differ in lightness. */

/** Red, green and blue as light, from 0 to 1. */
export function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = linear(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** By WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}
