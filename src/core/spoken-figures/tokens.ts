/** Divides a turn's text into words, numbers and signs with their places, without the sounds of hesitation. */

export interface Token {
  /** In lower case. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** The number that its digits state; null: it has none. */
  readonly number: { readonly value: number; readonly decimals: number } | null
  /** Nothing stands between it and the token before it. */
  readonly isAttached: boolean
}

const pattern =
  /(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)|(?<word>\p{L}+(?:['’]\p{L}+)?)|<[^<>]{0,40}>|[$€£¥₹₦₩₺₽%&.,;:?!…()/+–—-]/gu

/** What speech recognition writes for sounds that say nothing. */
const hesitations: ReadonlySet<string> = new Set(['uh', 'um', 'er', 'ah', 'eh', 'hmm', 'mhm', 'mm'])

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(pattern)) {
    const [whole] = found
    const lower = whole.toLowerCase().replaceAll('’', "'")
    const at = found.index
    if (hesitations.has(lower)) {
      // The comma around a hesitation divides nothing either.
      if (tokens.at(-1)?.text === ',') tokens.pop()
      continue
    }
    const digits = found.groups?.['digits']
    tokens.push({
      text: lower,
      from: at,
      to: at + whole.length,
      number: digits === undefined ? null : numberIn(digits),
      isAttached: tokens.at(-1)?.to === at,
    })
  }
  return tokens
}

function numberIn(digits: string): { value: number; decimals: number } {
  return { value: Number(digits.replaceAll(',', '')), decimals: digits.split('.')[1]?.length ?? 0 }
}

/** Whether a token ends a sentence. */
export function endsSentence({ text }: Token): boolean {
  return text === '.' || text === '?' || text === '!' || text === '…'
}
