/** Words that may stand between a measure and its figure, or before a measure, without making it another one. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const movement = `up increase increased increases increasing grew grow grows growing growth grown rose rise rises rising risen higher
  improved improvement improving improves gain gained expanded expansion expanding jumped jump climbed advanced down decrease
  decreased decreases declined decline declines declining fell fall falls fallen lower dropped drop reduced reduction contracted
  contraction compressed compression deteriorated`

const between =
  setOf(`was were is are be been has have had of at to in for the a an our , by about around approximately roughly nearly almost
  close over under above below more less than just only some circa slightly little bit well came come comes coming reached reaching
  totaled totalled totaling amounted amounting stood standing ended ending finished closed reported delivered generated posted
  recorded achieved also again now still therefore thus so record new high level levels consolidated total expense expenses line
  minus negative positive strong solid robust healthy very between range from expected expect should will remain remains near
  likely projected anticipated up down flat with on this quarter basis it which that results result year-over-year
  significantly substantially modestly strongly sequentially further another nice improving respectable respectively
  passed exceeded exceeding surpassed excess least north touch ${movement}`)

const before =
  setOf(`the our a an this that total consolidated group group's company company's reported gaap ifrs overall quarterly
  record strong solid higher lower and in of so while with by for to was is were are quarter year quarter's year's increased
  decreased annual on had have has generated delivered posted recorded achieved where then or but brings bring as good positive expect expects expected
  see guide between than from at into both its well brought took leaves leaving gives giving i we , ; : – — - ( also quarter’s
  now meanwhile finally overall today's how when because since about that's here's grew grow had saw using spent invested
  returned paid paying used`)

/** "Respectively" gives two figures to two measures, which a gap of words does not tell. */
export function isLinked(words: readonly string[]): boolean {
  return words.every((word) => between.has(word)) && !words.includes('respectively')
}

export function mayPrecedeMeasure(word: string | undefined): boolean {
  return word === undefined || before.has(word)
}

const prepositions = setOf('in from at for across within of by on')
const harmless = setOf(`line total addition part result cash which that fact first end turn this these contrast short
  the a an our all response general comparison respect both revenue shareholders terms hand balance`)

/** "In Europe", "from services": a part of the company behind a figure. `words` follow it, without periods and measures. */
export function namesPart(words: readonly string[]): boolean {
  const [preposition, ...rest] = words
  if (preposition === undefined || !prepositions.has(preposition) || preposition === 'on' || preposition === 'by')
    return false
  const named = rest.find((word) => word !== 'the' && word !== 'our' && word !== 'a')
  return named !== undefined && /^\p{L}/u.test(named) && !harmless.has(named)
}
