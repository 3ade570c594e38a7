/** The records of calls that the sample service sends: items of the list, and details. */

import type { CompanyStatements } from '../statements/company-statements.ts'
import type { CallFacts } from './call-facts.ts'
import exceptions from '../../../resources/sample/exceptions.json' with { type: 'json' }
import { isRestated, originalFigures } from '../statements/original-figures.ts'
import type { StatementFigures } from '../statements/statement-lines.ts'
import { callFacts } from './call-facts.ts'
import { oddityOf, applyOddity } from './odd-calls.ts'
import { oddSegments } from './odd-segments.ts'
import type { Recording } from './recordings.ts'
import { recordingOf } from './recordings.ts'
import type { CallStatus, PlannedCall } from './schedule.ts'
import type { CallContent } from './turns.ts'
import { callContent } from './turns.ts'
import {
  callFields,
  cleaned,
  participantsOf,
  recordingFields,
  segmentsOf,
  summaryFields,
  transcriptOf,
  withOffset,
} from './wire.ts'

/** A call and what was said in it. */
export interface Call {
  readonly plan: PlannedCall
  readonly facts: CallFacts
  readonly content: CallContent
  readonly recording: Recording | undefined
}

/** How a call looks while it is transcribed, and after. */
export interface CallView {
  readonly status: CallStatus
  readonly format: 'json' | 'html'
  readonly clean: boolean
  /** `http://127.0.0.1:PORT`, when the response is to carry an audio URL. */
  readonly audioOrigin?: string | undefined
}

/** Segments that a transcriber has ready while the call is still in progress. */
const firstSegments = 14

export function composedCall(plan: PlannedCall, company: CompanyStatements): Call {
  const hour = Number(withOffset(plan.starts, plan.offset).slice(11, 13))
  const facts = callFacts(company, { ...plan.period, figures: firstPublished(plan, company) }, hour)
  const content = applyOddity(plan, callContent(plan, facts))
  return { plan, facts, content, recording: recordingOf(plan, content) }
}

/** The figures of the quarter as they were known at the call: a later filing may have corrected them. */
function firstPublished({ seed, period, starts }: PlannedCall, company: CompanyStatements): StatementFigures {
  const published = new Date(starts).toISOString()
  const restatement = exceptions.restated.find(
    (each) => each.symbol === seed.symbol && isRestated(company, period, published, each),
  )
  return restatement ? originalFigures(company, period, published, restatement) : period.figures
}

function transcripts({ plan, content }: Call, { status, format, clean }: CallView) {
  if (status === 'FAILED') return []
  const part = status === 'COMPLETED' ? content.segments : content.segments.slice(0, firstSegments)
  const segments = segmentsOf(plan, { ...content, segments: part })
  return [transcriptOf(plan, clean ? cleaned(segments) : segments, format)]
}

/** The list's item: the same record, its segments null. */
export function callListItem(call: Call, status: CallStatus) {
  const view: CallView = { status, format: 'json', clean: false }
  return {
    ...callFields(call.plan, status, call.content.duration, call.facts),
    transcripts: transcripts(call, view).map((each) => ({ ...each, segments: null })),
  }
}

/** The one call, not wrapped. A call that is not completed has no recording and no summary yet, or never. */
export function callDetail(call: Call, view: CallView) {
  const { plan, facts, content, recording } = call
  const fields = callFields(plan, view.status, content.duration, facts)
  const texts = transcripts(call, view)
  const sent = texts.map((each) => ({ ...each, segments: oddSegments(plan, each.segments) }))
  const done = view.status === 'COMPLETED'
  const recorded = done && recording !== undefined ? recordingFields(plan, recording) : null
  const link = recorded?.formats[0]?.file_link
  if (recorded !== null && oddityOf(plan) === 'no-formats') recorded.formats = []
  return {
    ...fields,
    transcripts: sent,
    recording:
      recorded === null || view.audioOrigin === undefined
        ? recorded
        : { ...recorded, audio_url: `${view.audioOrigin}/${link ?? ''}` },
    summary: done ? summaryFields(plan, facts, texts[0]?.segments ?? [], fields.updated_at) : null,
    participants: participantsOf(
      plan,
      done ? content.segments : view.status === 'FAILED' ? [] : content.segments.slice(0, firstSegments),
    ),
  }
}
