/**
 * The API of conference calls: the list of calls, and an opened call with its speakers, sections,
 * chapters and turns.
 */

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import {
  query,
  change,
  failureSchema,
  instant,
  jsonText,
  listGap,
  lookup,
  requestedInstant,
  statedLanguage,
} from './base.ts'
import { callComparison } from './call-comparison.ts'
import { callDownloads } from './call-downloads.ts'
import { weekStarts } from './date-format.ts'
import { guidanceTable } from './guidance.ts'
import { locate, positions } from './list-positions.ts'
import { freshness, mark, packSource } from './provenance.ts'
import { authorship } from './notes.ts'
import { recordingState } from './recordings.ts'
import { spokenFigures } from './spoken-figures.ts'
import { isTimeZone, longestTimeZone } from './time-zone.ts'
import { requestedId, requestedName, requestedSymbol } from './request-texts.ts'
import { transcriptForm } from './transcript-form.ts'

export type { TranscriptForm } from './transcript-form.ts'

/** Not in the record: matched by title and date. Always shown as inferred. */
export const inferredQuarter = z.object({ quarter: z.enum(['Q1', 'Q2', 'Q3', 'Q4', 'FY']), year: z.number().int() })
export type InferredQuarter = z.infer<typeof inferredQuarter>

/** A call as lists show it. */
export const callEntry = z.object({
  callId: z.string(),
  symbol: z.string().nullable(),
  exchange: z.string().nullable(),
  company: z.string().nullable(),
  /** `call_title`, else `headline`, else the symbol. */
  title: z.string(),
  quarter: inferredQuarter.nullable(),
  /** `start_time`: as an instant for sorting, and as received, with its UTC offset. */
  startedAt: instant.nullable(),
  startTime: z.string().nullable(),
  /** From start and end time, else from the recording; seconds. */
  seconds: z.number().nullable(),
  /** As received: COMPLETED, IN_PROGRESS, FAILED, or a value not shown in docs/interface.md. */
  status: z.string().nullable(),
  /** The transcript is in the library: read offline, for good. Null: only listed. */
  stored: z
    .object({ turns: z.number().int(), words: z.number().int(), versions: z.number().int(), fetchedAt: instant })
    .nullable(),
  recording: recordingState,
  /** When the service last named this call. */
  seenAt: instant,
})
export type CallEntry = z.infer<typeof callEntry>

/**
 * `unread`: the transcript is in the library, and the call was never opened: neither read nor played in this workspace. `new`: it is a
 * watched company's, is new since its watchlist was last seen, and was not opened since. `hits`: the chosen saved search finds something
 * in its transcript or summary.
 */
const callViews = ['all', 'unread', 'new', 'hits'] as const
export type CallView = (typeof callViews)[number]

const callFilter = z.object({
  symbols: z.array(requestedSymbol).max(5000).optional(),
  /** Both ends included, ms UTC. */
  from: requestedInstant.optional(),
  to: requestedInstant.optional(),
  status: requestedName.optional(),
  /** Letters of the title, the company or the symbol. */
  text: z.string().max(200).optional(),
  download: z.enum(callDownloads).optional(),
  view: z.enum(callViews).optional(),
  /** A saved search whose hits are counted. */
  search: requestedId.optional(),
})
export type CallFilter = z.infer<typeof callFilter>

const callOrder = z.object({
  by: z.enum([
    'started',
    'symbol',
    'company',
    'exchange',
    'title',
    'length',
    'stored',
    'remarks',
    'answers',
    'words',
    'confidence',
    'questions',
    'recording',
    'read',
    'played',
    'notes',
    'hits',
  ]),
  descending: z.boolean(),
})
export type CallOrder = z.infer<typeof callOrder>

/** A call as the list of calls shows it: with its sentiment, and with what the user did with it. */
const listedCall = callEntry.extend({
  /** Mean over the turns by their words, −1 to 1: of the prepared remarks, and of the company's answers in the Q&A. */
  remarks: z.number().nullable(),
  answers: z.number().nullable(),
  /** Mean over the turns by their words, 0 to 1. */
  confidence: z.number().nullable(),
  /** Questions of the Q&A; null: no transcript. */
  questions: z.number().int().nullable(),
  isNew: z.boolean(),
  /** Share of the transcript up to the furthest turn that was visible, 0 to 1; null: there is no transcript. */
  read: z.number().nullable(),
  /** Share of the recording up to the furthest second that was played, 0 to 1; null: no recording is stored. */
  played: z.number().nullable(),
  /** Where playback resumes, in seconds; null: not played yet. */
  resumeAt: z.number().nullable(),
  /** Highlights and notes. */
  notes: z.number().int(),
  /** Hits of the chosen saved search; null: none is chosen. */
  hits: z.number().int().nullable(),
  /** Why the transcript could not be downloaded the last time. */
  failure: failureSchema.nullable(),
})
export type ListedCall = z.infer<typeof listedCall>

/** Neighboring rows of a list in the order of dates (a week each) or of symbols (a company each). */
const callGroup = z.object({
  /** The first day of the week, YYYY-MM-DD; null: calls without a date, or a company. */
  week: z.string().nullable(),
  /** The week has a call on Saturday or Sunday. */
  weekend: z.boolean(),
  symbol: z.string().nullable(),
  company: z.string().nullable(),
  calls: z.number().int(),
})
export type CallGroup = z.infer<typeof callGroup>

/** The preview next to the list: what was said, who asked questions, what the user wrote. */
const callPreview = z.object({
  entry: listedCall,
  /** Index of the chapter in which reading or playback stopped; null: not started. */
  currentChapter: z.number().int().nullable(),
  summary: z.object({ text: z.string(), language: statedLanguage }).nullable(),
  /** Of the transcript. */
  language: statedLanguage,
  /** Where questions and answers begin, in seconds; null: there are none, or their turns have no times. */
  questionsAt: z.number().nullable(),
  chapters: z.array(
    z.object({
      title: z.string(),
      turn: z.number().int(),
      /** Seconds; null: the turn has no time. */
      start: z.number().nullable(),
      /** Mean over its turns by their words. */
      sentiment: z.number().nullable(),
    }),
  ),
  questioners: z.array(
    z.object({
      name: z.string(),
      organization: z.string().nullable(),
      turn: z.number().int(),
      questions: z.number().int(),
      sentiment: z.number().nullable(),
    }),
  ),
  notes: z.array(
    authorship.extend({
      id: z.string(),
      turn: z.number().int(),
      start: z.number().nullable(),
      text: z.string(),
      isNote: z.boolean(),
    }),
  ),
})
export type CallPreview = z.infer<typeof callPreview>

/** Who somebody speaks for: by role and organization, else by the section in which they speak. */
export const sides = ['company', 'analyst', 'operator', 'unknown'] as const
export const side = z.enum(sides)
export type SpeakerSide = z.infer<typeof side>

/** Part of the call. `whole`: it could not be divided. */
export const sections = ['prepared', 'qa', 'whole'] as const
export const section = z.enum(sections)
export type Section = z.infer<typeof section>

/** How the sections are known. `announced`: a host or operator opens the questions. `inferred`: by the speakers' roles alone. */
const sectionsFrom = z.enum(['announced', 'inferred'])
export type SectionsFrom = z.infer<typeof sectionsFrom>

/** Who speaks, joined from turns and participants by name. A participant who never speaks has no turns. */
const speaker = z.object({
  name: z.string(),
  role: z.string().nullable(),
  organization: z.string().nullable(),
  side,
  mentions: z.number().nullable(),
  humanVerified: z.boolean().nullable(),
  turns: z.number().int(),
  words: z.number().int(),
  seconds: z.number().nullable(),
  /** Mean over the turns, by words. */
  sentiment: z.number().nullable(),
})
export type Speaker = z.infer<typeof speaker>

/** Derived here, since the service has no chapters. Turns by position, both ends included. */
const chapter = z.object({
  kind: z.enum(['operator', 'prepared', 'question', 'closing']),
  /** The speaker, or for a question its asker and their organization. */
  title: z.string(),
  /** Index into `speakers`: the speaker, or who asks the question. */
  speaker: z.number().int().nullable(),
  first: z.number().int(),
  last: z.number().int(),
})
export type Chapter = z.infer<typeof chapter>

/** Column by column, one entry a turn, in the order of the transcript: a call can have 20,000. */
export interface Turns {
  segmentId: (number | null)[]
  /** Index into `speakers`. */
  speaker: number[]
  /** Seconds from the start of the recording; null when the turn has no time. */
  start: (number | null)[]
  end: (number | null)[]
  /** 0 to 1. */
  confidence: (number | null)[]
  /** −1 to 1. */
  sentiment: (number | null)[]
  section: Section[]
  /** An operator's phrase that carries nothing: drawn dimmed. */
  boilerplate: boolean[]
  text: string[]
}

export const timeUnits = ['seconds', 'milliseconds', 'minutes'] as const
/** What the unit of a call's times was inferred from. `lastEnd` is in the unit of the times. */
const timesEvidence = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['set', 'no-times', 'not-downloaded']) }),
  z.object({
    kind: z.literal('matched'),
    lastEnd: z.number(),
    /** Call and recording: their length in seconds; words: how many the transcript has. */
    by: z.enum(['call', 'recording', 'words']),
    value: z.number(),
  }),
  z.object({ kind: z.literal('unmatched'), lastEnd: z.number() }),
])
const callTimes = z.object({
  unit: z.enum(timeUnits).nullable(),
  /** `set`: by the user, for this call. */
  how: z.enum(['inferred', 'set', 'unknown']),
  evidence: timesEvidence,
  /** Added to every time, seconds: the recording may begin before the call. */
  offset: z.number(),
})
export type CallTimes = z.infer<typeof callTimes>

/** Where a passage of a call stands in the version that a comparison shows: the characters `from` to before `to` of a turn. */
const passagePlace = z.object({
  callId: requestedId,
  turn: z.number().int().min(0),
  from: z.number().int().min(0),
  to: z.number().int().min(0),
})

export const openedCall = z.object({
  entry: callEntry,
  form: transcriptForm,
  recordId: z.number().int(),
  /** sha256 of the content that is shown, hex: highlights are made on it. */
  hash: z.string(),
  versions: z.array(z.object({ hash: z.string(), knownFrom: instant, lastSeen: instant, turns: z.number().int() })),
  fetchedAt: instant,
  /** The pack in which the content that is shown came; null: it came from the service. */
  pack: packSource.nullable(),
  stale: z.boolean(),
  refreshing: z.boolean(),
  failure: failureSchema.nullable(),
  marks: z.array(mark),
  /** Of the transcript. */
  language: statedLanguage,
  /** `transcripts[].type`, as received. */
  transcriptType: z.string().nullable(),
  confidence: z.number().nullable(),
  words: z.number().int(),
  /** How the turns were obtained: from segments, or from paragraphs of the text or HTML; `none`: no transcript yet. */
  source: z.enum(['segments', 'paragraphs', 'none']),
  times: callTimes,
  speakers: z.array(speaker),
  chapters: z.array(chapter),
  /** Null: the call is not divided into sections. */
  sectionsFrom: sectionsFrom.nullable(),
  /** Averages over turns, weighted by words: of the prepared remarks, of the company's answers in the Q&A, of a call without sections. */
  sectionSentiment: z.object({
    prepared: z.number().nullable(),
    qa: z.number().nullable(),
    whole: z.number().nullable(),
  }),
  /** The segments arrived out of order, and were sorted by time. */
  sortedByTime: z.boolean(),
  outline: jsonText<TurnsOutline>(),
  summary: z
    .object({
      text: z.string(),
      language: statedLanguage,
      sentiment: z.number().nullable(),
      createdAt: z.string().nullable(),
    })
    .nullable(),
  securities: z.array(
    z.object({
      symbol: z.string().nullable(),
      name: z.string().nullable(),
      mic: z.string().nullable(),
      figi: z.string().nullable(),
      isin: z.string().nullable(),
    }),
  ),
  /** The service's `recording`: label and value in words, and a size in bytes, which follows them. */
  recordingFacts: z.array(z.object({ label: z.string(), value: z.string(), bytes: z.number().nullable() })),
  /** Headline, ids, type of the transcript, links of the recording's files, as received: label and value. */
  identity: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type OpenedCall = z.infer<typeof openedCall>
export type CallReading = Omit<OpenedCall, 'outline'> & { turns: Turns }

/** Every turn without its words, which arrive later. */
export interface TurnsOutline {
  speaker: number[]
  /** Length of its text. */
  letters: number[]
}

/**
 * Consecutive turns, as stored JSON text, so that 90,000 values are not validated and copied one by one on their way to the
 * window.
 */
const turnChunk = z.object({ first: z.number().int(), turns: jsonText<Turns>() })
export type TurnChunk = z.infer<typeof turnChunk>

const callChunk = z.object({
  /** Only in the first piece. */
  call: openedCall.nullable(),
  chunks: z.array(turnChunk),
})
export type CallChunk = z.infer<typeof callChunk>

/** Conference calls: what the library holds, merged with what the service lists. */
export const calls = {
  /** From the library alone, with totals. */
  list: query
    .input(
      z.object({
        filter: callFilter,
        order: callOrder,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
        /** Calls whose position in the whole list is returned, so that the visible part stays in place when calls are added. */
        locate: locate(requestedId),
        /** How the groups of a list by date divide time; absent: weeks from Monday in the zone of this machine. */
        weeks: z
          .object({ start: z.enum(weekStarts), timeZone: z.string().max(longestTimeZone).refine(isTimeZone) })
          .optional(),
      }),
    )
    .output(
      z.object({
        entries: z.array(listedCall),
        total: z.number().int(),
        positions,
        /** The groups of the whole list, sorted by date or symbol; null in any other order. */
        groups: z.array(callGroup).nullable(),
        /** How many calls each view has under the other filters; `hits` null: no saved search is chosen. */
        views: z.object({
          all: z.number().int(),
          unread: z.number().int(),
          new: z.number().int(),
          hits: z.number().int().nullable(),
        }),
        /** The first and last call of the library that has a date. */
        dates: z.object({ first: instant, last: instant }).nullable(),
        /** Statuses that occur in the library, as received, and how many calls of each fit the rest of the filter. */
        statuses: z.array(z.object({ status: z.string(), calls: z.number().int() })),
        /** When this filter was last requested from the service; null: never. */
        requestedAt: instant.nullable(),
        /** How many matches the service reported then; null: it did not say. */
        hits: z.number().int().nullable(),
        /** The service may have older ones. */
        more: z.boolean(),
        gap: listGap,
        stale: z.boolean(),
      }),
    ),
  /**
   * Asks the service's list: its latest page, or the next older one beyond what is known for this filter. A page that shifted
   * meanwhile costs a second request, never a duplicate or a gap.
   */
  fetchPage: query.input(z.object({ filter: callFilter, page: z.enum(['latest', 'older']) })).output(
    z.object({
      added: z.number().int(),
      changed: z.number().int(),
      /** How many matches the service reports; null: it does not say. */
      hits: z.number().int().nullable(),
      /** The service may have older ones. */
      more: z.boolean(),
    }),
  ),
  /**
   * The call, stored by opening it. `hash`: an earlier version from the library. Comes in pieces, with the turns around `turn` in the
   * first; without it, around the one where reading stopped.
   */
  open: lookup
    .input(
      z.object({
        callId: requestedId,
        form: transcriptForm,
        hash: requestedId.optional(),
        turn: z.number().int().min(0).optional(),
        freshness,
      }),
    )
    .output(eventIterator(callChunk)),
  /**
   * The turn that is spoken at a second of the recording, of the call as `open` shows it; it is stored by that as well. −1: before the
   * first one, or no turn has a time. Throws as `open` does.
   */
  turnAt: lookup
    .input(z.object({ callId: requestedId, second: z.number().min(0) }))
    .output(z.object({ turn: z.number().int() })),
  /** The user's own unit and offset for a call's times; null unit: infer again. */
  setTimes: change
    .input(
      z.object({ callId: requestedId, unit: z.enum(timeUnits).nullable(), offset: z.number().min(-7200).max(7200) }),
    )
    .output(callTimes),
  /** A call beside the list, from the library alone; null: the library does not have it. */
  preview: query.input(z.object({ callId: requestedId })).output(callPreview.nullable()),
  /** The same speaker's turns in the company's call before this one, if it is stored. */
  previousTurn: query
    .input(z.object({ callId: requestedId, speaker: requestedName }))
    .output(z.object({ callId: z.string(), turn: z.number().int() }).nullable()),
  /**
   * Two calls of a company, passage by passage. `later` null: the company's latest call with a transcript; `earlier` null: the one previous
   * to the later. From the library alone; a call is null where there is none, and the comparison where a transcript is not stored.
   */
  comparison: lookup
    .input(
      z.object({
        /** Whose latest call it is, where `later` is null. */
        symbol: requestedSymbol.nullable(),
        later: requestedId.nullable(),
        earlier: requestedId.nullable(),
      }),
    )
    .output(
      z.object({
        earlier: callEntry.nullable(),
        later: callEntry.nullable(),
        comparison: callComparison.nullable(),
      }),
    ),
  /**
   * Stores, or withdraws, that two passages of a comparison are not the same. It stays with the words of their sentences, in every version of
   * both calls. Throws `read-only`, and `not-in-library` where the calls have no such pair.
   */
  setPassagesSplit: change
    .input(z.object({ earlier: passagePlace, later: passagePlace, split: z.boolean() }))
    .output(z.object({})),
  /** Where the previous stored call of the company says what a turn says, else where it speaks of the same topic; null: nowhere. */
  previousPassage: query.input(z.object({ callId: requestedId, turn: z.number().int().min(0) })).output(
    z
      .object({
        callId: z.string(),
        turn: z.number().int(),
        foundBy: z.enum(['passage', 'topic']),
        /** Of `topic`: its title. */
        topic: z.string().nullable(),
      })
      .nullable(),
  ),
  /** Figures spoken in the call as `open` shows it, checked against stored statements. From the library alone; null: it has no transcript. */
  figures: query
    .input(z.object({ callId: requestedId, form: transcriptForm, hash: requestedId.optional() }))
    .output(spokenFigures.nullable()),
  /**
   * How many of them differ from the stored statements, and how many agreed with a version that was restated since, of calls in a list.
   * From the library alone; calls without a transcript are left out.
   */
  differingFigures: query.input(z.object({ callIds: z.array(requestedId).max(200) })).output(
    z.object({
      calls: z.array(z.object({ callId: z.string(), differ: z.number().int(), restated: z.number().int() })),
    }),
  ),
  /** What a company expected in each stored earnings call, and what it reported. */
  guidance: guidanceTable,
  /** Stores, or withdraws, that the match of a spoken figure, or of words about guidance, is wrong. It stays with the words of the turn, in every version of the call. */
  setFigureDismissed: change
    .input(
      z.object({
        callId: requestedId,
        /** The form and version whose turns are counted, as in `figures`. */
        form: transcriptForm.optional(),
        hash: requestedId.optional(),
        turn: z.number().int().min(0),
        from: z.number().int().min(0),
        to: z.number().int().min(0),
        dismissed: z.boolean(),
      }),
    )
    .output(z.object({})),
}
