/** The type of the requests that the sample service records, for tests. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FaultTarget } from './faults/fault-plan.ts'

/** A request as received, for tests: its path and parameters and whether it had a key, never the key itself. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly target: FaultTarget | undefined
  /** Without the key. */
  readonly parameters: Readonly<Record<string, string>>
  readonly key: 'absent' | 'right' | 'wrong'
  readonly headers: Readonly<Partial<Record<(typeof recordedHeaders)[number], string>>>
  /** How many requests were in progress, including this one. */
  readonly atOnce: number
  /** Status sent, or null while it is in progress or when the connection ended before one was. */
  status: number | null
}

/** Headers that promises are made about. */
const recordedHeaders = [
  'accept',
  'accept-encoding',
  'authorization',
  'cookie',
  'if-range',
  'origin',
  'range',
  'referer',
  'user-agent',
] as const

export function headersOfInterest(headers: IncomingHttpHeaders): RecordedRequest['headers'] {
  return Object.fromEntries(
    recordedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
