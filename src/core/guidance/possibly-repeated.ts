/** Whether a sentence may reaffirm earlier guidance, so that this guidance is not called "not repeated". */

import { mentionsIn } from '../spoken-figures/measures.ts'
import { periodsIn } from '../spoken-figures/periods.ts'
import type { SpokenSentence } from '../spoken-figures/spoken-sentence.ts'
import { namesPeriod } from './exact-periods.ts'

const stands =
  /\b(reiterat\w*|re ?affirm\w*|affirm\w*|re ?confirm\w*|confirm\w*|maintain\w*|unchanged|intact|in place|on track|(?:is|are|remains?|stays?) the same|no changes?|not (?:been )?chang\w*|nothing (?:has |have |is )?chang\w*|hasn't changed|haven't changed)\b/
const noun = '(?:guidance|outlook|forecasts?|expectations?)'
const ofGuidance =
  /\b(?:guidance|outlook|guided|guiding|(?:our|that|this|its|same) range|(?<!\bin )the range|in the range(?! of (?!what|our|the|that)))\b/
/** These words are common, and refer to guidance only next to a line, a period, or words of reaffirmation. */
const ofExpectations = /\b(?:forecasts?|guide|expectations?)\b/
const ofAny = /\b(?:guidance|outlook|guided?|guiding|forecasts?|expectations?|(?:the|our|that|this|its|same) range)\b/
const stillExpects = /\b(continues? to|still) (expect|anticipate|project|forecast|guide)\b/

/** "Consensus expectations", "the economic outlook", "your thoughts and expectations". */
const ofOthers = String.raw`\b(?:consensus|markets?|demand|analysts?|street|investors?|customers?|economic|economy|macro\w*|industry|inflation|gdp|credit|ratings?|your|their|his|her) (?:(?!(?:our|and|the|to|for|in)\b)[a-z]+ )?${noun}\b|\bexpectations? (?:of|from) (?:the )?(?:markets?|analysts?|street|investors?|customers?)\b`
/** "Our medium-term outlook" is not for a year in which guidance is compared. */
const ofLongTerm = String.raw`\b(?:long|longer|medium|mid)(?: to (?:long|longer))?(?: term)? (?:[a-z]+ )?${noun}\b`
/** "Let me turn to our outlook", "a few thoughts on our expectations". */
const ofTalk = String.raw`\b(?:turn|turning|move|moving|talk|walk|discuss|conclude|touch|briefing|thoughts)\b(?: [a-z0-9,]+){0,10}? ${noun}\b`
/** "We cannot give guidance on that", and not "we give no new guidance". */
const ofNone = String.raw`\b(?:not|unable|cannot|can't|don't|won't|too early)(?: [a-z']+){0,3}? (?:giv(?:e|ing)|provid(?:e|ing)|guid(?:e|ing)|shar(?:e|ing))\b(?!.*\b(?:new|updated|further)\b)(?:(?: [a-z]+){0,4}? ${noun}\b)?`
const ofAnother = new RegExp([ofOthers, ofLongTerm, ofTalk, ofNone].join('|'), 'g')
/** The forward-looking statement disclaimer of every call. */
const isWarning =
  /\b(?:forward looking|differ materially|statements?|beliefs?|guarantee\w*|held responsible|deviat\w+)\b.*\b(?:expectations?|guidance|outlook|forecasts?)\b|\b(?:expectations?|guidance|outlook|forecasts?)\b.*\b(?:forward looking|differ materially|beliefs?|guarantee\w*)\b/

/** "Exceeded our expectations", "came in at the high end of our guidance". */
const besideResult = new RegExp(
  String.raw`\b(?:exceed(?:ed|ing)?|beat(?:ing)?|surpass(?:ed|ing)?|met|missed|topped|outperformed|above|below|ahead of|within|in line with|consistent with|(?:better|stronger|higher|weaker|lower|worse) than|short of|versus|against|compared (?:to|with)|relative to|(?:high|low|upper|lower|top|bottom) (?:end|half) of|mid ?point of)(?: [a-z]+){0,4}? (?:guidance|outlook|forecasts?|expectations?|range)\b`,
  'g',
)
const ofResult =
  /\b(?:was|were|came|landed|finished|ended|closed|grew|rose|fell|increased|decreased|declined|improved|reached|delivered|generated|reported|posted|performed|exceeded|beat|surpassed|met|missed|topped|outperformed)\b/
const isExpected =
  /\b(?:expect\w*|anticipat\w*|will|we'll|should|would|could|can|see|project\w*|forecast\w*|confiden\w+|continu\w+|still|now|to (?:be|come|deliver|meet|reach))\b/
/** Right before it: "we are in line with our guidance". */
const isNow = /\b(?:is|are|am|it's|that's|we're|they're|remains?|stays?|track\w*)(?: [a-z]+){0,2} $/

/** @param isRead guidance, or a withdrawal of it, was read in it */
export function mayRepeatGuidance(sentence: SpokenSentence, isRead: boolean): boolean {
  const { plain } = sentence
  const isOfLine = mentionsIn(sentence).length > 0
  if (stillExpects.test(plain) && isOfLine) return true
  if (stands.test(plain) && ofAny.test(plain)) return true
  if (isRead || isWarning.test(plain)) return false
  const own = plain
    .replaceAll(ofAnother, ' ')
    .replaceAll(besideResult, (found, at: number, all: string) =>
      isBesideResult(found, all.slice(0, at)) ? ' ' : found,
    )
  const isOfTime = () => periodsIn(sentence).some(namesPeriod)
  return ofGuidance.test(own) || (ofExpectations.test(own) && (isOfLine || isOfTime()))
}

function isBesideResult(words: string, before: string): boolean {
  return ofResult.test(before + words) && !isExpected.test(before) && !isNow.test(before)
}
