/**
 * Schemas of the service's two call operations: a call in the list, a call with its transcript and
 * recording, and the parameters of both.
 */

import { z } from 'zod'
import { flag, integer, number, open, text, texts } from './scalars.ts'

const callStatuses = ['COMPLETED', 'IN_PROGRESS', 'FAILED'] as const
const callStatus = open(callStatuses)

/** Detail only. The unit of segment times is not shown; they are strings that hold a number. */
export const segment = z.looseObject({
  segment_id: integer,
  speaker: text,
  start_time: text,
  end_time: text,
  confidence: number,
  text,
  sentiment: number,
})

export const transcript = z.looseObject({
  transcript_id: text.describe('UUID'),
  text,
  language: text.describe('locale tag'),
  confidence_score: number,
  segments: z.array(segment).nullish().describe('null in the list'),
  type: open(['NON_LIVE']).nullish(),
})
export type Transcript = z.infer<typeof transcript>

export const callSecurity = z.looseObject({
  figi: text,
  isin: text,
  name: text,
  symbol: text,
  mic_code: text,
  figi_composite: text,
  figi_share_class: text,
  refinitiv_exch_code: text,
})

const callFields = {
  call_id: text.describe('UUID'),
  call_title: text,
  headline: text,
  symbol: text,
  exchange: text,
  figis: texts,
  name: text.describe('may be empty'),
  start_time: text.describe('ISO 8601 with UTC offset'),
  end_time: text.describe('ISO 8601 with UTC offset'),
  duration: number.describe('unit not shown'),
  status: callStatus.nullish(),
  created_at: text.describe('UTC'),
  updated_at: text.describe('UTC'),
  transcripts: z.array(transcript).nullish(),
  securities: z.array(callSecurity).nullish(),
}

export const callRecord = z.looseObject(callFields)
export type CallRecord = z.infer<typeof callRecord>

export const recordingFormat = z.looseObject({
  file_link: text.describe('relative path'),
  size: integer.describe('bytes'),
  content_type: text.describe('media type'),
  quality: text,
})

export const recording = z.looseObject({
  recording_id: text.describe('UUID'),
  total_files: integer,
  total_size: integer.describe('bytes'),
  duration: number.describe('unit not shown'),
  location: text,
  bucket: text,
  language: text,
  formats: z.array(recordingFormat).nullish(),
  created_at: text,
})

export const callSummary = z.looseObject({
  summary_id: text,
  transcript_id: text.describe('may be empty'),
  call_id: text,
  summary: text.describe('several lines'),
  symbol: text.describe('may be empty'),
  sentiment: number,
  language: text.describe('may be empty'),
  created_at: text,
  updated_at: text,
})

export const participant = z.looseObject({
  participant_id: text.describe('UUID'),
  call_id: text,
  name: text,
  role: text,
  organization: text.describe('may be empty'),
  mentions: integer,
  human_verified: flag,
})

export const callDetail = z.looseObject({
  ...callFields,
  recording: recording.nullish(),
  summary: callSummary.nullish(),
  participants: z.array(participant).nullish(),
})
export type CallDetail = z.infer<typeof callDetail>

/** YYYY-MM-DDTHH:MM:SS, as the calls list wants its range. */
const callTime = z
  .string()
  .length(19)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

export const callsParameters = z.strictObject({
  symbol: z.string().optional(),
  from: callTime.optional(),
  to: callTime.optional(),
  page: z.int().min(1).optional(),
  page_size: z.int().min(1).optional().describe('service default 10'),
  status: callStatus.optional(),
})
export type CallsParameters = z.infer<typeof callsParameters>

export const callParameters = z.strictObject({
  call_id: z.string().min(1).describe('in the path'),
  audio: z.boolean().optional().describe('true adds an audio URL; the field that carries it is not shown'),
  format: z.enum(['json', 'html']).optional(),
  clean: z.boolean().optional().describe('true cleans the text and merges adjacent turns of one speaker'),
})
