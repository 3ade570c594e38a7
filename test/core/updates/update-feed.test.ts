import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { compareWithRunning } from '#core/updates/compare-versions.ts'
import { readPublicKey, readUpdateFeed } from '#core/updates/update-feed.ts'
import { administrator, content, now, signedFeed } from './signed-feeds.ts'

const { policyKey, privateKey } = administrator()
const read = (bytes: Buffer, seen: number | null = null) => readUpdateFeed(bytes, { key: policyKey, now, seen })
const accepted = {
  feed: { version: '0.2.0', page: content.page, publishedAt: Date.parse(content.published) },
}

describe('an update feed', () => {
  test('is read when its signature is valid', () => {
    expect(read(signedFeed(privateKey, content))).toEqual(accepted)
  })

  test('is read with the line breaks and spaces it was signed with', () => {
    expect(read(signedFeed(privateKey, `${JSON.stringify(content, null, 2)}\n`))).toEqual(accepted)
  })

  test('that was changed by one byte, cut, or signed by another key is refused (P2)', () => {
    const bytes = signedFeed(privateKey, content)
    const changed = Buffer.from(bytes.toString('latin1').replace('0.2.0', '0.2.1'), 'latin1')
    const invalid = { refusal: 'its signature is not valid' }
    expect(read(changed)).toEqual(invalid)
    expect(read(bytes.subarray(0, -1))).toEqual(invalid)
    expect(read(Buffer.concat([bytes, Buffer.from('\n')]))).toEqual(invalid)
    expect(read(signedFeed(administrator().privateKey, content))).toEqual(invalid)
  })

  test.each([
    ['nothing', ''],
    ['a login page of the network', '<!doctype html>\n<title>Sign in</title>'],
    ['a feed without its signature', JSON.stringify(content)],
    ['a signature that is too short', `${'A'.repeat(84)}==\n${JSON.stringify(content)}`],
  ])('that is %s is refused (P2)', (_, text) => {
    expect(read(Buffer.from(text))).toEqual({ refusal: 'it does not begin with a signature' })
  })

  test.each([
    ['of another program', { ...content, product: 'Ledger' }],
    ['of a later format', { ...content, format: 2 }],
    ['with a setting that this version does not know', { ...content, install: 'https://software.example.com/x' }],
    ['whose version is no version', { ...content, version: '2' }],
    ['whose page is not https', { ...content, page: 'http://software.example.com' }],
    ['whose page is a program', { ...content, page: 'file:///usr/bin/true' }],
    ['without a day on which it expires', { ...content, expires: undefined }],
    ['that is not JSON', 'version: 0.2.0'],
  ])('%s is refused though its signature is valid (P2)', (_, feed) => {
    expect(read(signedFeed(privateKey, feed))).toEqual({ refusal: 'its content does not have the expected form' })
  })

  test('that is older than one accepted before is refused, and the same one is not (P2)', () => {
    const published = Date.parse(content.published)
    const bytes = signedFeed(privateKey, content)
    expect(read(bytes, published)).toEqual(accepted)
    expect(read(bytes, published + 24 * 60 * 60 * 1000)).toEqual({
      refusal: 'it was published on 27 Nov 2026, and one of 28 Nov 2026 was read before',
    })
  })

  test('that has expired is refused', () => {
    const bytes = signedFeed(privateKey, { ...content, expires: '2026-11-30T00:00:00Z' })
    expect(read(bytes)).toEqual({ refusal: 'it expired on 30 Nov 2026' })
  })
})

test('only an Ed25519 public key is accepted', () => {
  expect(readPublicKey(policyKey)?.asymmetricKeyType).toBe('ed25519')
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(readPublicKey(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))).toBeNull()
  expect(['', 'none', '-----BEGIN PUBLIC KEY-----'].map(readPublicKey)).toEqual([null, null, null])
})

test.each([
  ['0.2.0', '0.1.0', 'newer'],
  ['0.10.0', '0.9.9', 'newer'],
  ['1.0.0', '0.99.99', 'newer'],
  ['0.1.1', '0.1.0', 'newer'],
  ['0.1.0', '0.1.0', 'same'],
  ['0.1.0', '0.1.0-beta.2', 'newer'],
  ['0.1.0', '0.2.0-beta.1', 'older'],
  ['0.9.9', '0.10.0', 'older'],
])('a released %s is, for the user of %s, %s (P2)', (released, running, is) => {
  expect(compareWithRunning(released, running)).toBe(is)
})
