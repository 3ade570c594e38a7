/** Words that say whether something rose or fell. */

const up = `up increase increased increases increasing grew grow grows growing growth grown rose rise rises rising risen higher
  improved improvement improving improves gain gained gains expanded expansion expanding jumped jump climbed advanced raise raised raises raising`
const down = `down decrease decreased decreases decreasing declined decline declines declining fell fall falls falling fallen lower
  dropped drop drops reduced reduction contracted contraction compressed compression deteriorated deterioration shrank lowered lowers lowering reduce reduces reducing`

const directions: ReadonlyMap<string, 1 | -1> = new Map([
  ...up.split(/\s+/).map((word) => [word, 1] as const),
  ...down.split(/\s+/).map((word) => [word, -1] as const),
])

/** 1: up, −1: down, 0: it says neither. */
export function directionOf(word: string): 1 | -1 | 0 {
  return directions.get(word) ?? 0
}

/** Better, which is not always more. */
export function isImprovement(word: string): boolean {
  return word.startsWith('improv') || word.startsWith('deteriorat')
}
