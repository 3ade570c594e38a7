import type { CallSpeakerRow } from './search-store.ts'
import type { CallSpeaker } from './transcript-call.ts'

/**
 * Speakers of all calls, each once: the same people speak on a company's calls quarter after quarter, and a library of 25,000 calls has
 * some 400,000 rows of speakers. What differs in any way is another speaker.
 */
export class SharedSpeakers {
  readonly #speakers = new Map<string, CallSpeaker>()

  of({ name, role, organization, side }: CallSpeakerRow): CallSpeaker {
    const key = JSON.stringify([name, role, organization, side])
    const known = this.#speakers.get(key)
    if (known) return known
    const speaker = { name, role, organization, side }
    this.#speakers.set(key, speaker)
    return speaker
  }
}
