/** Serves the sample recordings over HTTP, whole or in ranges, and simulates their faults. */

import type { OutgoingHttpHeaders } from 'node:http'
import type { OperationResponse } from '../responses.ts'
import { bytesResponse, refusal } from '../responses.ts'
import type { RecordingFile } from '../calls/recordings.ts'
import type { OperationContext } from './context.ts'

/** A recording's file, whole or one range of it (RFC 9110, sections 13.1.5 and 14). Several ranges get the whole file. */
export function recordings(context: OperationContext, id: string, name: string): OperationResponse {
  const file = context.data.recordingFile(id, name)
  if (file === undefined) return refusal(404, 'There is no such recording.')
  const fault = context.recordingFault
  switch (fault) {
    case undefined:
      return served(file, context, {})
    case 'size-zero':
      return bytesResponse('', file.contentType, 200, headersOf(file))
    case 'html-type':
      return bytesResponse('<!doctype html><p>The recording is being prepared.</p>', 'text/html; charset=utf-8')
    case 'size-differs':
      return bytesResponse(
        Buffer.concat([file.bytes(0, file.size), Buffer.alloc(1000)]),
        file.contentType,
        200,
        headersOf(file),
      )
    case 'ignores-range':
      return bytesResponse(file.bytes(0, file.size), file.contentType, 200, headersOf(file))
    case 'range-on-200':
      return bytesResponse(file.bytes(0, file.size), file.contentType, 200, {
        ...headersOf(file),
        'content-range': `bytes 0-${file.size - 1}/${file.size}`,
      })
    case 'range-refused':
      return context.headers.range === undefined ? served(file, context, {}) : notSatisfiable(file)
    case 'etag-changes':
      return served({ ...file, etag: file.etag.replace(/"$/, `-${context.earlierRequests}"`) }, context, {})
    case 'etag-weak':
      return served({ ...file, etag: `W/${file.etag}` }, context, {})
    case 'etag-missing':
      return served({ ...file, etag: '' }, context, {})
    case 'wrong-start':
    case 'no-total':
    case 'short-range':
      return served(file, context, { [fault]: true })
    default:
      return fault satisfies never
  }
}

const headersOf = ({ etag }: RecordingFile): OutgoingHttpHeaders => ({
  'accept-ranges': 'bytes',
  ...(etag === '' ? {} : { etag }),
})

const notSatisfiable = (file: RecordingFile) =>
  refusal(416, 'The range lies beyond the recording.', { ...headersOf(file), 'content-range': `bytes */${file.size}` })

interface RangeFault {
  readonly 'wrong-start'?: true
  readonly 'no-total'?: true
  readonly 'short-range'?: true
}

function served(file: RecordingFile, { headers, method }: OperationContext, fault: RangeFault): OperationResponse {
  const whole = () => bytesResponse(file.bytes(0, file.size), file.contentType, 200, headersOf(file))
  const ifRange = headers['if-range']
  // another or a weak validator: the whole file (RFC 9110, section 13.1.5)
  if (ifRange !== undefined && (ifRange !== file.etag || ifRange.startsWith('W/'))) return whole()
  const range = method === 'GET' ? rangeOf(headers.range, file.size) : undefined
  if (range === undefined) return whole()
  if (range === 'beyond') return notSatisfiable(file)
  const from = fault['wrong-start'] ? Math.max(0, range.from - 100) : range.from
  const to = fault['short-range'] ? from + Math.ceil((range.to - from) / 2) : range.to
  return bytesResponse(file.bytes(from, to), file.contentType, 206, {
    ...headersOf(file),
    'content-range': `bytes ${from}-${to - 1}/${fault['no-total'] ? '*' : file.size}`,
  })
}

/** One byte range; undefined when there is none or it is to be ignored. `to` is the byte after the last. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return Number(last) === 0 ? 'beyond' : { from: Math.max(0, size - Number(last)), to: size }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return undefined
  if (from >= size) return 'beyond'
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) }
}
