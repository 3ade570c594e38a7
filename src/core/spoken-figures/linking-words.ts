/** Words that may stand between a measure and its figure, or before a measure, without making it another one. */

import { directionOf } from './directions.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const movement = `up increase increased increases increasing grew grow grows growing growth grown rose rise rises rising risen higher
  improved improvement improving improves gain gained expanded expansion expanding jumped jump climbed advanced down decrease
  decreased decreases declined decline declines declining fell fall falls fallen lower dropped drop reduced reduction contracted
  contraction compressed compression deteriorated raised lowered improve expand`

const between =
  setOf(`was were is are be been has have had of at to in for the a an our , by about around approximately roughly nearly almost
  close over under above below more less than just only some circa slightly little bit well came come comes coming reached reaching
  totaled totalled totaling amounted amounting stood standing ended ending finished closed reported delivered generated posted
  recorded achieved also again now still therefore thus so record new high level levels consolidated during end attained attain stood total expense expenses line
  minus negative positive strong solid robust healthy very between range from expected expect should will remain remains near
  likely projected anticipated up down flat with on this quarter basis it which that results result year-over-year
  significantly substantially modestly strongly sequentially further another nice improving respectable respectively
  passed exceeded exceeding surpassed excess least north touch hit hits reach reaches amount amounts went remained unchanged stable company group all time
  guidance expectation expectations outlook ${movement}`)

const before =
  setOf(`the our a an this that and so while with by for to was is were are quarter year quarter's year's increased
  decreased on had have has generated delivered posted recorded achieved where then or but brings bring as expect expects expected
  anticipate anticipates anticipating expecting forecasting projecting estimating guiding raise raising raised lowering lowered reduce reduced reducing
  updating updated narrowing narrowed reaffirming reiterating maintaining see guide between than at into both its well brought took leaves leaving gives giving i we , ; : – — - ( also in
  now meanwhile finally today's how when because since about that's here's grew grow had saw using spent invested
  returned paid paying used terms basis`)
/** Adjectives that do not change a measure; the words before them decide. */
const transparent =
  setOf(`total consolidated group group's company company's reported gaap ifrs overall quarterly record strong solid
  higher lower annual good positive quarter's year's net our the healthy robust
  adjusted underlying organic core normalized comparable recurring headline clean attributable`)
/** "The impact on operating income" is not operating income. */
const onMeasure =
  setOf(`impact impacts effect effects benefit benefits contribution contributions contributed contributes headwind
  headwinds tailwind tailwinds hit drag pressure addition use uses used burn cost costs share portion part improvement per`)

/** What stands before them is not the measure; what could not be heard may make it another one. */
const otherThan = setOf('before excluding without despite inaudible <inaudible>')

/** "Respectively" gives two figures to two measures, which a gap of words does not tell. */
export function isLinked(words: readonly string[]): boolean {
  return words.every((word) => between.has(word)) && !words.includes('respectively')
}

/** The "non" of "non-GAAP". "Non-operating income" is another measure. */
function isNonGaap(words: readonly string[], at: number): boolean {
  return words[at] === 'non' && ['gaap', 'ifrs'].includes(words[at + 1] ?? '')
}

/** What the words before a measure make of it, the nearest last: the measure of the company, of a part of it, or something else. */
export function kindOfMeasure(words: readonly string[]): 'whole' | 'part' | 'other' {
  let at = words.length - 1
  while (at >= 0 && (transparent.has(words[at] ?? '') || isNonGaap(words, at))) at -= 1
  const word = words[at]
  const nearest = words.slice(Math.max(0, at - 2))
  if (nearest.slice(nearest.lastIndexOf(',') + 1).some((each) => onMeasure.has(each))) return 'other'
  if (word === undefined) return 'whole'
  if (otherThan.has(word)) return 'other'
  if (word === 'of') return words[at - 1] === 'terms' ? 'whole' : 'other'
  // "The cost of risk of retail loans", and "the margin on loans".
  const isHeadBefore = !before.has(word) && words[at - 1] === 'of' && directionOf(words[at - 2] ?? '') === 0
  const isPaidDown = word === 'down' && /^(pay|paid|pays|paying)$/.test(words[at - 1] ?? '')
  if (isPaidDown || isHeadBefore || (word === 'on' && at > 0)) return 'other'
  if (word === 'in') return at === 0 || directionOf(words[at - 1] ?? '') !== 0 ? 'whole' : 'other'
  return before.has(word) || transparent.has(word) ? 'whole' : 'part'
}

/** Words that may follow a measure that stands behind its figure: "120 million of revenue in the quarter". */
const afterMeasure =
  setOf(`in for at and , . ; during as that which this by or with from up down on to we compared versus but before after
  generated paid million than over was is were are year quarter so due driven margin when while reported growth increase decline decrease
  since only despite`)

export function mayFollowMeasure(word: string): boolean {
  return word === '' || afterMeasure.has(word)
}

const subjects =
  setOf(`we i it they you he she who and also then company group partnership firm bank corporation which that quarter year
  has have had be been not ve we've i've management team they've it's results us again just only actually really today never always
  first second third fourth this the our a an on in of by with for from having to as is was were will`)
const resultVerb =
  /(\p{L}[\p{L}']*) (?:has |have |had )?(?:recorded|delivered|generated|posted|achieved|reported|produced|earned|made|contributed) /gu

/** "The bank's subsidiary recorded": somebody else than the company is the subject of a verb of results. `names`: of the company. */
export function hasOtherSubject(words: string, names: ReadonlySet<string>): boolean {
  const plain = `${words} `.replaceAll(/ , [^,]{1,40} , /g, ' ')
  return [...plain.matchAll(resultVerb)].some(([, subject = '']) => !subjects.has(subject) && !names.has(subject))
}
