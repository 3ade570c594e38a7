import { describe, expect, test } from 'vitest'
import type { CallDetail } from '#contract/service/calls.ts'
import {
  audioUrl,
  availableRecordings,
  preferredRecording,
  recordingFacts,
  resolveLink,
} from '#core/recordings/available-recordings.ts'

const place = { base: new URL('https://data.example/api/v1'), origins: ['https://data.example'] }
const call = (fields: Record<string, unknown>) => fields as CallDetail
const format = (file_link: unknown, size: unknown = 10, rest: Record<string, unknown> = {}) => ({
  file_link,
  size,
  content_type: 'audio/mpeg',
  quality: 'high',
  ...rest,
})

describe('a recording’s link (D4)', () => {
  test.each([
    ['recordings/a/b.mp3', 'https://data.example/api/v1/recordings/a/b.mp3'],
    ['/recordings/b.mp3', 'https://data.example/recordings/b.mp3'],
    ['https://data.example/x.mp3?sig=1#t=2', 'https://data.example/x.mp3?sig=1'],
    ['a..b/c...mp3', 'https://data.example/api/v1/a..b/c...mp3'],
    ['CON', 'https://data.example/api/v1/CON'],
    ['Q3%20call.mp3', 'https://data.example/api/v1/Q3%20call.mp3'],
    ['100%25.mp3', 'https://data.example/api/v1/100%25.mp3'],
  ])('%j is followed', (link, address) => {
    expect(String(resolveLink(link, place))).toBe(address)
  })

  test.each([
    '//evil.example/a.mp3',
    '\\\\evil.example\\a.mp3',
    '/\\evil.example/a.mp3',
    'https://evil.example/a.mp3',
    'https:\\\\evil.example/a',
    'https://data.example.evil.example/a',
    'https://data.example:444/a',
    'http://data.example/a',
    'https://user@data.example/a',
    'https://data.example@evil.example/a',
    '//user:pass@data.example/a',
    'https:evil',
    'https:/evil.example/a',
    'https:///evil.example/a',
    'HTTPS://EVIL.example/a',
    'file:///etc/passwd',
    'ftp://data.example/a',
    'javascript:alert(1)',
    'data:audio/mpeg;base64,AAAA',
    'blob:https://data.example/1',
    '../secret',
    'a/../../b',
    'a/%2e%2e/b',
    'a/%2E./b',
    'a/..%2fb',
    '%2e%2e%2fb',
    '%252e%252e/b',
    './a',
    'a/..',
    'a\\..\\b',
    'a%5c..%5cb',
    'a\0b',
    'a%00b',
    'a\nb',
    'ht\ttps://evil.example/a',
    ' ',
    '',
    '%zz',
    'a'.repeat(5000),
  ])('%j is refused, with the reason in words', (link) => {
    expect(resolveLink(link, place)).toBeTypeOf('string')
  })

  test('is resolved against the base for recordings, which may be another host than the service’s', () => {
    const elsewhere = {
      base: new URL('https://files.example/store/'),
      origins: ['https://files.example', 'https://data.example'],
    }
    expect(String(resolveLink('a.mp3', elsewhere))).toBe('https://files.example/store/a.mp3')
    expect(String(resolveLink('https://data.example/a.mp3', elsewhere))).toBe('https://data.example/a.mp3')
    expect(resolveLink('//data.example/a.mp3', elsewhere)).toBe('its URL points to another host')
  })
})

describe('what a call offers', () => {
  test('its formats in their order, a refused one with its reason', () => {
    const facts = recordingFacts(
      call({
        symbol: 'ACME',
        call_title: 'Third quarter',
        recording: { formats: [format('a.mp3', 0), format('https://evil.example/b.mp3'), format(null)] },
      }),
    )
    expect(facts.title).toBe('ACME · Third quarter')
    expect(availableRecordings(facts, place)).toMatchObject([
      { format: 0, quality: 'high', contentType: 'audio/mpeg', bytes: null, refused: null },
      { format: 1, bytes: 10, refused: 'its URL points to another host', url: null },
      { format: 2, refused: 'it has no URL', url: null },
    ])
  })

  test.each([
    [{ audio_url: 'https://data.example/x' }],
    [{ recording: { audio: { href: 'https://data.example/x' } } }],
    [{ links: ['https://evil.example/audio', 'https://data.example/audio/x'] }],
    [{ media: { url: 'https://data.example/x.mp3' } }],
  ])('the audio URL, wherever it stands: %j', (fields) => {
    const offers = availableRecordings(recordingFacts(call(fields)), place)
    expect(offers).toMatchObject([{ format: audioUrl, refused: null }])
  })

  test('no address out of the transcript, and none twice', () => {
    const spoken = call({
      transcripts: [{ text: 'https://data.example/audio', segments: [{ text: 'https://data.example/audio' }] }],
      homepage: 'https://data.example/about',
      recording: { formats: [format('a.mp3')], audio_url: 'https://data.example/api/v1/a.mp3' },
    })
    expect(availableRecordings(recordingFacts(spoken), place).map(({ format }) => format)).toEqual([0])
  })

  test('one is preferred by its size, refused ones never', () => {
    const offers = availableRecordings(
      recordingFacts(
        call({
          recording: {
            formats: [
              format('small.mp3', 10),
              format('//evil.example/x', 1000),
              format('big.mp3', 100),
              format('notes.pdf', 500, { content_type: 'application/pdf' }),
              format('unstatedFields.mp3', null),
            ],
          },
        }),
      ),
      place,
    )
    expect([preferredRecording(offers, 'highest')?.format, preferredRecording(offers, 'smallest')?.format]).toEqual([
      2, 0,
    ])
  })
})
