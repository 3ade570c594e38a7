/** Finds the turns of a text whose words were checked or corrected. */

/** Those of the `occurrence`th turn that has exactly this text, from 0. */
interface OfWords {
  readonly text: string
  readonly occurrence: number
}

/** The checks, or corrections, of a call's turns, by turn. `texts`: as the service sent them, in order. */
export function checksByTurn<Check extends OfWords>(
  texts: readonly string[],
  checks: readonly Check[],
): Map<number, Check> {
  const byTurn = new Map<number, Check>()
  if (checks.length === 0) return byTurn
  const wanted = Map.groupBy(checks, ({ text }) => text)
  const seen = new Map<string, number>()
  for (const [turn, text] of texts.entries()) {
    const ofText = wanted.get(text)
    if (!ofText) continue
    const occurrence = seen.get(text) ?? 0
    seen.set(text, occurrence + 1)
    const check = ofText.find((each) => each.occurrence === occurrence)
    if (check) byTurn.set(turn, check)
  }
  return byTurn
}
