import type { CallChunk, CallReading } from '#contract/api/calls.ts'
import { outlinedTurns, putTurnChunk } from '#contract/api/turns.ts'
import { ManualClock } from '../clocks.ts'
import { liveWorkspace, openedCore } from '../opened-core.ts'
import { json, scriptedService } from '../service/scripted-service.ts'

export const key = 'some-long-key'

export type CallOnWire = Record<string, unknown> & { readonly call_id: string }

/** A call as the service lists and details it. */
export function callOnWire(id: string, fields: Record<string, unknown> = {}): CallOnWire {
  return {
    call_id: id,
    symbol: 'ACME',
    exchange: 'NASDAQ',
    name: 'Acme Inc',
    call_title: `Call ${id}`,
    start_time: '2025-10-28T09:00:00-04:00',
    end_time: '2025-10-28T10:00:00-04:00',
    status: 'COMPLETED',
    ...fields,
  }
}

/** `Jane Doe: Welcome.` as a segment, ten seconds after the one before. */
export function segmentsOf(...lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line, at) => {
    const [speaker, ...text] = line.split(': ')
    return {
      segment_id: at + 1,
      speaker,
      text: text.join(': '),
      start_time: String(at * 10),
      end_time: String(at * 10 + 9),
      confidence: 0.9,
      sentiment: 0.1,
    }
  })
}

export function transcribed(...lines: readonly string[]): { readonly transcripts: readonly unknown[] } {
  return { transcripts: [{ text: lines.join('\n'), language: 'en-US', segments: segmentsOf(...lines) }] }
}

/** A service that lists its calls latest first and details each, and a desk on it. `calls` may change between requests. */
export async function callsSetup({ clock = new ManualClock(), pageSize = 3 } = {}) {
  const resource: {
    calls: CallOnWire[]
    refuses: number | null
    /** Given whichever call is requested. */
    mixedUp: CallOnWire | null
  } = { calls: [], refuses: null, mixedUp: null }
  const service = await scriptedService((response, { url }) => {
    if (resource.refuses !== null) return json(response, { message: 'no' }, resource.refuses)
    const encoded = url.pathname.split('/calls/')[1]
    if (encoded !== undefined) {
      const id = decodeURIComponent(encoded)
      const call = resource.mixedUp ?? resource.calls.find(({ call_id: each }) => each === id)
      return call ? json(response, call) : json(response, { message: 'no' }, 404)
    }
    const asked = url.searchParams
    const found = resource.calls
      .filter(({ symbol }) => !asked.has('symbol') || symbol === asked.get('symbol'))
      .filter(({ status }) => !asked.has('status') || status === asked.get('status'))
    const page = Number(asked.get('page') ?? 1)
    const pagination = { hits: found.length, page, page_count: Math.ceil(found.length / pageSize), page_size: pageSize }
    const data = found.slice((page - 1) * pageSize, page * pageSize).map((call) => ({ ...call, transcripts: [] }))
    return json(response, { data, message: 'ok', pagination })
  })
  const opened = openedCore({ clock })
  await liveWorkspace(opened, service.origin, { key })
  const { calls } = opened.api
  const order = { by: 'started', descending: true } as const
  const form = { format: 'json', clean: false } as const
  return {
    ...opened,
    clock,
    resource,
    heard: service.heard,
    /** Ids of the calls that the library lists. */
    listed: async (filter: Parameters<typeof calls.list>[0]['filter'] = {}) =>
      (await calls.list({ filter, order, offset: 0, limit: 500 })).entries.map(({ callId }) => callId),
    list: (filter: Parameters<typeof calls.list>[0]['filter'] = {}) =>
      calls.list({ filter, order, offset: 0, limit: 500 }),
    reach: (page: 'latest' | 'older', filter: Parameters<typeof calls.list>[0]['filter'] = {}) =>
      calls.fetchPage({ filter, page }),
    open: async (callId: string, more: Partial<Parameters<typeof calls.open>[0]> = {}) =>
      readable(await calls.open({ callId, form, freshness: 'library-first', ...more })),
  }
}

/** As the window puts it together. */
export async function readable(pieces: AsyncIterable<CallChunk>): Promise<CallReading> {
  let reading: CallReading | null = null
  for await (const { call, chunks } of pieces) {
    if (call) {
      const { outline, ...head } = call
      reading = { ...head, turns: outlinedTurns(outline) }
    }
    for (const chunk of chunks) if (reading) putTurnChunk(reading.turns, chunk)
  }
  if (!reading) throw new Error('no call came')
  return reading
}
