/** Tells whether each speaker on a call is of the company, an analyst or the operator. */

import type { SpeakerSide } from '#contract/api/calls.ts'
import { instructsCallers } from './operator-phrases.ts'
import { saysAnalyst } from './roles.ts'
import { shortestRemarks, type CallSections, type SectionInput } from './sections.ts'

/**
 * Who speaks for whom: first by role and organization, for the others by the section. Remarks before the questions are the
 * company's, announced askers are analysts, and whoever answers several askers is the company's too. An organization whose name
 * is not the company's counts less than remarks before announced questions: officers of a group are often listed under another
 * name.
 */
export function sidesOf(
  { speakerOf, people, roles, texts }: SectionInput,
  { questionsFrom, foundBy, questions }: CallSections,
): SpeakerSide[] {
  const wordsBefore = people.map(() => 0)
  const turnsAfter = people.map(() => 0)
  const asks = people.map(() => 0)
  const announces = people.map(() => 0)
  const remarksEnd = questionsFrom ?? 0
  for (const [at, speaker] of speakerOf.entries()) {
    if (at < remarksEnd) wordsBefore[speaker] = (wordsBefore[speaker] ?? 0) + (texts[at]?.length ?? 0)
    else turnsAfter[speaker] = (turnsAfter[speaker] ?? 0) + 1
  }
  for (const { announced, first, questioner } of questions) {
    if (questioner !== null) asks[questioner] = (asks[questioner] ?? 0) + 1
    const host = speakerOf[announced]
    if (host !== undefined && announced !== first) announces[host] = (announces[host] ?? 0) + 1
  }
  const instructs = new Set(speakerOf.slice(0, remarksEnd).filter((_, at) => instructsCallers(texts[at] ?? '')))
  const remarks = wordsBefore.reduce((sum, each) => sum + each, 0)
  return roles.map((role, person) => {
    const before = wordsBefore[person] ?? 0
    const isGuess = role === 'analyst' && !saysAnalyst(people[person]?.role ?? '')
    const presents = foundBy === 'announced' && before > shortestRemarks && (asks[person] ?? 0) === 0
    if (isGuess && presents) return 'company'
    if (role !== 'unknown') return role
    if (instructs.has(person) && before < remarks * 0.2) return 'operator'
    if (before > shortestRemarks) return 'company'
    if ((asks[person] ?? 0) > 0 && (asks[person] ?? 0) >= questions.length / 3 && questions.length > 3) return 'company'
    if ((asks[person] ?? 0) > 0) return 'analyst'
    if ((announces[person] ?? 0) >= Math.max(2, questions.length / 3)) return 'operator'
    return questions.length > 0 && (turnsAfter[person] ?? 0) > 0 ? 'company' : 'unknown'
  })
}
