/**
 * Recognises the phrases with which operators announce questions, name the questioner, and open or
 * end the Q&A.
 */

import { englishSentencesOf } from './sentences.ts'

/**
 * Phrases of operators and hosts, as in sixty real calls (earnings22), misheard words included. A transcript is untrusted text of
 * any length: each expression runs in time linear in its length, provided that blanks are single (`singleBlanks`). None may
 * repeat without limit what the repetition before it can match as well.
 */

/** Reduces each run of blanks to one. */
export function singleBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** Names the next asker: `Our first question comes from the line of Jane Doe with Acme.` */
const announced =
  /\b(?:first|1st|next|second|third|last|final|following|another|one more|remaining)\b[^.?!]{0,30}?\bquestions?\b(?<rest>[^]*)|\bquestion,? (?:today )?(?:now )?(?:is |will be )?(?:coming|comes?|from)\b/i
const askerFollows = /\b(from|comes?|coming|code|line)\b|^[,\s]*(is|will be)\s+(from|with|coming|[A-Z])/
/** Askers say so too: `my next question is on margins`. */
const ownQuestion =
  /\b(?:my|his|her|their|a|the same|that|this|these|two|three|few|couple of|answer(?:ing|ed)?|regarding your|to your)\s+(?:\w+\s+)?(?:first|next|second|third|last|final|other)?\s*questions?\b|\bquestions? (?:is|are|was|were|would be|will be)\s*,?\s*(?:uh,?\s*|um,?\s*)?(?:on|about|around|regarding|related|concerning|more|just|really|if|whether|how|what|when|why|do|does|can|could|in terms|to|for|a follow)\b|\bquestions? (?:on|about|around|regarding|related|for you)\b/i

/** Every announcement has it; tested first, since most turns do not. */
const asking = /question/i

/** In the same sentence it turns an announcement into a promise: `We will take the first question from analysts at the end.` */
const promised = /\b(?:later|afterwards?|at the end|after (?:the|our|my|these|this|that|management)|before we)\b/i

/** Whether somebody is called on to ask a question. */
export function announcesQuestion(text: string): boolean {
  return asking.test(text) && englishSentencesOf(text).some(callsSomebodyUp)
}

const firstQuestion = /\b(?:first|1st|firs)\s+questions?\b/i

/** Whether the announced question is the first one. */
export function announcesFirstQuestion(text: string): boolean {
  return asking.test(text) && englishSentencesOf(text).some((each) => firstQuestion.test(each) && callsSomebodyUp(each))
}

const comesFrom =
  /\b(?:first|1st|next|second|third|last|final|following|another)\b[^.?!]{0,12}?\bquestions?\b[^.?!]{0,25}\b(?:from|line of)\b/i

/** Whether the wording is one that only the moderator of the questions uses. */
export function plainlyAnnouncesQuestion(text: string): boolean {
  return asking.test(text) && englishSentencesOf(text).some((each) => comesFrom.test(each) && callsSomebodyUp(each))
}

function callsSomebodyUp(text: string): boolean {
  if (!asking.test(text) || promised.test(text)) return false
  const found = announced.exec(text)
  if (!found) return false
  const rest = found.groups?.['rest']
  if (rest !== undefined && !askerFollows.test(rest)) return false
  return !ownQuestion.test(text) || /\bquestions?,? (?:\w+ ){0,4}(?:comes?|coming|from)\b/i.test(text)
}

/** Fillers, and what a transcriber puts where nothing could be made out. */
const hesitation = /,?\s*\b(?:uh|um|er)\b,?\s*|\s*<\w+>\s*|\s*\binaudible\b\s*/gi

/** Name and organization of the announced asker, as far as the phrase has them. */
export function announcedQuestioner(phrase: string): { name: string; organization: string | null } | null {
  const text = phrase.replaceAll(hesitation, ' ')
  const question = /\bquestions?\b/.exec(text)
  if (!question) return null
  // Searched after the first question only: after each one, the rest of the text would be read once per occurrence of the word.
  const found =
    /\b(?:from|of|with|to|is)\s+(?:the\s+)?(?:lines?\s+of\s+)?(?:Mr\.?\s+|Ms\.?\s+|Mrs\.?\s+)?(?<name>\p{Lu}[\p{L}.'’-]*(?:\s+(?:(?:van|von|de|da|del|der|di|la|le|bin|al)\s+)?\p{Lu}[\p{L}.'’-]*){0,4})(?:,?\s+(?:with|from|of|at|in|representing)\s+|,\s+)?(?<organization>(?:the\s+)?[\p{Lu}\p{N}][^.,?!]*)?/u.exec(
      text.slice(question.index + question[0].length),
    )?.groups
  const name = found?.['name']?.trim()
  if (!name) return null
  const organization = found?.['organization']
    ?.replace(/\s*(?:please|your (?:line|question)|go ahead|you may|the floor).*$/i, '')
    .trim()
  return { name: name.replace(/\.$/, ''), organization: organization ? organization : null }
}

const later =
  /\b(?:after|following|later|then|subsequent|before we|at which time|during the|there will be|followed by|until we|at the end|when we|will be conducted|open for questions after)\b/i
const opening =
  /\b(?:begin|start|conduct|open|opening|commence|proceed|move|turn|go|take|receive|answer|ready|happy|available|transition|launch|initiate)\b[^.?!]{0,60}\b(?:questions?|q ?(?:&|and) ?a)\b|\bif you (?:would like|wish|have|want|'d like|do wish)\b[^.?!]{0,30}\bquestions?\b|\bto ask (?:a|your|the) question\b|\bquestion.and.answer session\b/i

const invitation = /\bfor (?:any )?questions\b/i
const signalling = /\b(?:press|signal)\b/i

function opensQuestions(text: string): boolean {
  if (opening.test(text)) return true
  const invited = invitation.exec(text)
  return invited !== null && signalling.test(text.slice(invited.index))
}

/**
 * How many words of a turn precede the sentence that opens the questions now; null: no sentence does, or it only promises them.
 */
export function wordsBeforeOpening(text: string): number | null {
  if (!opensQuestions(text)) return null
  let words = 0
  for (const sentence of englishSentencesOf(text)) {
    if (opensQuestions(sentence) && !later.test(sentence.replace(/\bafter (?:the|that|this) tone\b/i, ''))) return words
    words += sentence.split(/\s+/).length
  }
  return null
}

/** Whether the text says that something happens at once. */
export function saysNow(text: string): boolean {
  return /\b(?:now|at this (?:time|point|moment))\b/i.test(text)
}

const ends =
  /\b(?:no|any) (?:more|further|other|additional)\b[^.?!]{0,25}\bquestions?\b|\bconclud(?:e|es|ed|ing)\b[^.?!]{0,40}\b(?:question|call|conference|session|webcast|presentation|meeting|q ?(?:&|and) ?a)|\b(?:closing|concluding|final) (?:remarks?|comments?|words?|statements?)\b|\b(?:that|this) (?:was|is) (?:the|our|all the) (?:last|final|end)\b|\bend(?:s|ed)? (?:of )?(?:the|our|today's|this)[^.?!]{0,20}(?:question|q ?(?:&|and) ?a|call|conference|session)\b|\bqueue is (?:now )?(?:clear|empty)\b/i

/** Whether the text ends the questions. */
export function endsQuestions(text: string): boolean {
  return ends.test(text)
}

const instruction =
  /\b(?:listen.only|(?:press|star|pound)[ ,-]+(?:then )?(?:star|one|two|\d|key)|operator assistance|(?:please )?stand(?:ing)? by|touch.?tone|telephone key ?pad|lines? (?:have been|are) (?:placed|muted|on mute))\b/i

/** Whether callers are instructed how to use the line, which only an operator does, whatever the transcript calls the speaker. */
export function instructsCallers(text: string): boolean {
  return instruction.test(text)
}

const routine =
  /\b(?:press|star|pound|hash|asterisk|touch.?tone|keypad|listen.only|being recorded|on mute|muted|operator assistance|question.and.answer|questions?|line is (?:now )?open|go ahead|stand(?:ing)? by|please hold|one moment|withdraw|queue|disconnect|participat\w*|joining|thank you|thanks|welcome|good (?:morning|afternoon|evening|day)|ladies and gentlemen|conference|webcast|replay|turn (?:the|it|over)|hand (?:you|over|the)|back to|you may (?:begin|proceed)|please (?:begin|proceed)|concludes?|my name is|your (?:host|operator)|have a (?:great|good|nice|wonderful))\b/i

/** Whether an operator's words only concern the line. */
export function isRoutine(text: string): boolean {
  return routine.test(text) || text.trim().split(/\s+/).length <= 4
}
