import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as a test writes it: in its detail as it stands, in the list without its transcript. */
export type WrittenCall = Readonly<Record<string, unknown>> & { readonly call_id: string }

/** A service that gives a test's own calls over HTTP, in both forms, and nothing else. */
export interface CallsService {
  readonly origin: string
  readonly key: string
  stop(): Promise<void>
}

const path = '/delivery/api/v1/calls'

export async function startCallsService(
  calls: readonly WrittenCall[],
  html: readonly WrittenCall[] = [],
): Promise<CallsService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.invalid')
    const give = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname === path) {
      const data = calls.map((call) => ({ ...call, transcripts: null }))
      return give(200, {
        data,
        message: 'ok',
        pagination: { hits: data.length, page: 1, page_count: 1, page_size: 100 },
      })
    }
    const id = decodeURIComponent(url.pathname.slice(path.length + 1))
    const isOf = ({ call_id: each }: WrittenCall) => each === id
    const call = (url.searchParams.get('format') === 'html' && html.find(isOf)) || calls.find(isOf)
    return call ? give(200, call) : give(404, { message: 'not found' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'e2e-key-0123456789',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
