/** Keeps labels at the ends of lines apart. */

/** Labels from top to bottom, each at least `least` pixels below the previous one, and none above `top`. */
export function separateLabels<Label extends { readonly y: number }>(
  labels: readonly Label[],
  { least, top = Number.NEGATIVE_INFINITY }: { readonly least: number; readonly top?: number },
): readonly Label[] {
  let lowest = top - least
  return labels
    .toSorted((one, other) => one.y - other.y)
    .map((label) => {
      lowest = Math.max(label.y, lowest + least)
      return { ...label, y: lowest }
    })
}
