/**
 * The HTTP server of the sample service: checks the key, finds the operation, applies faults,
 * responds.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { OperationResponse } from './responses.ts'
import { BadParameter, jsonResponse, refusal, wholeParameter } from './responses.ts'
import { sampleData } from './data/sample-data.ts'
import { vintageTracker, stageTracker } from './changes-between-requests.ts'
import { otherBody } from './faults/body-faults.ts'
import type { FaultPlan, FaultStep } from './faults/fault-plan.ts'
import { faultSequence } from './faults/fault-plan.ts'
import { redirect } from './faults/redirect-faults.ts'
import { send, sendWithFault, waitOn } from './faults/wire-faults.ts'
import { withFieldsAtFault } from './faults/field-faults.ts'
import { injectShapeFault, withRows } from './faults/shape-faults.ts'
import type { SampleServiceOptions, SampleServiceSettings } from './options.ts'
import { defaultSettings } from './options.ts'
import type { RecordedRequest } from './request-log.ts'
import { headersOfInterest } from './request-log.ts'
import type { Route } from './routes.ts'
import { routeOf } from './routes.ts'

/** A program that runs for days does not remember every request. */
const requestsKept = 10_000

export interface SampleService {
  /** `http://127.0.0.1:PORT` */
  readonly baseUrl: string
  readonly port: number
  /** The requests since the start, oldest first; at most the last ten thousand. */
  readonly requests: readonly RecordedRequest[]
  /** Replaces the previous plan and restarts its sequences. Throws a sentence when the plan cannot be read. */
  readonly setFaults: (plan: FaultPlan) => void
  /** Sends the responses that the fault `hold` has kept back so far. */
  release(): void
  /** Ends connections that are still open, hanging ones too; does nothing the second time. */
  close(): Promise<void>
}

/**
 * Serves docs/interface.md on 127.0.0.1 from invented data. Rejects when the port is taken (EADDRINUSE) or a fault plan is
 * invalid.
 */
export async function startSampleService(options: SampleServiceOptions = {}): Promise<SampleService> {
  const settings: SampleServiceSettings = { ...defaultSettings, ...options }
  const requests: RecordedRequest[] = []
  const router = frontDesk(settings, requests)
  const server = createServer((request, serverResponse) => router.take(request, serverResponse))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sample service has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    setFaults: router.setFaults,
    release: router.release,
    close: () =>
      new Promise((resolve, reject) => {
        if (!server.listening) return resolve()
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function frontDesk(settings: SampleServiceSettings, requests: RecordedRequest[]) {
  const data = sampleData()
  const vintageOf = vintageTracker(settings.restated)
  const stages = stageTracker(settings.restated)
  const admits = requestLimit(settings)
  let faults = faultSequence(settings.faults)
  let atOnce = 0
  const requestedBefore = new Map<string, number>()
  let heldBack: (() => void)[] = []

  function take(request: IncomingMessage, serverResponse: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://sample.invalid')
    const route = routeOf(url.pathname)
    const offered = url.searchParams.get('apikey')
    url.searchParams.delete('apikey')
    const record: RecordedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      target: route?.target,
      parameters: Object.fromEntries(url.searchParams),
      key: offered === null ? 'absent' : offered === settings.key ? 'right' : 'wrong',
      headers: headersOfInterest(request.headers),
      atOnce: ++atOnce,
      status: null,
    }
    const earlierRequests = requestedBefore.get(record.path) ?? 0
    requestedBefore.set(record.path, earlierRequests + 1)
    requests.push(record)
    if (requests.length > requestsKept) requests.shift()
    serverResponse.once('close', () => {
      atOnce--
      if (serverResponse.headersSent) record.status = serverResponse.statusCode
    })
    const step: FaultStep = route === undefined ? { group: 'ok', options: new Map() } : faults.next(route.target)
    const received = { url, route, record, step, earlierRequests, origin: `http://${request.headers.host ?? ''}` }
    void respond(serverResponse, step, responseTo(received))
  }

  interface Received {
    readonly url: URL
    readonly route: Route | undefined
    readonly record: RecordedRequest
    readonly step: FaultStep
    readonly earlierRequests: number
    readonly origin: string
  }

  /** The response, with faults of its content; `respond` adds faults of its sending. */
  function responseTo(received: Received): OperationResponse {
    const { route, record, step, url } = received
    if (route === undefined) return refusal(404, `There is nothing at ${url.pathname}.`)
    if (record.method !== 'GET' && !(record.method === 'HEAD' && route.target === 'recordings')) {
      return refusal(405, 'Only GET is served.', { allow: 'GET' })
    }
    if (!admits()) return refusal(429, 'Too many requests.', { 'retry-after': '1' })
    if (step.group === 'status')
      return refusal(step.status, step.options.get('message') ?? 'Fault.', statusHeaders(step))
    if (step.group === 'redirect') {
      const moved = redirect(step.name, received.origin, url.pathname + url.search, step.options)
      if (moved !== undefined) return moved
    }
    const refused = keyRefusal(route, record)
    if (refused !== undefined) return refused
    const tooMany = pageSizeRefusal(step, url.searchParams)
    if (tooMany !== undefined) return tooMany
    const response = operationResponse(received, route)
    if (step.group === 'body') return otherBody(step.name, response, step.options)
    if (step.group === 'shape' && response.kind === 'json')
      return jsonResponse(injectShapeFault(step.name, response.value))
    if (step.group === 'field' && response.kind === 'json')
      return jsonResponse(withRows(response.value, (row) => withFieldsAtFault(step.name, row, step.options)))
    return response
  }

  function operationResponse(
    { url, step, earlierRequests, origin, record }: Received,
    route: Route,
  ): OperationResponse {
    try {
      return route.respond({
        parameters: url.searchParams,
        data,
        settings,
        origin,
        earlierRequests,
        method: record.method,
        headers: record.headers,
        vintageFor: (operation, symbol) => vintageOf(operation, symbol, url.searchParams),
        stageOf: stages.stageOf,
        looked: stages.looked,
        pagingFault: step.group === 'paging' ? step.name : undefined,
        recordingFault: step.group === 'recording' ? step.name : undefined,
      })
    } catch (error) {
      if (error instanceof BadParameter) return refusal(400, error.message)
      // a defect of the sample: seen by whoever runs it, with a response, so that the client goes on
      console.error(error)
      return refusal(500, 'The sample service failed.')
    }
  }

  /** docs/interface.md does not show what a missing or wrong key returns: 401 is what HTTP has for it (RFC 9110, section 15.5.2). */
  function keyRefusal(route: Route, record: RecordedRequest): OperationResponse | undefined {
    const wanted =
      route.target === 'securities'
        ? settings.searchWantsKey
        : route.target === 'recordings'
          ? settings.recordingsWantKey
          : true
    if (!wanted || record.key === 'right') return undefined
    return refusal(401, record.key === 'absent' ? 'An API key is required.' : 'The API key is not valid.')
  }

  async function respond(serverResponse: ServerResponse, step: FaultStep, response: OperationResponse): Promise<void> {
    if (settings.slow > 0) await waitOn(serverResponse, settings.slow)
    if (serverResponse.destroyed) return
    if (step.group === 'wire' && step.name === 'hold') {
      heldBack.push(() => !serverResponse.destroyed && send(serverResponse, response))
      return
    }
    if (step.group === 'wire') return sendWithFault(serverResponse, response, step.name, step.options)
    send(serverResponse, response)
  }

  return {
    take,
    setFaults: (plan: FaultPlan) => {
      faults = faultSequence(plan)
    },
    release: () => {
      const released = heldBack
      heldBack = []
      for (const sendNow of released) sendNow()
    },
  }
}

/** `page-size-refused;most=25` */
function pageSizeRefusal(step: FaultStep, parameters: URLSearchParams): OperationResponse | undefined {
  if (step.group !== 'paging' || step.name !== 'page-size-refused') return undefined
  const most = Number(step.options.get('most') ?? 25)
  if (wholeParameter(parameters, 'page_size', 10) <= most) return undefined
  return refusal(400, `page_size must not be greater than ${most}.`)
}

/** `429;retry-after=5`; `retry-after=+30` is a date in thirty seconds. */
function statusHeaders({ options }: FaultStep) {
  const wait = options.get('retry-after')
  if (wait === undefined) return {}
  const seconds = /^\+(\d+)$/.exec(wait)?.[1]
  return { 'retry-after': seconds === undefined ? wait : new Date(Date.now() + Number(seconds) * 1000).toUTCString() }
}

/** At most `limit` requests in any second. */
function requestLimit({ limit, clock }: SampleServiceSettings): () => boolean {
  const taken: number[] = []
  return () => {
    if (!Number.isFinite(limit)) return true
    const now = clock()
    while (taken[0] !== undefined && now - taken[0] >= 1000) taken.shift()
    if (taken.length >= limit) return false
    taken.push(now)
    return true
  }
}
