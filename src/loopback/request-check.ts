/**
 * Decides from method, Host, Origin, Sec-Fetch headers and content type whether a request or the
 * start of a WebSocket is refused. Sessions and tickets are checked later.
 */

/** The part of a request that decides whether it is processed. */
export interface RequestHead {
  readonly method: string
  /** As in the request line. */
  readonly target: string
  readonly httpVersion: string
  /** Lower-case name to all of its values (`IncomingMessage.headersDistinct`). */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
}

/** The server's address: `host` as a browser writes it into Host, `origin` as it writes it into Origin. */
export interface ServerAddress {
  readonly host: string
  readonly origin: string
}

export interface Refusal {
  readonly status: 403 | 405 | 415
  /** For a person who reads it in a tab; never anything from the request. */
  readonly says: string
}

/**
 * The only page that another page, a file or another program may open, as a whole tab only. It is empty and leads to the window,
 * which is then requested by our own page.
 */
export const openingPath = '/open'

const forbidden: Refusal = { status: 403, says: 'Tearsheet refused this request.' }
const fromElsewhere: Refusal = {
  status: 403,
  says: 'Open Tearsheet from the address printed in its terminal, not from a link.',
}

/**
 * What is refused before anything is looked up (docs/promises.md B2, B7, B8, B10). Node itself responds to a foreign Host, two of them,
 * HTTP/1.0 without one and an absolute-form target; each would let a page of another name, resolved to 127.0.0.1, read the
 * window. Null when the request may continue.
 */
export function refusalOf(head: RequestHead, address: ServerAddress): Refusal | null {
  if (!isAddressedToUs(head, address)) return forbidden
  switch (head.method) {
    case 'GET':
    case 'HEAD':
      return refusalOfGet(head, address)
    case 'POST':
      return refusalOfPost(head, address)
    case 'OPTIONS':
      // No preflight is ever granted: no other origin may send requests.
      return forbidden
    default:
      return { status: 405, says: 'This method is not supported.' }
  }
}

/**
 * The same for the start of a WebSocket. Chromium sends no Sec-Fetch-Site with it (seen with 156), so Origin decides, and
 * where the other header comes it has to agree.
 */
export function refusalOfSocket(head: RequestHead, address: ServerAddress, path: string): Refusal | null {
  if (!isAddressedToUs(head, address) || head.method !== 'GET' || head.target !== path) return forbidden
  if (only(head, 'upgrade')?.toLowerCase() !== 'websocket') return forbidden
  return isFromOurPage(head, address) ? null : forbidden
}

function isAddressedToUs({ httpVersion, target, headers }: RequestHead, { host }: ServerAddress): boolean {
  const hosts = headers['host'] ?? []
  return httpVersion === '1.1' && hosts.length === 1 && hosts[0] === host && target.startsWith('/')
}

function refusalOfGet(head: RequestHead, address: ServerAddress): Refusal | null {
  const site = head.headers['sec-fetch-site']
  // A browser older than the header sends no Origin when it reads its own page: it is refused, as is `curl`.
  if (site === undefined) return only(head, 'origin') === address.origin ? null : forbidden
  if (only(head, 'sec-fetch-site') === 'same-origin') return null
  const wholeTab = only(head, 'sec-fetch-mode') === 'navigate' && only(head, 'sec-fetch-dest') === 'document'
  if (wholeTab && head.target === openingPath) return null
  if (wholeTab && head.target === '/') return only(head, 'sec-fetch-site') === 'none' ? null : fromElsewhere
  return forbidden
}

function refusalOfPost(head: RequestHead, address: ServerAddress): Refusal | null {
  if (!isFromOurPage(head, address)) return forbidden
  const type = only(head, 'content-type')?.toLowerCase()
  const json = type === 'application/json' || type === 'application/json; charset=utf-8'
  return json ? null : { status: 415, says: 'Only JSON is accepted.' }
}

function isFromOurPage(head: RequestHead, { origin }: ServerAddress): boolean {
  const site = head.headers['sec-fetch-site']
  return only(head, 'origin') === origin && (site === undefined || only(head, 'sec-fetch-site') === 'same-origin')
}

/** The header's value when it came exactly once. */
function only({ headers }: RequestHead, name: string): string | undefined {
  const values = headers[name]
  return values?.length === 1 ? values[0] : undefined
}
