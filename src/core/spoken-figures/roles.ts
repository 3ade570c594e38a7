/** Tells results from what management expects, aims at or imagines, by the words before a figure. */

import { oneOf, wholeWords } from './word-patterns.ts'
import { wordsOfTalk } from './words-of-talk.ts'

export type StatedAs = 'result' | 'guidance' | 'target' | 'imagined'

const target = wholeWords(
  String.raw`(?:the|our|an?|its|company's) objective(?: of [a-z' ]{1,24})? (?:is|was|are) to`,
  oneOf('targets?, targeted, targeting, ambitions?, goals?, aspirations?, aspire, aiming, aims? to, over time'),
  '(?:over|in|for) the (?:long|longer|medium|mid) term',
  '(?:long|longer|medium|mid) term (?:targets?|goals?|ambition|objectives?|plan)',
  String.raw`by the end of (?:20[2-4]\d|the decade)`,
  String.raw`by (?:20[3-4]\d|twenty (?:twenty [a-z]+|thirty))`,
)
/** "Progress towards our goals" states none. */
const besideTarget =
  /\b(progress|towards?|against|beyond|exceed(ed|ing|s)?|in line with|consistent with|ahead of|aligned with|support of) (on |to |towards? |with )?(our|these|those|the|its|this|that|all) ([a-z]+ )?(targets?|goals?|ambitions?|aspirations?|objectives?)\b/g
/** "We currently expect". */
const expects = wholeWords(
  [
    oneOf('we, i, they, it, company, management, which, and, now, still, continue to, that, to'),
    `(?: ${oneOf('are, is, also, now, still, continue to, do, would, currently, fully, really, had, have, previously')}){0,2} `,
    oneOf(
      `expects?, anticipates?, forecast, project, guided?, estimates?, foresee, plans?, intends?, assume, budget, budgeted`,
    ),
  ].join(''),
)
/** "We will now turn to" announces what is said, and not what comes. */
const notOfTalk = `(?!(?:now |then |first |also |briefly )?${oneOf(wordsOfTalk)})`
const ahead = wholeWords(
  oneOf('guidance, guiding, outlook, expecting, anticipating, projecting'),
  String.raw`(?:${oneOf(String.raw`revis\w+, rais\w+, lower\w+, increas\w+, updat\w+, upgrad\w+, cut, cutting`)} (?:our|the|its) (?:[a-z]+ ){0,4}expectations?)`,
  `to ${oneOf('increase, grow, decrease, decline, rise, fall, improve, reach')} (?:by )?between`,
  oneOf('forecasted, forecasts'),
  String.raw`(?:is|are|was|were|being) (?:\w+ )?${oneOf('expected, projected, anticipated, forecast, estimated, planned, guided, budgeted')}`,
  'expectations? (?:is|are|for|of|that)',
  `our ${oneOf('range, expectations?, plan, budget, guide, estimates?')} (?:for|is|of|on)`,
  `should ${oneOf('be, come, reach, have, see, remain, stay, land, end, get, grow, improve')}`,
  String.raw`(?<!\b(?:i|i'd|you|me|operator) )${oneOf("will, we ll, it ll, we'll, it'll, they'll, that'll")} ${notOfTalk}`,
  String.raw`(?<!\b(?:i'm|i am) )(?:going to|gonna) (?!${oneOf('talk, give, walk, discuss, go, comment, turn, start, say, cover, take')})`,
  `to be ${oneOf('between, around, approximately, about, in, at, roughly')}`,
  oneOf('is likely, are likely, upcoming, coming (?:years?|quarters?|months), next (?:year|quarter|few)'),
  'remainder of (?:the|this|our) (?:fiscal |calendar )?(?:year|quarter|decade)',
  'remainder of (?:fiscal |calendar )?(?:20|twenty)',
  oneOf('rest of the year, second half of, expects?'),
  `${oneOf('wants?, hopes?, hoping, needs?, wish, plan, intend, committed')} to`,
)
/** "In May 2025" is no condition. */
const mayBe = String.raw`(?<!\b${oneOf('in, until, since, of, by, end, from, to, through, during, early, late, mid')} )may(?! (?:20|twenty))`
const imagined = wholeWords(
  'would(?! (?:also )?(?:like|love) to)',
  mayBe,
  oneOf(
    `could, might, if, let's say, let s say, for example, imagine, suppose, assuming, potentially, hypothetical, ought`,
  ),
)

/** "29 cents, compared to our guidance of 28" is a result. */
const besideGuidance =
  /\b(compared (to|with)|versus|vs|against|above|below|over|ahead of|better than|higher than|lower than|in line with|than|exceed(ed|ing|s)?|within|beat) .{0,30}\b(expected|guidance|outlook|targeted|target)\b/
/** "Revenue was 1.32 billion, at the high end of our guidance" is a result too. */
const inGuidance =
  /\b(?:(?:high|low|upper|lower|top|bottom) (?:end|half)|mid ?point|middle|consistent with) (?:of )?.{0,30}\b(?:guidance|outlook|targeted|target)\b/
const whatWas = wholeWords(oneOf('was, were, came in, grew, rose, fell, increased, decreased, declined, reached'))

/** "On the next page, we will see": what is shown there is a result. */
const shown =
  /\b(pages?|slides?|charts?|graphs?|tables?|screen)\b.{0,40}\b(we|you) ?(will|'ll| ll) (see|find|notice)\b|\byou ?(will|'ll| ll) (see|find|notice)\b/g
/** A later clause says what was, so that the figure may be a result; nothing ahead comes behind it. */
const laterClause =
  /(?:,|;|\band|\bbut|\bso|\bwhich)(?: [a-z']+){1,7}? (?:was|were|had|did|took|operated|generated|recorded|reached|ended|(?:have|has) been|(?:have|has) [a-z]+ed)\b(?!.*\b(?:to|will|should)\b)/

/** "Assuming current exchange rates, we expect": what is expected is guidance under any assumption. */
const assumption = /\bassuming [^,]*, (?=(?:we|it|they|our|the|this|that) )/

/** "Moving to our outlook, our backlog grew to": what was is a result, also where the speaker turns to what is ahead. */
const headOfOutlook =
  /^(?:(?:now|and|so) )?(?:moving|turning|switching|coming)(?: \w+)? to (?:our|the) (?:\w+ )?outlook ,/
const pastOfOutlook = new RegExp(
  String.raw`${headOfOutlook.source}.* (?:was|were|grew|rose|fell|increased|decreased|declined|ended|reached|came in)\b`,
)

/** Behind them a clause of its own begins: "revenue grew, and we now see full-year revenue of". */
const clauseStart = /[;:]|(?:, |\b(?:and|but|while|so|as) )(?=(?:we|it|they|our|this|that|the|i|now)\b)/

/**
 * By the words from the beginning of the sentence to the figure, and right behind it.
 * @param isOpen whether only periods that end after the call are named with the figure
 */
export function statedAs(words: string, after: string, isOpen = false): StatedAs {
  const said = words.replaceAll(besideTarget, '').replaceAll(shown, '').replace(assumption, '')
  const before = pastOfOutlook.test(said) ? said.replace(headOfOutlook, '') : said
  if (target.test(before)) return 'target'
  const isAhead = ahead.exec(before) ?? expects.exec(before)
  if (isAhead) {
    const isOver = laterClause.test(before.slice(isAhead.index + isAhead[0].length))
    return isOver || imagined.test(before) ? 'imagined' : 'guidance'
  }
  if (/^(is|are|was|as) (our|the|expected|planned) ?(guidance|outlook|target|goal)?/.test(after) && ahead.test(after))
    return 'guidance'
  const beyond = after.slice(0, 60).split(/ and (?:we|it|they|our|this|that) /, 1)[0] ?? ''
  const clause = before.split(clauseStart).at(-1) ?? ''
  const isBeside = !isOpen && (besideGuidance.test(beyond) || (whatWas.test(clause) && inGuidance.test(beyond)))
  if (/\b((?<!the )expected|guidance|outlook|targeted|target)\b/.test(beyond) && !isBeside) return 'guidance'
  return imagined.test(before) ? 'imagined' : 'result'
}
