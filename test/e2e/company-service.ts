import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hits, listed, paged } from '../core/records.ts'

/** Companies as a test writes them, by symbol: the security record and the fundamentals, as the service would give them. */
export interface WrittenCompany {
  readonly security: Readonly<Record<string, unknown>>
  readonly fundamentals: readonly Readonly<Record<string, unknown>>[]
}

/** A service that gives a test's own companies over HTTP, and empty lists for everything else. */
export async function startCompanyService(companies: Readonly<Record<string, WrittenCompany>>) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.invalid')
    const company = companies[url.searchParams.get('symbol') ?? '']
    const give = (body: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url.pathname.endsWith('/securities')) {
      const query = [...url.searchParams.values()].find((value) => Object.hasOwn(companies, value))
      return give(hits(query === undefined ? [] : [companies[query]?.security], query ?? ''))
    }
    if (url.pathname.endsWith('/enhanced')) return give(paged(company?.fundamentals ?? []))
    return give(/\/(?:ratings|news)$/.test(url.pathname) ? listed([]) : paged([]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'e2e-key-0123456789',
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
