import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** What an administrator writes into a feed. */
export const content = {
  product: 'Tearsheet',
  format: 1,
  published: '2026-11-27T09:00:00Z',
  expires: '2027-05-27T00:00:00Z',
  version: '0.2.0',
  page: 'https://software.example.com/tearsheet',
}

/** A day on which that feed is good. */
export const now = Date.parse('2026-12-01T12:00:00Z')

/** Keys of an administrator; `policyKey` is what the policy has. */
export function administrator(): { readonly policyKey: string; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { policyKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey }
}

/** A feed as it is published: the signature, a line break, and what was signed. */
export function signedFeed(privateKey: KeyObject, feed: unknown): Buffer {
  const signed = Buffer.from(typeof feed === 'string' ? feed : JSON.stringify(feed))
  return Buffer.concat([Buffer.from(`${sign(null, signed, privateKey).toString('base64')}\n`), signed])
}
