import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

export interface Certificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
  readonly name: string
  readonly signingKey: KeyObject
}

interface Wanted {
  readonly name: string
  /** Names or addresses of hosts it is for. */
  readonly hosts?: readonly string[]
  /** Who signs it; itself when absent. */
  readonly by?: Certificate
  readonly isAuthority?: boolean
  readonly until?: Date
}

/** A certificate made on the spot (RFC 5280 §4.1, ECDSA with SHA-256), so that none lies in the repository and none runs out. */
export function makeCertificate({ name, hosts = [], by, isAuthority = false, until }: Wanted): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const extensions = [
    sequence(oid('551d13'), bool(true), octets(isAuthority ? sequence(bool(true)) : sequence())),
    ...(hosts.length > 0 ? [sequence(oid('551d11'), octets(sequence(...hosts.map(alternativeName))))] : []),
  ]
  const signed = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguished(by?.name ?? name),
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(until ?? new Date('2049-01-01T00:00:00Z'))),
    distinguished(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = createSign('SHA256')
    .update(signed)
    .sign(by?.signingKey ?? privateKey)
  const der = sequence(signed, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    signingKey: privateKey,
  }
}

/** One value in DER: its tag, its length, its bytes. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const written =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...written]), content])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bool = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
const octets = (content: Buffer) => tagged(0x04, content)

/** A name that is nothing but a common name. */
function distinguished(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
}

function time(date: Date): Buffer {
  return tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))
}

function alternativeName(host: string): Buffer {
  const address = /^\d+\.\d+\.\d+\.\d+$/.test(host)
  return address ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host))
}
