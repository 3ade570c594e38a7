import { expect, test } from 'vitest'
import { storedRecording } from '#core/recordings/recording-completeness.ts'
import { nothingOf } from '#core/recordings/recording.ts'
import { ManualClock } from '../clocks.ts'

const pack = { author: 'Ada', madeAt: 1 }

/** What a file of so many bytes lacks where the record of the call states 5, which the service itself has sent or not. */
function lacksOf(
  bytes: number,
  origin: { readonly pack?: typeof pack } = {},
  byService: number | null = 5,
): string | null {
  const file = {
    name: 'a.mp3',
    format: 0,
    contentType: null,
    verified: 'differs',
    finishedAt: 1,
    bytes,
    stated: 5,
  } as const
  const offer = { format: 0, contentType: null, bytes: 5, quality: null, refused: null, url: null }
  const known = { title: '', offers: [offer], isAudioRequested: true, isUnreadable: false }
  const recording = { ...nothingOf('c', new ManualClock()), file: { ...file, ...origin }, fileBytes: bytes }
  return storedRecording(recording, known, bytes, byService).lacks
}

test('a recording of a pack whose size is not the stated one does not count as the recording of the call', () => {
  expect(lacksOf(20, { pack })).toBe('its file from a pack has 20 bytes; the service states 5')
  expect(lacksOf(5, { pack })).toBeNull()
  // Only the pack states it.
  expect(lacksOf(20, { pack }, null)).toBeNull()
  // The service itself sent it: its unit is another one.
  expect(lacksOf(20)).toBeNull()
})
