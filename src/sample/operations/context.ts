import type { CallStatus, PlannedCall } from '../calls/schedule.ts'
import type { SampleData } from '../data/sample-data.ts'
import type { PagingFault, RecordingFault } from '../faults/table.ts'
import type { SampleServiceSettings } from '../options.ts'
import type { RecordedRequest } from '../request-log.ts'
import type { Edition } from '../statements/editions.ts'

/** What an operation is asked, and with what it answers. */
export interface OperationContext {
  readonly parameters: URLSearchParams
  readonly method: string
  readonly headers: RecordedRequest['headers']
  readonly data: SampleData
  readonly settings: SampleServiceSettings
  /** Which edition of restated periods this request is to see; asking counts as having asked. */
  readonly editionFor: (operation: string, symbol: string) => Edition
  /** How far a call has come, as this client has seen it. */
  readonly stageOf: (call: PlannedCall) => CallStatus
  /** A call in progress was looked at: the next look finds it at its end. */
  readonly looked: (call: PlannedCall) => void
  /** `http://127.0.0.1:PORT`, as the client wrote it. */
  readonly origin: string
  readonly pagingFault?: PagingFault | undefined
  readonly recordingFault?: RecordingFault | undefined
  /** How often this path was asked before, for a validator that changes. */
  readonly asked: number
}

export const pagingOf = ({ parameters, settings, pagingFault }: OperationContext) => ({
  parameters,
  largestPage: settings.largestPage,
  fault: pagingFault,
})
