/**
 * Finds a call's recordings in stored calls or at the service, and requests their bytes, with the
 * API key where the host needs it.
 */

import type { Failure } from '#contract/failure.ts'
import type { CallDetail } from '#contract/service/calls.ts'
import { operations, recordSchema } from '#contract/service/operations.ts'
import { callResource } from '../calls/resources.ts'
import type { Reader, Writer } from '../database/reader-writer.ts'
import { fail, failureOf } from '../failure-error.ts'
import { fetchThroughLibrary } from '../ledger/fetch-through-library.ts'
import { getContent } from '../ledger/ledger-store.ts'
import type { LibraryContext } from '../ledger/library-context.ts'
import { packOfRecord } from '../ledger/records-source.ts'
import { readBaseUrl } from '../service/endpoint.ts'
import { readRecordText } from '../service/read-record.ts'
import type { Urgency } from '../service/rate-limited-queue.ts'
import type { Sender, Stream } from '../service/send-request.ts'
import type { RequestDescription } from '../service/network-errors.ts'
import {
  audioUrl,
  availableRecordings,
  recordingFacts,
  type LocatedRecording,
  type RecordingFacts,
  type RecordingLocation,
} from './available-recordings.ts'
import { refusalOf } from './recording.ts'
import {
  findFacts,
  findForms,
  getRecordingSettings,
  putFacts,
  putRecordingSettings,
  defaultSettings,
  type RecordingSettings,
  type StoredForm,
} from './recording-facts-store.ts'

export interface RecordingSourceDependencies {
  readonly library: LibraryContext
  readonly desk: { readonly reader: Reader; readonly writer: Writer | null }
  readonly sender: Sender
  readonly workspace: string
  readonly addresses: () => { readonly baseUrl: string; readonly recordingsBase: string }
  readonly hasKey: (origin: string) => boolean
}

type Changes = { readonly [Name in keyof RecordingSettings]?: RecordingSettings[Name] | undefined }

/** What the library knows of a call's recording. */
export interface KnownRecording {
  readonly title: string
  readonly offers: readonly LocatedRecording[]
  /** The audio URL was requested as well. */
  readonly isAudioRequested: boolean
  /** The service has one, and sent nothing readable of where. */
  readonly isUnreadable: boolean
}

/** An offer that leads somewhere. */
interface FetchableRecording extends LocatedRecording {
  readonly url: URL
}

const oneCall = operations['calls.one'].title
const nothingSaid: RecordingFacts = { title: '', formats: [], audio: [] }

/** Where recordings come from: links in stored calls, and the service. */
export class RecordingSource {
  readonly #dependencies: RecordingSourceDependencies
  /** Facts read on a read-only profile. */
  readonly #read = new Map<number, RecordingFacts>()
  #settings: RecordingSettings

  constructor(dependencies: RecordingSourceDependencies) {
    this.#dependencies = dependencies
    this.#settings = getRecordingSettings(dependencies.desk.reader)
  }

  get settings(): RecordingSettings {
    return this.#settings
  }

  /** On a read-only profile they apply to this session. */
  changeSettings(change: Changes): RecordingSettings {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    this.#settings = { ...defaultSettings, ...this.#settings, ...given }
    if (this.#dependencies.desk.writer) putRecordingSettings(this.#dependencies.desk.writer, this.#settings)
    return this.#settings
  }

  /** Only stored calls are in the result. */
  known(callIds: readonly string[]): Map<string, KnownRecording> {
    const { reader } = this.#dependencies.library
    return this.#knownBy(findForms(reader, callIds))
  }

  /** Bytes of a file as the service itself stated them: not in a record that came in a pack. Null: it did not. */
  statedByService(callId: string, format: number): number | null {
    const { reader } = this.#dependencies.library
    const own = findForms(reader, [callId]).filter(({ recordId }) => packOfRecord(reader, recordId, null) === null)
    const offers = this.#knownBy(own).get(callId)?.offers ?? []
    return offers.find((each) => each.format === format)?.bytes ?? null
  }

  #knownBy(all: readonly StoredForm[]): Map<string, KnownRecording> {
    const { reader } = this.#dependencies.library
    const forms = new Map<string, StoredForm[]>()
    for (const form of all) forms.set(form.callId, [...(forms.get(form.callId) ?? []), form])
    const facts = findFacts(
      reader,
      all.map(({ contentId }) => contentId),
    )
    const location = this.#location()
    return new Map([...forms].map(([callId, stored]) => [callId, this.#knownOf(stored, facts, location)]))
  }

  /** The call's recording; requests what is not stored from the service. Throws its failure. */
  async find(callId: string, signal: AbortSignal, urgency: Urgency = 'user'): Promise<KnownRecording> {
    if (!this.known([callId]).has(callId)) await this.#request(callId, false, signal, urgency)
    const known = this.known([callId]).get(callId) ?? fail({ kind: 'not-found', operation: oneCall })
    const isKnown =
      (known.isAudioRequested && !known.isUnreadable) || known.offers.some(({ refused }) => refused === null)
    if (isKnown) return known
    await this.#request(callId, true, signal, urgency)
    const renewed = this.known([callId]).get(callId) ?? known
    if (renewed.isUnreadable) fail({ kind: 'wrong-shape', operation: oneCall, detail: 'the recording lists no files' })
    return renewed
  }

  /** A file of a stored call that can be fetched. Throws why it cannot. */
  offer(callId: string, format: number): FetchableRecording {
    const offer = this.#offered(callId, format)
    return offer?.url ? { ...offer, url: offer.url } : fail(refusalOf(offer))
  }

  /** Whether a file of a stored call can be fetched. */
  canFetch(callId: string, format: number): boolean {
    return this.#offered(callId, format)?.url != null
  }

  #offered(callId: string, format: number): LocatedRecording | undefined {
    const known = this.known([callId]).get(callId)
    return known?.offers.find((each) => each.format === format)
  }

  describe(url: URL): RequestDescription {
    return { operation: 'The recording', host: url.host }
  }

  /** An address may be good for a while only: one that is refused is requested again, once, and used if it is another one. */
  async open(
    callId: string,
    format: number,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Stream> {
    const { url } = this.offer(callId, format)
    try {
      return await this.#openAt(url, headers, signal)
    } catch (error) {
      if (signal.aborted || !mayBeStale(failureOf(error))) throw error
      await this.#request(callId, format === audioUrl, signal).catch(() => {
        throw error
      })
      const renewed = this.offer(callId, format)
      if (renewed.url.href === url.href) throw error
      return this.#openAt(renewed.url, headers, signal)
    }
  }

  #location(): RecordingLocation | null {
    const { baseUrl, recordingsBase } = this.#dependencies.addresses()
    try {
      const service = readBaseUrl(baseUrl)
      const base = recordingsBase === '' ? service : readBaseUrl(recordingsBase)
      return { base, origins: [base.origin, service.origin] }
    } catch (error) {
      if (failureOf(error)?.kind === 'invalid-base-url') return null
      throw error
    }
  }

  /**
   * First without the key, then with it where that is refused, which is remembered (fault matrix, "audio URL field unknown"). A
   * key is sent only to the origin it was entered for.
   */
  async #openAt(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Stream> {
    const { sender, workspace, hasKey } = this.#dependencies
    const wanted = this.#settings.keyOrigin === url.origin
    const streaming = {
      workspace,
      url,
      description: this.describe(url),
      headers: { accept: 'audio/*, */*;q=0.5', 'accept-encoding': 'identity', 'cache-control': 'no-store', ...headers },
      signal,
    }
    try {
      return await sender.stream({ ...streaming, withKey: wanted })
    } catch (error) {
      if (wanted || failureOf(error)?.kind !== 'key-missing' || !hasKey(url.origin)) throw error
    }
    const stream = await sender.stream({ ...streaming, withKey: true })
    this.changeSettings({ keyOrigin: url.origin })
    return stream
  }

  async #request(callId: string, audio: boolean, signal: AbortSignal, urgency: Urgency = 'user'): Promise<void> {
    const parameters = { call_id: callId, ...(audio && { audio: true }) }
    await fetchThroughLibrary(this.#dependencies.library, callResource, {
      parameters,
      freshness: 'service',
      urgency,
      signal,
    })
  }

  #knownOf(
    forms: readonly StoredForm[],
    facts: ReadonlyMap<number, RecordingFacts>,
    location: RecordingLocation | null,
  ): KnownRecording {
    const factsOfForms = forms.map(({ contentId }) => facts.get(contentId) ?? this.#readFacts(contentId))
    const [latest = nothingSaid] = factsOfForms
    const formats = (factsOfForms.find((each) => each.formats.length > 0) ?? latest).formats
    const audio = (factsOfForms.find((each) => each.audio.length > 0) ?? latest).audio
    const offers = availableRecordings({ title: latest.title, formats, audio }, location)
    return {
      title: latest.title,
      offers,
      isUnreadable: offers.length === 0 && factsOfForms.some(({ isUnreadable }) => isUnreadable === true),
      isAudioRequested: forms.some(({ withAudio }) => withAudio),
    }
  }

  #readFacts(contentId: number): RecordingFacts {
    const known = this.#read.get(contentId)
    if (known) return known
    const { reader, writer } = this.#dependencies.library
    const body = getContent(reader, contentId)
    const record: CallDetail | null = body === undefined ? null : readRecordText(recordSchema('calls.one'), body).record
    const facts = record === null ? nothingSaid : recordingFacts(record)
    this.#read.set(contentId, facts)
    try {
      if (writer) putFacts(writer, contentId, facts)
    } catch (error) {
      // A full disk costs the note, not the response.
      if (failureOf(error)?.kind !== 'disk-full') throw error
    }
    return facts
  }
}

/** The responses to an expired signed address, among others. */
function mayBeStale(failure: Failure | undefined): boolean {
  const kinds = ['not-found', 'not-allowed', 'key-missing', 'key-refused', 'request-refused', 'redirected']
  return failure !== undefined && kinds.includes(failure.kind)
}
