/**
 * Divides a sample call into timed segments, with a transcriber's confidence and errors (fillers,
 * repeated words, inaudible).
 */

import speech from '../../../resources/sample/speech-call.json' with { type: 'json' }
import speechScript from '../../../resources/sample/speech-script.json' with { type: 'json' }
import { randomFor } from '../data/random.ts'
import type { CallFacts } from './call-facts.ts'
import type { PlannedCall } from './schedule.ts'
import type { Speaker } from './script.ts'
import { composeCall } from './script.ts'

/** One segment of a transcript: text, time, and the transcriber's confidence. Times in seconds from the beginning. */
export interface TimedSegment {
  readonly speaker: Speaker
  readonly start: number
  readonly end: number
  readonly text: string
  readonly confidence: number
  readonly sentiment: number
}

/** The words of a call, and its length. */
export interface CallContent {
  readonly segments: readonly TimedSegment[]
  /** Seconds. */
  readonly duration: number
}

/** Whether this is the call whose recording is real speech. */
export const isSpoken = ({ seed, kind, period }: PlannedCall) =>
  kind === 'earnings' && seed.symbol === speech.symbol && `${period.fiscalYear}${period.quarter}` === speech.period

const hundredth = (seconds: number) => Math.round(seconds * 100) / 100

export function callContent(call: PlannedCall, facts: CallFacts): CallContent {
  return isSpoken(call) ? spokenCall() : composedCall(call, facts)
}

/** Times were measured when the speech was made. */
function spokenCall(): CallContent {
  const speakers = new Map<string, Speaker>(
    Object.entries(speechScript.speakers).map(([name, { role, organization }]) => [name, { name, role, organization }]),
  )
  const segments = speech.segments.map((each): TimedSegment => {
    const speaker = speakers.get(each.speaker)
    if (speaker === undefined) throw new Error(`speech-script.json has no speaker ${each.speaker}`)
    return { ...each, speaker }
  })
  return { segments, duration: speech.duration }
}

function composedCall(call: PlannedCall, facts: CallFacts): CallContent {
  const random = randomFor('times', call.id)
  const segments: TimedSegment[] = []
  let now = hundredth(random.between(1.5, 9))
  for (const turn of composeCall(call, facts)) {
    const pace = 2.35 + 0.35 * randomFor('pace', turn.speaker.name).next()
    now += random.between(0.4, 2.2)
    for (const says of turn.says) {
      const text = asHeard(says, random.next(), turn.speaker.name === 'Operator')
      const words = text.split(' ').length
      const start = hundredth(now)
      const end = hundredth(start + (words / pace) * random.between(0.93, 1.07) + 0.3)
      segments.push({
        speaker: turn.speaker,
        start,
        end,
        text,
        confidence: confidence(random.next(), random.normal(), text.includes('<inaudible>')),
        sentiment: Math.max(-1, Math.min(1, Math.round((turn.tone + 0.11 * random.normal()) * 1000) / 1000)),
      })
      now = end + random.between(0.15, 0.9)
    }
  }
  return { segments, duration: hundredth(now + random.between(1, 4)) }
}

/** Mostly sure, one in twelve not, one in forty hardly. */
function confidence(draw: number, spread: number, inaudible: boolean): number {
  const middle = inaudible ? 0.58 : draw < 0.025 ? 0.68 : draw < 0.085 ? 0.84 : 0.955
  return Math.round(Math.max(0.31, Math.min(0.995, middle + 0.018 * spread)) * 10_000) / 10_000
}

/** Imitates a transcriber: occasionally adds a filler, repeats a word, or hears nothing. `clean=true` removes the first two. */
function asHeard(text: string, draw: number, operator: boolean): string {
  if (operator) return text
  if (draw < 0.05) return text.replace(', ', ', uh, ')
  if (draw < 0.09) return text.replace(/ (the|we|of) /, ' $1 $1 ')
  if (draw < 0.12) return text.replace(', ', ', um, ')
  if (draw < 0.135) return text.replace(/ (\w+)\.$/, ' <inaudible>.')
  return text
}
