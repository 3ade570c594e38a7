/**
 * The notes feature: highlights and notes on calls, found again when the transcript changes, and
 * their export.
 */

import { randomUUID } from 'node:crypto'
import type { Announcement, ApiOutputs, ApiInputs } from '#contract/api/api.ts'
import type { CallReading } from '#contract/api/calls.ts'
import type { Highlight, AnchoredHighlight } from '#contract/api/notes.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { Clock } from '../clock.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail } from '../failure-error.ts'
import { differenceText, variantId, type ReceivedItems } from '../received-items.ts'
import type { TurnCorrection } from './export/call-document.ts'
import { exportNotes } from './export/export-notes.ts'
import {
  deleteHighlight,
  getHighlight,
  getHighlights,
  getLatestNotes,
  getPosition,
  insertHighlight,
  putPosition,
  updateHighlight,
} from './notes-store.ts'
import { anchorPassages, type Version } from './anchoring/anchor-passages.ts'

type Inputs = ApiInputs['notes']
type Outputs = ApiOutputs['notes']

interface NotesOptions {
  readonly clock: Clock
  announce(announcement: Announcement): void
  /** One version of a stored call; undefined when the library has none of that hash. */
  readCall(callId: string, hash: string): CallReading | undefined
  /** The user's corrections of its turns, by turn. */
  correctionsOf(reading: CallReading): ReadonlyMap<number, TurnCorrection>
}

interface NotesDependencies {
  readonly reader: Reader
  /** Null on a read-only profile. */
  readonly writer: Writer | null
}

/** The analyst's notes on calls. Every change throws `read-only` on a read-only profile. */
export class Notes {
  readonly #desk: NotesDependencies
  readonly #dependencies: NotesOptions
  /** The text that was requested last: a note is edited many times on one call, and a hash never means another text. */
  #version: Version | undefined

  constructor(desk: NotesDependencies, dependencies: NotesOptions) {
    this.#desk = desk
    this.#dependencies = dependencies
  }

  /** Without a stored text the notes are still returned, each `lost`. */
  async ofCall({ callId, hash }: Inputs['ofCall']): Promise<Outputs['ofCall']> {
    const { reader } = this.#desk
    const position = getPosition(reader, callId)
    const highlights = getHighlights(reader, callId)
    if (highlights.length === 0) return { highlights: [], position }
    return { highlights: await placed(highlights, this.#versionOf(callId, hash)), position }
  }

  /** As made; `placed` finds them in a text. */
  highlightsOf(callId: string): Highlight[] {
    return getHighlights(this.#desk.reader, callId)
  }

  /** Highlights of a call in a text of it that is read already. */
  placed(highlights: readonly Highlight[], reading: CallReading): Promise<AnchoredHighlight[]> {
    return placed(highlights, versionOf(reading))
  }

  /** Highlights that have a note, of these calls, latest first. */
  latest(wanted: Parameters<typeof getLatestNotes>[1]): ReturnType<typeof getLatestNotes> {
    return getLatestNotes(this.#desk.reader, wanted)
  }

  add({ callId, passage, color, note }: Inputs['add']): Highlight {
    const { firstTurn, from, lastTurn, to } = passage
    if (lastTurn < firstTurn || (lastTurn === firstTurn && to <= from))
      fail({ kind: 'bad-request', detail: 'a highlight ends before it starts' })
    const now = this.#dependencies.clock.now()
    const highlight = { id: randomUUID(), callId, passage, color, note, createdAt: now, editedAt: now }
    insertHighlight(this.#writer(), highlight)
    return this.#changed(highlight)
  }

  /** Throws `not-in-library` when it was removed meanwhile, and `bad-request` for the note of somebody else. */
  edit({ id, color, note }: Inputs['edit']): Highlight {
    const before = getHighlight(this.#writer(), id) ?? fail({ kind: 'not-in-library' })
    if (note !== undefined && before.author !== undefined)
      fail({ kind: 'bad-request', detail: 'the note is by somebody else' })
    // A received highlight keeps the time at which its author edited it, which says which of two packs has the later one.
    const editedAt = before.author === undefined ? this.#dependencies.clock.now() : before.editedAt
    const highlight = { ...before, color: color ?? before.color, note: note ?? before.note, editedAt }
    updateHighlight(this.#writer(), highlight)
    return this.#changed(highlight)
  }

  /** Throws `not-in-library` when it was removed meanwhile. */
  remove({ id }: Inputs['remove']): Highlight {
    const highlight = getHighlight(this.#writer(), id) ?? fail({ kind: 'not-in-library' })
    deleteHighlight(this.#writer(), id)
    return this.#changed(highlight)
  }

  /** A highlight that was already restored stays as it is. */
  restore({ highlight }: Inputs['restore']): Highlight {
    insertHighlight(this.#writer(), highlight)
    return this.#changed(getHighlight(this.#desk.reader, highlight.id) ?? highlight)
  }

  /**
   * Adds highlights that came in a pack, each with its author, next to those that are there. One that is there with another passage or note
   * stays, and the other one is added too. `callIds`: the calls that have more highlights than before. Called within a transaction.
   */
  receive(
    received: readonly (Highlight & { readonly author: string })[],
  ): ReceivedItems & { readonly callIds: ReadonlySet<string> } {
    const writer = this.#writer()
    let added = 0
    const conflicts: string[] = []
    const callIds = new Set<string>()
    /** What others wrote on a call, each text after its author. Not found by its id: earlier versions made that of the color too. */
    const writtenByCall = new Map<string, Set<string>>()
    const writtenOn = (callId: string) => {
      const written = writtenByCall.get(callId) ?? new Set(getHighlights(writer, callId).map(signedContentOf))
      writtenByCall.set(callId, written)
      return written
    }
    for (const highlight of received) {
      const there = getHighlight(writer, highlight.id)
      if (there && contentOf(there) === contentOf(highlight)) continue
      const content = signedContentOf(highlight)
      if (!there || !writtenOn(highlight.callId).has(content)) {
        insertHighlight(writer, { ...highlight, id: there ? variantId(highlight.id, content) : highlight.id })
        writtenByCall.get(highlight.callId)?.add(content)
        callIds.add(highlight.callId)
        added += 1
      }
      if (there) conflicts.push(conflictText(there, highlight))
    }
    return { added, conflicts, callIds }
  }

  position({ callId }: Inputs['position']): Outputs['position'] {
    return getPosition(this.#desk.reader, callId)
  }

  /** Announced when a call is first opened only: positions are saved every few seconds, by their own source. */
  savePosition({ callId, ...position }: Inputs['savePosition']): Outputs['savePosition'] {
    const { seconds, turn, turnsRead, secondsPlayed, recordingSeconds } = position
    const isFirst = getPosition(this.#desk.reader, callId) === null
    putPosition(this.#writer(), callId, {
      seconds: seconds ?? null,
      turn: turn ?? null,
      turnsRead: turnsRead ?? null,
      secondsPlayed: secondsPlayed ?? null,
      recordingSeconds: recordingSeconds ?? null,
      at: this.#dependencies.clock.now(),
    })
    if (isFirst) this.#dependencies.announce({ kind: 'notes', id: callId })
    return {}
  }

  /** Throws `not-in-library` and `cancelled`. */
  async export({ callId, hash, as, only }: Inputs['export'], signal: AbortSignal): Promise<Outputs['export']> {
    const reading = this.#dependencies.readCall(callId, hash) ?? fail({ kind: 'not-in-library' })
    const highlights = await placed(getHighlights(this.#desk.reader, callId), versionOf(reading))
    const corrections = this.#dependencies.correctionsOf(reading)
    return exportNotes({ reading, highlights, corrections, as, only, at: this.#dependencies.clock.now() }, signal)
  }

  #versionOf(callId: string, hash: string): Version | undefined {
    if (this.#version?.hash === hash) return this.#version
    const reading = this.#dependencies.readCall(callId, hash)
    if (reading) this.#version = versionOf(reading)
    return reading && this.#version
  }

  #writer(): Writer {
    return this.#desk.writer ?? fail({ kind: 'read-only' })
  }

  #changed(highlight: Highlight): Highlight {
    this.#dependencies.announce({ kind: 'notes', id: highlight.callId })
    return highlight
  }
}

/** What the author of a highlight wrote, as text. Its color is everybody's own to change. */
function contentOf({ callId, passage, note }: Highlight): string {
  return canonicalJson({ callId, passage, note })
}

function signedContentOf(highlight: Highlight): string {
  return `${highlight.author ?? ''} ${contentOf(highlight)}`
}

function conflictText(there: Highlight, received: Highlight & { readonly author: string }): string {
  const { quote } = received.passage
  const shown = quote.length > 40 ? `${quote.slice(0, 40)}…` : quote
  const asOf = (author: string, { editedAt }: Highlight) => ({ author, madeAt: editedAt })
  return differenceText(
    `highlight “${shown}”`,
    there.author === undefined ? null : asOf(there.author, there),
    asOf(received.author, received),
  )
}

function versionOf({ hash, turns }: CallReading): Version {
  return { hash, texts: turns.text, segmentIds: turns.segmentId }
}

async function placed(highlights: readonly Highlight[], version: Version | undefined): Promise<AnchoredHighlight[]> {
  const anchored =
    version &&
    (await anchorPassages(
      version,
      highlights.map(({ passage }) => passage),
    ))
  return highlights.map((highlight, at) => ({ highlight, ...(anchored?.[at] ?? { range: null, how: 'lost' }) }))
}
