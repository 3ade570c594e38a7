/** Tells results from what management expects, aims at or imagines, by the words before a figure. */

export type StatedAs = 'result' | 'guidance' | 'target' | 'imagined'

const target =
  /\b(targets?|targeted|targeting|ambitions?|goals?|aspirations?|aspire|aiming|aim to|aims to|(over|in|for) the (long|longer|medium|mid) term|(long|longer|medium|mid) term (targets?|goals?|ambition|objectives?|plan)|over time|by the end of (20[2-4]\d|the decade)|by (20[3-4]\d|twenty (twenty [a-z]+|thirty)))\b/
const expects =
  /\b(we|i|they|it|company|management|which|and|now|still|continue to|that|to)( (are|is|also|now|still|continue to|do|would|currently|fully|really|had|have|also|previously)){0,2} (expect|expects|anticipate|anticipates|forecast|project|guide|guided|estimate|estimates|foresee|plan|plans|intend|intends|assume|budget|budgeted)\b/
const ahead =
  /\b(guidance|guiding|outlook|expecting|anticipating|forecasted|forecasts|(is|are|was|were|being) (\w+ )?(expected|projected|anticipated|forecast|estimated|planned|guided|budgeted)|expectations? (is|are|for|of|that)|our (range|expectation|expectations|plan|budget|guide|estimate|estimates) (for|is|of|on)|should (be|come|reach|have|see|remain|stay|land|end|get|grow|improve)|(?<!\b(i|i'd|you|me|operator) )(will|we ll|it ll|we'll|it'll|they'll|that'll) (?!(now |then |first |also |briefly )?(begin|start|talk|turn|give|walk|discuss|go|comment|cover|review|take|hand|focus|say|share|pass|open|move|provide|present|address|touch|highlight|mention|show|see on|note|notice|find|hear|recall|remember|speak|explain|describe))|(?<!\b(i'm|i am) )(going to|gonna) (?!(talk|give|walk|discuss|go|comment|turn|start|say|cover|take))|to be (between|around|approximately|about|in|at|roughly)|is likely|are likely|upcoming|coming (year|years|quarter|quarters|months)|next (year|quarter|few)|remainder of|rest of the year|second half of|expects?|(want|wants|hope|hopes|hoping|need|needs|wish|plan|intend|committed) to)\b/
const imagined =
  /\b(would(?! (?:also )?(?:like|love) to)|could|might|may|if|let's say|let s say|for example|imagine|suppose|assuming|potentially|hypothetical|ought)\b/

/** "29 cents, compared to our guidance of 28" is a result. */
const besideGuidance =
  /\b(compared (to|with)|versus|vs|against|above|below|over|ahead of|better than|higher than|lower than|in line with|than|exceed(ed|ing|s)?|within|beat) .{0,30}\b(expected|guidance|outlook|targeted|target)\b/

/** By the words from the beginning of the sentence to the figure, and right behind it. */
export function statedAs(before: string, after: string): StatedAs {
  if (target.test(before)) return 'target'
  if (ahead.test(before) || expects.test(before)) return imagined.test(before) ? 'imagined' : 'guidance'
  if (/^(is|are|was|as) (our|the|expected|planned) ?(guidance|outlook|target|goal)?/.test(after) && ahead.test(after))
    return 'guidance'
  const beyond = after.slice(0, 60)
  if (/\b(expected|guidance|outlook|targeted|target)\b/.test(beyond) && !besideGuidance.test(beyond)) return 'guidance'
  return imagined.test(before) ? 'imagined' : 'result'
}
