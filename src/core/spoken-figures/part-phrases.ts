/** Tells whether a phrase beside a figure may name a part of the company: "in Services" may, "at the end of the quarter" does not. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** What stands in the words for a phrase that names a period, and for one that names a measure. */
export const aPeriod = '<period>'
export const aMeasure = '<measure>'

/** They are of the talk, the time, the money or the whole company, and of no part of it. */
const harmlessNouns = setOf(`${aMeasure}
  summary conclusion closing brief short particular addition aggregate total sum view opinion line context perspective fairness
  example instance reference record clarity simplicity completeness comparison contrast background overview update introduction summary
  fact case hand essence effect practice principle reality general respect response turn part way ways words spirit sync tandem retrospect hindsight
  time times moment point stage juncture present today now may start beginning end ends middle mid midpoint half best worst least most first second once
  process place meantime interim past future long while history
  reasons reason purposes purpose terms basis comparability thoughts message messages takeaway takeaways remarks comment comments strategy
  me us sure everyone those investors shareholders
  rate rates currency currencies cc c dollars euros cash percentage
  gaap ifrs guidance outlook forecast range plan plans budget expectation expectations assumption assumptions target targets
  level levels environment environments backdrop climate conditions market markets
  company group board position statement statements sheet result results figures numbers performance profitability
  years year quarters quarter months month period semester q h f y fy twenty`)
/** "In light of the storm": what follows is no part either. */
const concessions = setOf('light spite view face wake')
const determiners = setOf(`the a an our all its this that these those some any each both such my your one's`)
/** They leave a harmless noun what it is. */
const adjectives =
  setOf(`current present prevailing existing same first second third fourth last latest next recent recently previous previously prior
  original originally initial initially updated revised raised issued given provided communicated announced stated expected anticipated
  planned assumed guided best least most total whole overall entire general full short long near very new own usual average regular fixed real
  high higher low lower upper top bottom mid middle exact net gross foreign exchange constant spot absolute relative
  consolidated combined reported adjusted underlying organic recurring core normalized comparable operational operating gaap ifrs us u s non company's group's financial fiscal calendar annual quarterly market
  modeling modelling planning illustrative accounting reporting economic macro macroeconomic geopolitical inflationary
  challenging difficult tough uncertain volatile dynamic competitive demanding balance other better good`)
const prepositions = setOf('in from at for across within of under')
/** A clause, or a phrase that names no part, begins with them. */
const clauseWords =
  setOf(`and or but nor as so than that's which what who whom whose where when while because since if though although whether
  we i it they you he she there here is are was were be been being has have had will would can could should do does did not also again
  with to on by over into through during before after until plus minus per versus vs due thanks despite including excluding following
  reflecting only mainly mostly primarily partly up down just even still`)
/** "Over the prior year", "compared with the second quarter". */
const linksToKnown = setOf('with compared to over versus on and than by total net')

/** "In Services, revenue grew": before the first comma. The words are those of a sentence. */
export function headMayNamePart(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !headWords.has(word) && word !== ',')
  const comma = words.indexOf(',', first + 1)
  const isHead = comma >= 0 && comma - first <= longestHead && /^(in|for|at|within)$/.test(words[first] ?? '')
  return isHead && mayNamePart(words.slice(first, comma))
}

const headWords = setOf('and so now also then but well while meanwhile again similarly')
const longestHead = 6

/** Whether a phrase of several, one behind another, may name a part: "at the high end of our range in Services". */
export function mayNamePart(words: readonly string[]): boolean {
  let at = 0
  while (at < words.length) {
    const known = knownAt(words, at)
    if (known === null && !prepositions.has(words[at] ?? '')) return false
    const phrase = known ?? phraseAt(words, at + 1)
    if (!phrase.isHarmless) return true
    // "In the first quarter of the current cycle" goes on with the time.
    if (phrase.isOver || (phrase.isOfTime && words[phrase.next] === 'of')) return false
    at = phrase.next
  }
  return false
}

/** Whether words name no part for sure: one of them is harmless. */
export function namesNoPart(words: readonly string[]): boolean {
  return words.some((word) => harmlessNouns.has(word))
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
  if (word !== aPeriod && word !== aMeasure) return null
  return { next: at + 1, isHarmless: true, isOfTime: word === aPeriod, isOver: false }
}

/** The noun behind a preposition with the words before it. A period is one whatever stands before it: "the seasonally weak first quarter". */
function phraseAt(words: readonly string[], from: number): Phrase {
  const named: string[] = []
  let at = from
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === aPeriod) return { next: at + 1, isHarmless: true, isOfTime: true, isOver: false }
    // "In cash generated by", "in the range expected".
    const isParticiple = harmlessNouns.has(named.at(-1) ?? '') && /ed$/.test(word)
    if (prepositions.has(word) || clauseWords.has(word) || isParticiple) break
    if (/^[\p{L}<]/u.test(word)) named.push(word)
  }
  const noun = named.at(-1) ?? ''
  const isKnown = (word: string) => determiners.has(word) || adjectives.has(word) || harmlessNouns.has(word)
  const isConcession = concessions.has(noun) && words[at] === 'of'
  const isHarmless =
    isConcession || named.every((word) => determiners.has(word)) || (harmlessNouns.has(noun) && named.every(isKnown))
  return { next: at, isHarmless, isOfTime: false, isOver: isConcession }
}
