/** Reads in which way an expected figure is adjusted, as far as the words beside it say: "organic", "excluding restructuring charges". */

import { quantitiesIn } from '../spoken-figures/spoken-numbers.ts'
import { wordsOf, type SpokenSentence } from '../spoken-figures/spoken-sentence.ts'

const organic = /\b(?:organic|organically|like for like|like to like|same stores?|comparable|comparables|comps?)\b/
const excluded =
  /\b(?<verb>excluding|excludes?|excluded|exclusive of|ex|without|net of|before) (?<what>[a-z&]+(?: [a-z&]+){0,5})/g
/** What is left out. "Special items" and "one-time charges" say no more than that the figure is adjusted. */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['restructuring', /\b(?:restructur|reorgani[sz])/],
  ['impairment', /\b(?:impair|write (?:downs?|offs?)\b)/],
  ['amortization', /\bamorti[sz]/],
  ['acquisitions', /\bacqui|\bm & a\b/],
  ['divestitures', /\b(?:divest|dispos)/],
  ['currency', /\b(?:currenc|fx\b|foreign exchange|exchange rates?)/],
  ['fuel', /\bfuel\b/],
  ['compensation', /\bcompensation\b/],
  ['litigation', /\b(?:litigation|legal|settlements?)\b/],
  ['integration', /\bintegration\b/],
  ['pensions', /\bpensions?\b/],
  ['tariffs', /\btariffs?\b/],
]
const unspecific =
  /^(?:the|any|our|all|an?|of|these|those|certain|such|other|impacts?|effects?|charges?|costs?|expenses?|items?|gains?|losses|adjustments?|one|time|offs?|special|exceptional|extraordinary|unusual|non|recurring|nonrecurring|cash)$/
/** Where a clause about another figure begins. */
const otherClause = /\b(?:and|while|but) (?=(?:excluding|organic|organically|we|our)\b)/

/** Empty: the words say no more than that it is adjusted, if that. */
export function basisOf(
  sentence: SpokenSentence,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const { tokens } = sentence
  const others = quantitiesIn(tokens)
  const before = others.findLast(({ next }) => (tokens[next - 1]?.to ?? 0) <= from)?.next ?? 0
  const behind = others.find(({ first }) => (tokens[first]?.from ?? 0) >= to)?.first ?? tokens.length
  const own = tokens.findIndex((token) => token.to > from)
  const words = `${wordsOf(sentence, before, own)} ; ${wordsOf(sentence, own, behind).split(otherClause, 1)[0] ?? ''}`
  const left = [...words.matchAll(excluded)].flatMap(({ groups }) => excludedBy(groups?.['verb'], groups?.['what']))
  const said = [...(organic.test(words) ? ['organic'] : []), ...left.map((what) => `excluding ${what}`)]
  return [...new Set(said)].toSorted().join(', ')
}

function excludedBy(verb = '', what = ''): readonly string[] {
  const named = kinds.filter(([, pattern]) => pattern.test(what)).map(([name]) => name)
  if (named.length > 0) return named
  // "Without a doubt" and "before turning to" leave nothing out.
  const word = verb.startsWith('exclu') ? what.split(' ').find((each) => !unspecific.test(each)) : undefined
  return word === undefined ? [] : [word]
}

/** In which way several figures are adjusted, where those that say it say the same; null: in different ways. */
export function sharedBasis(bases: readonly string[]): string | null {
  const [said = '', ...others] = new Set(bases.filter((basis) => basis !== ''))
  return others.length === 0 ? said : null
}
