import { describe, expect, test } from 'vitest'
import type { Core } from '#core/core.ts'
import { begun, lost, part, served, settled } from './downloading.ts'
import { callId } from './recording-service.ts'

const unending = new AbortController().signal

/** What an audio element requests at first, and what it is given piece by piece. */
async function played(core: Core, range = 'bytes=0-') {
  const { status, headers, body } = await core.openMedia(callId, { method: 'GET', range, ifRange: null }, unending)
  const pieces = body?.[Symbol.asyncIterator]()
  if (!pieces) throw new Error('there is nothing to hear')
  const got: Uint8Array[] = []
  const read = async (least: number) => {
    for (let bytes = 0; bytes < least;) {
      const step = await pieces.next()
      if (step.done === true) break
      bytes += step.value.byteLength
      got.push(step.value)
    }
    return Buffer.concat(got)
  }
  return { status, headers, read }
}
const all = Number.POSITIVE_INFINITY

describe('a recording that is played while it is downloaded', () => {
  test('comes from what is there, and then from the very file at the service', async () => {
    const service = await served()
    const core = await begun(service)
    await core.api.recordings.pause({ callId })
    service.release()
    const { status, headers, read } = await played(core.core)
    expect([status, headers['Content-Range']]).toEqual([206, 'bytes 0-999999/1000000'])
    expect((await read(all)).equals(service.bytes)).toBe(true)
    const asked = service.asked.slice(1)
    expect(asked.map(({ range, ifRange }) => [range, ifRange])).toEqual([[`bytes=${part}-999999`, headers['ETag']]])
  })

  test('continues with what came meanwhile, and with the file once it is whole, as one and the same', async () => {
    const service = await served()
    const core = await begun(service)
    const { headers, read } = await played(core.core)
    await read(1)
    service.release()
    await settled(core)
    await service.close()
    expect((await read(all)).equals(service.bytes)).toBe(true)
    expect(service.asked.length).toBe(1)
    const later = await played(core.core, 'bytes=-10')
    expect(later.headers['ETag']).toBe(headers['ETag'])
    expect((await later.read(all)).equals(service.bytes.subarray(-10))).toBe(true)
  })

  test('waits for the download where the service is unavailable, and plays on when that continues', async () => {
    const service = await served()
    const { core, api, clock } = await lost(service)
    const { read } = await played(core)
    expect((await read(part)).length).toBe(part)
    const rest = read(all)
    service.down = null
    clock.advance(10_000)
    await settled({ api })
    expect((await rest).equals(service.bytes)).toBe(true)
  })

  test('breaks off where nobody fetches the rest', async () => {
    const service = await served()
    const { core, api } = await lost(service)
    await api.recordings.pause({ callId })
    const { read } = await played(core)
    await expect(read(all)).rejects.toThrow('was lost')
  })

  test('is not patched together out of two files (W28)', async () => {
    const service = await served()
    const core = await begun(service)
    await core.api.recordings.pause({ callId })
    service.release()
    service.manner = 'etag-changes'
    const { read } = await played(core.core)
    await expect(read(all)).rejects.toThrow('the recording changed at the service')
  })
})
