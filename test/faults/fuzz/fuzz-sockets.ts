/**
 * Opens sockets to the browser shell's own server, with and without a ticket, and sends frames of WebSocket as RFC 6455 has them and
 * as it does not: lengths that lie, fragments in the wrong order, reserved bits, control frames that are too long, messages that are
 * no request, in halves and one behind another.
 */

import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import type { FuzzCase, FuzzKind } from './fuzz-kind.ts'
import { mutated, type Json } from './input-arbitrary.ts'
import { sent, type ServedPlace } from './served-place.ts'

export const fuzzSockets: FuzzKind = {
  name: 'sockets',
  share: 0.06,
  cases: async function* (places, count, seed) {
    yield* casesOf(await places.served(), count, seed)
  },
}

interface Frame {
  readonly opcode: number
  readonly isLast: boolean
  readonly reserved: number
  readonly isMasked: boolean
  /** The length that it says; null: its own. */
  readonly says: number | null
  readonly payload: string
}

/** A request as the page's own client writes it (oRPC's peer protocol): an id, where it goes and what with. */
const request: Json = { i: '1', p: { u: '/status/now', b: { json: {}, meta: [] }, h: {}, m: 'POST' } }
const subscription: Json = { i: '2', p: { u: '/status/changes', b: { json: {}, meta: [] } } }
const abort: Json = { i: '2', t: 3, p: null }

const payload = fc.oneof(
  fc.constantFrom(request, subscription, abort).map((each) => JSON.stringify(each)),
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(request, subscription, abort)
      .chain(mutated)
      .map((each) => JSON.stringify(each)),
  },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', '[]', 'null', '"', '\u0003\u00e8gone', 'a'.repeat(70_000), '['.repeat(20_000)),
)

const frame: fc.Arbitrary<Frame> = fc.record({
  opcode: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(1, 2) }, fc.constantFrom(0, 8, 9, 10), fc.nat({ max: 15 })),
  isLast: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  reserved: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.nat({ max: 7 })),
  isMasked: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
  says: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    fc.constantFrom(0, 1, 125, 126, 127, 65_536, 1_000_001, 2 ** 31, 2 ** 53),
  ),
  payload,
})

const conversation = fc.record({
  way: fc.oneof({ weight: 4, arbitrary: fc.constant('ticket') }, fc.constantFrom('no ticket', 'wrong ticket', 'bytes')),
  frames: fc.array(frame, { maxLength: 5 }),
  /** Where what follows the handshake is cut, in characters; beyond the end: nowhere. */
  cuts: fc.array(fc.nat({ max: 3000 }), { maxLength: 3 }),
  keep: fc.oneof({ weight: 4, arbitrary: fc.constant(Infinity) }, fc.nat({ max: 400 })),
  rest: fc.string({ unit: 'binary', maxLength: 60 }),
})

async function* casesOf(place: ServedPlace, count: number, seed: number): AsyncGenerator<FuzzCase> {
  for (let at = 0; at < count; at += 1) {
    const own = seed + at
    const [talk] = fc.sample(conversation, { seed: own, numRuns: 1 })
    if (talk === undefined) return
    const first = talk.way === 'ticket' ? [await place.ticket()] : talk.way === 'wrong ticket' ? ['x'.repeat(43)] : []
    const frames = [...first.map(plainText), ...talk.frames.map(bytesOf)]
    const behind =
      talk.way === 'bytes' ? Buffer.from(talk.rest, 'latin1') : Buffer.concat(frames).subarray(0, talk.keep)
    const places = [...talk.cuts.map((cut) => cut % (behind.length + 1)).toSorted((a, b) => a - b), behind.length]
    const pieces = places.map((to, index) => behind.subarray(places[index - 1] ?? 0, to))
    const answer = await sent(place.port, [handshake(place.port), ...pieces], 'is answered')
    const head = answer.toString('latin1', 0, 12)
    const faults = place.takeDefects()
    if (head !== 'HTTP/1.1 101') faults.push(`the handshake was answered with ${JSON.stringify(head)}`)
    if (talk.way !== 'ticket' && answer.includes('ready')) faults.push('it was let in without a ticket')
    if (/\n {4}at /.test(answer.toString('latin1'))) faults.push('a stack came back')
    yield {
      to: 'a socket',
      seed: own,
      input: JSON.stringify(talk),
      outcome: outcomeOf(answer),
      fault: faults[0] ?? null,
    }
  }
}

/** By the last frame: a close with its code, or that it was still open. */
function outcomeOf(answer: Buffer): string {
  const close = answer.lastIndexOf(Buffer.from([0x88]))
  const code = close >= 0 && close + 4 <= answer.length ? answer.readUInt16BE(close + 2) : 0
  return code >= 1000 && code < 5000 ? `closed ${code}` : 'open'
}

function handshake(port: number): Buffer {
  const lines = [
    'GET /api HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}

function plainText(text: string): Buffer {
  return bytesOf({ opcode: 1, isLast: true, reserved: 0, isMasked: true, says: null, payload: text })
}

/** RFC 6455 §5.2, with a mask of zeros. */
function bytesOf({ opcode, isLast, reserved, isMasked, says, payload: text }: Frame): Buffer {
  const body = Buffer.from(text, 'latin1')
  const length = says ?? body.length
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = isMasked ? 0x80 : 0
  const head =
    length < 126
      ? Buffer.from([first, mask | length])
      : length < 65_536
        ? Buffer.from([first, mask | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([first, mask | 127]), wide(length)])
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), body])
}

function wide(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}
