/** What every operation of the sample service receives: the request, the data, the page. */

import type { CallStatus, PlannedCall } from '../calls/schedule.ts'
import type { SampleData } from '../data/sample-data.ts'
import type { PagingFault, RecordingFault } from '../faults/fault-catalog.ts'
import type { SampleServiceSettings } from '../options.ts'
import type { RecordedRequest } from '../request-log.ts'
import type { Vintage } from '../statements/original-figures.ts'

/** The request to an operation, and what its response is made from. */
export interface OperationContext {
  readonly parameters: URLSearchParams
  readonly method: string
  readonly headers: RecordedRequest['headers']
  readonly data: SampleData
  readonly settings: SampleServiceSettings
  /** Which vintage of restated periods this request receives; counts as a request for it. */
  readonly vintageFor: (operation: string, symbol: string) => Vintage
  /** The state of a call for this client. */
  readonly stageOf: (call: PlannedCall) => CallStatus
  /** A call in progress was looked at: the next look finds it at its end. */
  readonly looked: (call: PlannedCall) => void
  /** `http://127.0.0.1:PORT`, as the client wrote it. */
  readonly origin: string
  readonly pagingFault?: PagingFault | undefined
  readonly recordingFault?: RecordingFault | undefined
  /** How often this path was requested before, for a validator that changes. */
  readonly earlierRequests: number
}

export const pagingOf = ({ parameters, settings, pagingFault }: OperationContext) => ({
  parameters,
  largestPage: settings.largestPage,
  fault: pagingFault,
})
