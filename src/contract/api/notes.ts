/**
 * The API of notes on calls: highlighted passages of transcripts with their notes, and the position
 * where reading and playback stopped.
 */

import { z } from 'zod'
import { exported, query, change, instant, requestedInstant } from './base.ts'
import { savedDraft } from './drafts.ts'
import { requestedId } from './request-texts.ts'

const highlightColors = ['violet', 'amber', 'green', 'red'] as const
const highlightColor = z.enum(highlightColors)
export type HighlightColor = z.infer<typeof highlightColor>

/**
 * A passage of a transcript, held by the text it was made on: content hash, turn and letters there, and the words themselves
 * with some before and after, by which it is found again in another version.
 */
const passage = z.object({
  hash: z.string(),
  /** Position of the first and the last turn; `from` counts letters (UTF-16) in the first, `to` in the last, end excluded. */
  firstTurn: z.number().int().min(0),
  from: z.number().int().min(0),
  lastTurn: z.number().int().min(0),
  to: z.number().int().min(0),
  segmentId: z.number().int().nullable(),
  /** Turns are parted by a line feed, in what is before and after too. */
  quote: z.string().min(1).max(20_000),
  before: z.string().max(200),
  after: z.string().max(200),
})
export type Passage = z.infer<typeof passage>

export const highlight = z.object({
  id: z.string(),
  callId: z.string(),
  passage,
  color: highlightColor,
  /** Plain text, may be empty. */
  note: z.string().max(20_000),
  createdAt: requestedInstant,
  editedAt: requestedInstant,
  /** Who wrote it, when it came in a pack; absent: the user. */
  author: z.string().max(300).optional(),
})
export type Highlight = z.infer<typeof highlight>

/** Who wrote the present highlight and note, and when. `author` null: the user; anyone else's came in a pack. */
export const authorship = z.object({ author: z.string().nullable(), editedAt: instant })
export type Authorship = z.infer<typeof authorship>

const requestedPassage = passage.extend({ hash: requestedId })
const requestedHighlight = highlight.extend({ id: requestedId, callId: requestedId, passage: requestedPassage })

/** Where a highlight is in the version that is shown. `moved`: its text was found elsewhere; `lost`: not in this version. */
const anchoredHighlight = z.object({
  highlight,
  range: z
    .object({ firstTurn: z.number().int(), from: z.number().int(), lastTurn: z.number().int(), to: z.number().int() })
    .nullable(),
  how: z.enum(['exact', 'moved', 'lost']),
})
export type AnchoredHighlight = z.infer<typeof anchoredHighlight>

const listeningPosition = z.object({ seconds: z.number(), turn: z.number().int(), at: instant })
export type ListeningPosition = z.infer<typeof listeningPosition>

/** The analyst's notes on a call. Stored in `desk.db`, and never deleted with the call. */
export const notes = {
  /** Placed in the content with this hash. */
  ofCall: query
    .input(z.object({ callId: requestedId, hash: requestedId }))
    .output(z.object({ highlights: z.array(anchoredHighlight), position: listeningPosition.nullable() })),
  add: change
    .input(
      z.object({ callId: requestedId, passage: requestedPassage, color: highlightColor, note: z.string().max(20_000) }),
    )
    .output(highlight),
  edit: change
    .input(
      z.object({
        id: requestedId,
        color: highlightColor.optional(),
        note: z.string().max(20_000).optional(),
        ...savedDraft.shape,
      }),
    )
    .output(highlight),
  /** Returns what was removed; `restore` puts it back as it was. */
  remove: change.input(z.object({ id: requestedId })).output(highlight),
  restore: change.input(z.object({ highlight: requestedHighlight })).output(highlight),
  /** Where reading and playback stopped; null: neither has begun. */
  position: query.input(z.object({ callId: requestedId })).output(listeningPosition.nullable()),
  /**
   * Values that are left out stay: the reader knows the turn, the player the seconds. The furthest position read and played is
   * stored too, and never decreases.
   */
  savePosition: change
    .input(
      z.object({
        callId: requestedId,
        seconds: z.number().min(0).optional(),
        turn: z.number().int().min(0).optional(),
        /** Turns up to the last one on screen. */
        turnsRead: z.number().int().min(0).optional(),
        /** Up to where it was played; the end of the recording is followed by a position of 0. */
        secondsPlayed: z.number().min(0).optional(),
        /** Length of the recording, as the player knows it. */
        recordingSeconds: z.number().positive().optional(),
      }),
    )
    .output(z.object({})),
  /** The transcript with its highlights and notes, whole, in one file. */
  export: exported
    .input(
      z.object({
        callId: requestedId,
        hash: requestedId,
        as: z.enum(['markdown', 'html', 'docx']),
        only: z.enum(['all', 'highlights']),
      }),
    )
    .output(z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() })),
}
