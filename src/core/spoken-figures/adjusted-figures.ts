/** Where a speaker announces that the figures to come are adjusted, or those of the statements: for the whole call, or until others are announced. */

import { figureLines } from '#contract/api/figure-lines.ts'

/** Names of figures that are no line of the statements. */
const noGaap = String.raw`(?:adjusted|non ?gaap|non g a a p|non ?ifrs|non i f r s)`
const adjustedName = String.raw`(?:${noGaap}|underlying|pro forma)`
/** Behind "underlying" and "pro forma": "underlying performance" and "pro forma cost discipline" announce no figures. */
const ofBasis = String.raw`(?:\w+ ){0,2}?(?:basis|terms|results?|figures|numbers|measures|metrics)\b`
/** "IFRS 16" is one of the standards, and names no figure. */
const ifrs = String.raw`(?:ifrs|i f r s)\b(?! (?:\d|nine|fifteen|sixteen|seventeen))`
/** "Reported" behind an article: behind "we" it is a verb. */
const reportedName = String.raw`(?:(?<!non ?)(?:gaap|g a a p|${ifrs}|statutory)|(?<=\b(?:our|the|to|an?) )(?:as )?reported)`
const figures = String.raw`(?:\w+ ){0,2}?(?:results?|figures|numbers|metrics|measures|financials?|basis|terms|performance|p and l|p & l|income statement|amounts|comparisons)\b`

/** In every sentence that announces something. */
const anyName =
  /adjusted|gaap|g a a p|ifrs|i f r s|underlying|pro forma|constant currency|like for like|comparable|exclud|core|reported|statutory/
const anyAdjusted = new RegExp(String.raw`\b${adjustedName}\b`)

/** "All figures", "my remarks", "the numbers that I am about to give". */
const allThatIsSaid = String.raw`\b(?:all|most|these|following|today's|our|my|unless otherwise|the(?= (?:figures|numbers|results|amounts|metrics|comparisons)(?: that| which)? (?:i|we|i'm|we're|i'll|we'll)\b))\b`
/** "The underlying strength of the business" and "comparable sales" announce nothing. */
const otherBasis = [
  String.raw`constant (?:currency|currencies|exchange)\b`,
  String.raw`(?:underlying|pro forma|like for like)(?= ${ofBasis})`,
  String.raw`(?<=\b(?:are|is|be) )(?:underlying|pro forma|like for like)(?= [.,;]| and\b| unless\b|$)`,
  String.raw`comparable(?= (?:basis|terms|measures)\b)`,
  String.raw`core(?= (?:basis|results|figures|numbers|earnings|eps|profit|operating|net|income)\b)`,
  String.raw`(?<=\b(?:are|is|be|stated|presented|shown|given|reported|quoted|basis|that|which) )exclud\w+`,
].join('|')
const announcement = (subject: string, adjusted: string) =>
  new RegExp(
    String.raw`${allThatIsSaid}.{0,80}\b(?:${subject})\b.{0,80}\b(?:are|is|be|on|to|refer|reflect|exclude)\b.{0,40}\b(?:${adjusted}|${otherBasis})`,
  )
/** "All figures are on a non-GAAP basis". "These results are ahead, with adjusted EPS at" is said of one measure. */
const ofAllFigures = announcement(
  'figures|numbers|results|amounts|metrics',
  String.raw`${noGaap}\b(?!(?: (?!for|to|and|unless)[a-z]+){0,2}? (?:ebitda|e b i t d a|ebit|eps|e p s|earnings|income|profits?|margins?|shares?|diluted|cash)\b)`,
)
/** "My remarks refer to non-GAAP earnings". */
const ofAllRemarks = announcement(
  'comments|comparisons|references|remarks|noted|stated|indicated|specified',
  String.raw`${noGaap}\b`,
)
/** Who states a figure in the same breath does not announce any: "our results improved to 45% on an adjusted basis". */
const ofAmount = /\b(?:percent|million|billion|cents)\b|[%$€£]/
/** "Unless otherwise noted", "unless I say otherwise". "Unless we see volumes recover" is a condition. */
const unlessNoted =
  /\b(?:unless|except (?:where|when|as|if)) (?:(?:i|we)(?:'ve| have)? )?(?:otherwise |explicitly |specifically )?(?:noted?|stated?|indicated?|specified|specify|mention(?:ed)?|say|said)\b/

/** "I will be discussing", "we are referring to". */
const speakersAct = String.raw`\b(?:i|we|i'm|we're|i'll|we'll|let me|let's)\b.{0,40}\b(?:(?:discuss|review)(?:ing)?|(?:refer|referring|talk|talking|speak|speaking) (?:to|about|on)|(?:comment|focus)(?:ing)? on|presenting|using|quoting|citing|giving|providing|covering)\b`
const turning = String.raw`\b(?:(?:turn|mov|shift|switch)(?:e|ing)?(?: [a-z']+){0,2}? to|look(?:ing)?(?: now)? at|(?:start|begin|starting|beginning) with)\b`
const ofAdjusted = String.raw`.{0,40}\b(?:${noGaap} ${figures}|(?:underlying|pro forma) ${ofBasis})`
const statesAdjusted = new RegExp(speakersAct + ofAdjusted)
const turnsToAdjusted = new RegExp(turning + ofAdjusted)
const turnsToReported = new RegExp(String.raw`(?:${speakersAct}|${turning}).{0,40}\b${reportedName} ${figures}`)
const startsWithReported = new RegExp(
  String.raw`^(?:(?:now|and|so|then|but|,) )*(?:on|under) (?:an? |our )?(?:us |u s )?(?:gaap|g a a p|${ifrs}|statutory|reported)\b`,
)

/** Words for all that is said, and not for the part that comes next. */
const ofWholeCall =
  /\b(?:today|tonight|today's|this (?:call|morning|afternoon|evening|discussion|presentation|conference)|(?:the|our) (?:entire |whole )?call|throughout)\b/
/** "We will refer to certain non-GAAP measures" is said in calls on the lines of the statements, too. */
const ofSomeFigures = /\b(?:certain|some|various|several|may|might|also|includ\w+|measures|metrics)\b/
const ofBoth = new RegExp(
  String.raw`\bboth\b|(?<!non ?)(?:gaap|${ifrs}|reported) (?:\w+ )?(?:and|or|as well as) (?:our |an? )?(?:non|adjusted|underlying)|\b(?:non ?gaap|non ?ifrs|adjusted|underlying) (?:\w+ )?(?:and|or|as well as) (?:our |the |an? )?(?:gaap|${ifrs}|reported)\b`,
)

/** What a sentence says of the figures of the whole call: `constant-currency` where their growth is at constant rates, too; null: nothing. */
export function adjustsTheCall(plain: string): 'adjusted' | 'constant-currency' | null {
  if (!anyName.test(plain) || /\breconcil/.test(plain)) return null
  if (isOfAllFigures(plain))
    return /\bconstant (?:currency|currencies|exchange)\b/.test(plain) ? 'constant-currency' : 'adjusted'
  if (ofBoth.test(plain)) return null
  if (unlessNoted.test(plain) && anyAdjusted.test(plain)) return 'adjusted'
  return statesAdjusted.test(plain) && ofWholeCall.test(plain) && !ofSomeFigures.test(plain) ? 'adjusted' : null
}

function isOfAllFigures(plain: string): boolean {
  const [announced] = ofAllFigures.exec(plain) ?? ofAllRemarks.exec(plain) ?? []
  return announced !== undefined && !ofAmount.test(announced)
}

/** Which figures a sentence turns to: `both` leaves open which of them come next; null: it announces none. */
export function announcedFigures(plain: string): 'adjusted' | 'reported' | 'both' | null {
  if (!anyName.test(plain) || /\breconcil/.test(plain)) return null
  const isTurned = turnsToAdjusted.test(plain)
  const isAdjusted = isTurned || statesAdjusted.test(plain)
  const isReported = turnsToReported.test(plain) || startsWithReported.test(plain)
  if (!isAdjusted) return isReported ? 'reported' : null
  return isReported || ofBoth.test(plain) || (!isTurned && ofSomeFigures.test(plain)) ? 'both' : 'adjusted'
}

/** Whether a figure is called adjusted, so that those around it may be, too. */
export function namesAdjusted(plain: string): boolean {
  return anyAdjusted.test(plain)
}

const otherTopic = String.raw`\b(?:balance sheet|cash flows?|liquidity|capital (?:allocation|structure|returns?))\b`
/** Topics whose figures are hardly ever adjusted: who turns to them speaks of the statements again. */
export const otherStatements = new RegExp(otherTopic)
const ahead = String.raw`^(?:(?:now|and|so|then|but|also|next|finally|lastly|okay|ok|well|,) )*`
const whose = String.raw`(?:(?:the|our|my|an?|free|operating|consolidated|group) )*`
const asTo = String.raw`(?:on|in terms of|as (?:for|to|regards)|when it comes to|with (?:regards?|respect) to|regarding|concerning|(?:(?:if|when|as) (?:i|we|you) |let's |let me |i'll |we'll )?(?:look|turn|mov|shift|switch|go)(?:e|ing)?(?: (?:now|on|over|briefly))* (?:at|to|into))`
/** "On the balance sheet, net debt was", "from a cash flow perspective", "our balance sheet remains strong". */
export const startsWithOtherStatements = new RegExp(
  String.raw`${ahead}(?:${asTo} ${whose}${otherTopic}|from ${whose}${otherTopic} (?:perspective|standpoint|point of view|side)\b|${whose}balance sheet\b)`,
)

/** The cash flow statement begins with lines of income, which are adjusted like those. */
const incomeInCashFlow: ReadonlySet<string> = new Set([
  'NetIncomeCashFlow',
  'IncomeLossDiscontinuedOperations',
  'DepreciationDepletionAmortization',
])

/** Lines that nobody adjusts without saying so at the figure. Free cash flow and net debt, which are calculated, often are adjusted. */
export const neverAdjusted: ReadonlySet<string> = new Set([
  'Revenue',
  ...[...figureLines.values()]
    .filter(({ statement, unit }) => statement === 'balance' || statement === 'cash-flow' || unit === 'days')
    .map(({ field }) => field)
    .filter((field) => !incomeInCashFlow.has(field)),
])

const namedReported = new RegExp(
  String.raw`(?<!non ?)\b(?:gaap|g a a p|${ifrs}|statutory)\b|(?<=^|\b(?:our|the|while|whereas) )reported\b`,
)

/** Whether the words that name a figure say that it is a line of the statements: "GAAP earnings per share were". */
export function namesReported(words: string): boolean {
  return namedReported.test(words) && !anyAdjusted.test(words)
}
