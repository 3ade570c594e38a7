/** Whether a phrase next to a figure may name a part of the company: "in Services" may, "at the end of the quarter" does not. */

import { mayFollowMeasure } from './linking-words.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Placeholders in the list of words for a phrase that names a period, and for one that names a measure. */
export const aPeriod = '<period>'
export const aMeasure = '<measure>'

/** Nouns for the talk, the time or the money, which never name a part of the company. */
const harmlessNouns = setOf(`${aMeasure}
  summary conclusion closing brief short nutshell glance total sum aggregate addition particular view opinion line lines context perspective sense
  fairness sake transparency example instance reference regard regards relation accordance record clarity information convenience simplicity
  completeness comparison contrast background overview update introduction scenario
  fact case cases hand essence effect practice principle reality general respect response return anticipation turn order part way ways words
  spirit sync tandem parallel retrospect hindsight doing sure
  time times moment point stage juncture present today now may day onset start beginning rest end ends middle mid midpoint half couple
  best worst least most first second third once process course place meanwhile meantime interim past future long while history
  slide slides page pages presentation report document letter call question questions discussion remarks comment comments thoughts message
  messages takeaway takeaways reasons reason purposes purpose terms basis comparability strategy everyone those investors shareholders
  rate rates currency currencies cc c dollars euros cash percentage
  gaap ifrs guidance outlook forecast range plan plans budget expectation expectations assumption assumptions target targets
  level levels environment environments backdrop climate conditions position statement statements sheet
  result results figures numbers performance profitability margin margins orders backlog volume volumes price prices pricing
  cost costs expense expenses tax taxes earnings profit profits income interest liquidity leverage inflation demand headcount dividend provisions
  years year quarters quarter months month period semester q h f y fy twenty`)
/** They never name a part, whatever precedes them: "in this higher-for-longer rate environment", "under US GAAP". */
const anywayHarmless = setOf('gaap ifrs rates words purposes environment backdrop climate')
/** They mean the whole company unless an adjective selects a part: "in this market", but not "in new markets". */
const wholes = setOf('company group market markets board')
/** "In light of the storm": what follows is no part either. */
const concessions = setOf('light spite view face wake anticipation absence recognition onset')
/** A month, and words for the whole company: a capital letter does not make them names. */
const noNames = setOf('may company group board')
const determiners = setOf(
  `the a an our all its this that these those some any many several few each both such my your one's`,
)
const ofWhole =
  setOf(`current present prevailing whole overall entire total consolidated combined reported challenging tough difficult uncertain
  volatile dynamic competitive demanding inflationary`)
/** Adjectives that do not change the meaning of a harmless noun. */
const adjectives =
  setOf(`existing same first second third fourth last latest next recent recently previous previously prior following coming upcoming
  original originally initial initially updated revised raised issued given provided communicated announced stated expected anticipated
  planned assumed guided prepared final best least most general full short long near very new own usual average regular fixed real actual specific
  high higher low lower upper top bottom mid middle exact net gross foreign exchange constant spot absolute relative euro dollar
  adjusted underlying organic recurring core normalized comparable operational operating non company's group's financial
  fiscal calendar annual quarterly market modeling planning illustrative accounting reporting economic macro macroeconomic
  geopolitical balance other better good capital us`)
/** "In the high end" may refer to products; "at the high end" and "in the high end of our range" refer to figures. */
const ofRange = setOf('high higher low lower upper top bottom mid middle')
const prepositions = setOf('in from at for across within of under')
const articles = setOf('the a an our its my your')
/** Words that begin a clause, or a phrase that names no part. */
const clauseWords =
  setOf(`and or but nor as so than that's which what who whom whose where when while because since if though although whether
  we i it they you he she me us them there here is are was were be been being has have had will would can could should do does did not also
  again with to on by over into through during before after until plus minus per versus vs due thanks despite including excluding
  reflecting only mainly mostly primarily partly up down just even still`)
/** "Over the prior year", "compared with the second quarter". */
const linksToKnown = setOf('with compared to over versus on and than by total net')

/** A word with a capital inside a sentence is a name, which is in none of the lists: "in Performance". */
export function withCapital(word: string): string {
  const isFunction = [prepositions, determiners, clauseWords, headWords, noNames].some((set) => set.has(word))
  return isFunction ? word : word.charAt(0).toUpperCase() + word.slice(1)
}

/** "In Services, revenue grew": before the first comma. The words are those of a sentence. */
export function headMayNamePart(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !headWords.has(word) && word !== ',')
  const comma = words.indexOf(',', first + 1)
  const isHead = comma >= 0 && comma - first <= longestHead && /^(in|for|at|within)$/.test(words[first] ?? '')
  return isHead && mayNamePart(words.slice(first, comma))
}

const headWords = setOf('and so now also then but well while meanwhile again similarly')
const longestHead = 8

/** Whether a phrase of several, one behind another, may name a part: "at the high end of our range in Services". */
export function mayNamePart(words: readonly string[]): boolean {
  let at = 0
  while (at < words.length) {
    const known = knownAt(words, at)
    if (known === null && !prepositions.has(words[at] ?? '') && !isTopic(words, at)) return false
    const phrase = known ?? phraseAt(words, at)
    if (!phrase.isHarmless) return true
    // "In the first quarter of the current cycle" goes on with the time.
    if (phrase.isOver || (phrase.isOfTime && words[phrase.next] === 'of')) return false
    at = phrase.next
  }
  return false
}

/** "In relation to Services". */
function isTopic(words: readonly string[], at: number): boolean {
  return words[at] === 'to' && /^(relation|regards?|respect)$/.test(words[at - 1] ?? '')
}

/** Whether words name no part for sure: one of them is harmless. */
export function namesNoPart(words: readonly string[]): boolean {
  return words.some((word) => harmlessNouns.has(word) || wholes.has(word) || word === 'us' || word === 'me')
}

interface Phrase {
  readonly next: number
  readonly isHarmless: boolean
  readonly isOfTime: boolean
  /** What follows is no phrase of this kind. */
  readonly isOver: boolean
}

/** A period or a measure, with the words that lead to it; null: none stands there. */
function knownAt(words: readonly string[], from: number): Phrase | null {
  let at = from
  while (linksToKnown.has(words[at] ?? '') || prepositions.has(words[at] ?? '') || determiners.has(words[at] ?? ''))
    at += 1
  const word = words[at]
  // "In cash management".
  const isMeasure = word === aMeasure && mayFollowMeasure(words[at + 1] ?? '')
  return word === aPeriod || isMeasure ? { next: at + 1, isHarmless: true, isOfTime: !isMeasure, isOver: false } : null
}

/**
 * The noun after a preposition, with the words between them. A period is recognized whatever precedes it: "the seasonally weak first
 * quarter".
 */
function phraseAt(words: readonly string[], from: number): Phrase {
  const named: string[] = []
  let at = from + 1
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === aPeriod) return { next: at + 1, isHarmless: true, isOfTime: true, isOver: false }
    const before = named.at(-1) ?? ''
    // A word after an article is a name: "the IT panel"; and "in US" is not the pronoun "us".
    const isName =
      articles.has(before) ||
      (isLetter(word) && isLetter(words[at + 1])) ||
      (word === 'us' && /^(in|across|within)$/.test(words[from] ?? ''))
    // "In cash generated by", "in the range expected".
    const isParticiple = harmlessNouns.has(before) && /ed$/.test(word)
    if (prepositions.has(word) || (clauseWords.has(word) && !isName) || isParticiple) break
    if (/^[\p{L}<]/u.test(word)) named.push(word)
  }
  const isOver = words[at] === 'of' && concessions.has(named.at(-1) ?? '')
  const isPlaceInRange = words[from] === 'in' && named.some((word) => ofRange.has(word)) && words[at] !== 'of'
  return { next: at, isHarmless: isOver || (isHarmless(named) && !isPlaceInRange), isOfTime: false, isOver }
}

function isLetter(word: string | undefined): boolean {
  return word?.length === 1 && word !== 'a'
}

const harmless = [determiners, ofWhole, adjectives, harmlessNouns, anywayHarmless, wholes]

function isHarmless(named: readonly string[]): boolean {
  const noun = named.at(-1) ?? ''
  if (named.every((word) => determiners.has(word)) || anywayHarmless.has(noun)) return true
  const isOf = (sets: readonly ReadonlySet<string>[]) => named.every((word) => sets.some((set) => set.has(word)))
  return wholes.has(noun) ? isOf([determiners, ofWhole, wholes]) : harmlessNouns.has(noun) && isOf(harmless)
}
