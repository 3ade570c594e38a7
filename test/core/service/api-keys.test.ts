import { describe, expect, test } from 'vitest'
import { ApiKeys } from '#core/service/api-keys.ts'
import { canary } from '../canary.ts'

const origin = 'https://data.example.com'

function holding(key: string): ApiKeys {
  const keys = new ApiKeys()
  keys.hold({ workspace: 'live', origin, key })
  return keys
}

describe('a key in memory', () => {
  test('is given for its own workspace and origin only (S8)', () => {
    const keys = holding(canary)
    expect([
      keys.keyFor('live', origin),
      keys.keyFor('live', 'https://evil.example'),
      keys.keyFor('live', 'http://data.example.com'),
      keys.keyFor('live', `${origin}:8443`),
      keys.keyFor('other', origin),
      keys.holds('live', 'https://evil.example'),
    ]).toEqual([canary, undefined, undefined, undefined, undefined, false])
  })

  test('is gone when it is dropped, and replaced when another is entered', () => {
    const keys = holding(canary)
    keys.hold({ workspace: 'live', origin, key: 'second-key' })
    const second = keys.keyFor('live', origin)
    keys.drop('live')
    expect([second, keys.keyFor('live', origin)]).toEqual(['second-key', undefined])
  })

  test('is cut out of a text in every form that a URL, a header or JSON gives it', () => {
    const key = 'päss/word+1 "x"'
    const text = [
      `GET /calls?apikey=${encodeURIComponent(key)}`,
      `GET /calls?${new URLSearchParams({ apikey: key }).toString()}`,
      `key ${key}`,
      JSON.stringify({ said: key }),
      Buffer.from(key).toString('base64'),
      Buffer.from(key).toString('base64url'),
    ].join('\n')
    expect(holding(key).redact(text)).toBe(
      'GET /calls?apikey=[key]\nGET /calls?apikey=[key]\nkey [key]\n{"said":"[key]"}\n[key]\n[key]',
    )
  })

  test('is cut out of a response that repeats it, and leaves every other byte as received', () => {
    const before = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xc3]),
      Buffer.from('{"message":"bad key '),
      Buffer.from(canary),
    ])
    const after = holding(canary).strip(Buffer.concat([before, Buffer.from([0xfe])]))
    expect(after).toEqual(
      Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from('{"message":"bad key [key]'), Buffer.from([0xfe])]),
    )
  })

  test('that is so short that it stands in figures by chance does not change a response', () => {
    const body = Buffer.from('{"Revenue":1112}')
    expect(holding('1').strip(body)).toEqual(body)
  })
})
