import { expect, test } from 'vitest'
import { callOnWire, callsSetup, segmentsOf } from './calls-service.ts'

test('a call shows its identifiers at the service, and its record opens with the request and its versions', async () => {
  const service = await callsSetup()
  const call = callOnWire('a', {
    headline: 'Acme Q3 Earnings Call',
    figis: ['BBG000B9XRY4', 'BBG000B9Y5X2'],
    transcripts: [
      { transcript_id: 't-1', type: 'NON_LIVE', language: 'en-US', segments: segmentsOf('Jane Doe: Hello.') },
    ],
    recording: {
      recording_id: 'r-1',
      formats: [
        { file_link: 'recordings/r-1/high.mp3', quality: 'high' },
        { file_link: 'recordings/r-1/low.mp3', quality: 'low' },
      ],
    },
  })
  service.resource.calls = [call]
  const opened = await service.open('a')
  expect(opened.identity.map(({ label, value }) => [label, value])).toEqual([
    ['Headline', 'Acme Q3 Earnings Call'],
    ['Call ID', 'a'],
    ['Transcript ID', 't-1'],
    ['Transcript type', 'NON_LIVE'],
    ['Recording ID', 'r-1'],
    ['File link, high', 'recordings/r-1/high.mp3'],
    ['File link, low', 'recordings/r-1/low.mp3'],
    ['FIGIs', 'BBG000B9XRY4, BBG000B9Y5X2'],
  ])
  const source = await service.api.source.figure({ recordId: opened.recordId, field: 'name' })
  expect(source.request).toMatchObject({ operation: 'calls.one' })
  expect(JSON.stringify(source.request)).not.toContain('some-long-key')
  expect([JSON.parse(source.record), source.hash, source.versions.length]).toEqual([call, opened.hash, 1])
})

test('a value that the service leaves empty is not shown', async () => {
  const service = await callsSetup()
  service.resource.calls = [callOnWire('a', { headline: '', figis: [], transcripts: [], recording: null })]
  expect((await service.open('a')).identity).toEqual([{ label: 'Call ID', value: 'a' }])
})
