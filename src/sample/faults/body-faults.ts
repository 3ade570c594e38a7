/** Faults of a whole response body, such as HTML instead of JSON. */

import { gzipSync } from 'node:zlib'
import type { OperationResponse } from '../responses.ts'
import { bodyOf, bytesResponse } from '../responses.ts'
import type { BodyFault } from './fault-catalog.ts'

const json = 'application/json; charset=utf-8'
const megabyte = 1024 * 1024

/** Far more than a reader should accept: rows of a list, so that it is valid JSON to its end. */
function listOf(megabytes: number): Buffer {
  const row = Buffer.from(`{"filler":"${'x'.repeat(1009)}"},`)
  const rows = Math.ceil((megabytes * megabyte) / row.length)
  return Buffer.concat([
    Buffer.from('{"message":"large","data":['),
    ...Array.from({ length: rows }, () => row),
    Buffer.from('{}]}'),
  ])
}

const portalPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Welcome to Guest Wi-Fi</h1>' +
  '<form action="/login"><button>Accept</button></form></body></html>'

/** Bytes that are not what the operation promised. */
export function otherBody(
  fault: BodyFault,
  response: OperationResponse,
  options: ReadonlyMap<string, string>,
): OperationResponse {
  const { bytes } = bodyOf(response)
  const text = () => bytes.toString('utf8')
  const size = (name: string, fallback: number) => Number(options.get(name) ?? fallback)
  switch (fault) {
    case 'not-json':
      return bytesResponse('The service is being maintained.', json)
    case 'nan':
      return bytesResponse(text().replace(/:\s*-?\d+(\.\d+)?/, ':NaN'), json)
    case 'bom':
      return bytesResponse(`\uFEFF${text()}`, json)
    case 'duplicate-keys':
      return bytesResponse(text().replace(/\{"([^"]+)":/, '{"$1":"first of two","$1":'), json)
    case 'utf-16':
      return bytesResponse(Buffer.from(text(), 'utf16le'), json)
    case 'text-plain':
      return bytesResponse(bytes, 'text/plain; charset=utf-8')
    case 'no-type':
      return { kind: 'bytes', status: 200, headers: {}, bytes }
    case 'empty':
      return bytesResponse('', json)
    case 'portal':
      return bytesResponse(portalPage, 'text/html; charset=utf-8')
    case 'oversized':
      return bytesResponse(listOf(size('mb', 40)), json)
    case 'bomb':
      return bytesResponse(gzipSync(listOf(size('mb', 60))), json, 200, { 'content-encoding': 'gzip' })
    case 'deep': {
      const depth = size('depth', 100_000)
      return bytesResponse(`{"message":"deep","data":${'['.repeat(depth)}${']'.repeat(depth)}}`, json)
    }
    default:
      return fault satisfies never
  }
}
