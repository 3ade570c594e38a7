import { describe, expect, test } from 'vitest'
import { refusalOf, refusalOfSocket, type RequestHead } from '#loopback/request-check.ts'

const address = { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' }

type Headers = Readonly<Record<string, readonly string[] | undefined>>

/** The window requested by someone who typed the address. */
const typed: RequestHead = {
  method: 'GET',
  target: '/',
  httpVersion: '1.1',
  headers: {
    host: [address.host],
    'sec-fetch-site': ['none'],
    'sec-fetch-mode': ['navigate'],
    'sec-fetch-dest': ['document'],
  },
}

/** A request of our own page. */
const asking: RequestHead = {
  method: 'POST',
  target: '/ticket',
  httpVersion: '1.1',
  headers: {
    host: [address.host],
    origin: [address.origin],
    'sec-fetch-site': ['same-origin'],
    'content-type': ['application/json'],
  },
}

/** Our own page's WebSocket, as Chromium sends it. */
const socket: RequestHead = {
  method: 'GET',
  target: '/api',
  httpVersion: '1.1',
  headers: { host: [address.host], origin: [address.origin], upgrade: ['websocket'] },
}

function withHeaders(head: RequestHead, headers: Headers): RequestHead {
  return { ...head, headers: { ...head.headers, ...headers } }
}

test('the window opens when its address is typed, and its page may send requests and connect', () => {
  expect(refusalOf(typed, address)).toBeNull()
  expect(refusalOf(asking, address)).toBeNull()
  expect(refusalOfSocket(socket, address, '/api')).toBeNull()
})

/** docs/promises.md B2: Node responds with 200 to nearly all of these. */
describe.each([
  ['a foreign name', ['evil.example']],
  ['a foreign name with our port', ['evil.example:4000']],
  ['a name that resolves to us', ['localhost:4000']],
  ['a name that looks like ours', ['localhost.evil:4000']],
  ['a subdomain trick', ['127.0.0.1.evil.example:4000']],
  ['the short form of the address', ['127.1:4000']],
  ['the decimal form of the address', ['2130706433:4000']],
  ['the hexadecimal form of the address', ['0x7f000001:4000']],
  ['IPv6', ['[::1]:4000']],
  ['IPv4 in IPv6', ['[::ffff:127.0.0.1]:4000']],
  ['another loopback address', ['127.0.0.2:4000']],
  ['any address', ['0.0.0.0:4000']],
  ['no port', ['127.0.0.1']],
  ['another port', ['127.0.0.1:4001']],
  ['a longer port', ['127.0.0.1:40000']],
  ['a padded port', ['127.0.0.1:04000']],
  ['a trailing dot', ['127.0.0.1.:4000']],
  ['upper case', ['LOCALHOST:4000']],
  ['a user name', ['a@127.0.0.1:4000']],
  ['a path', ['127.0.0.1:4000/']],
  ['ours twice', [address.host, address.host]],
  ['ours and a foreign one', [address.host, 'evil.example']],
  ['a list', [`${address.host}, evil.example`]],
  ['an empty one', ['']],
])('a page under another name cannot read the window: Host is %s', (_, host) => {
  test.each([
    ['the window', typed],
    ['a question', asking],
  ])('%s is refused', (__, head) => {
    expect(refusalOf(withHeaders(head, { host }), address)?.status).toBe(403)
  })
  test('a socket is refused', () => {
    expect(refusalOfSocket(withHeaders(socket, { host }), address, '/api')?.status).toBe(403)
  })
})

test.each<[string, Partial<RequestHead>]>([
  ['no Host', { headers: { ...typed.headers, host: undefined } }],
  ['HTTP/1.0', { httpVersion: '1.0' }],
  ['HTTP/2.0', { httpVersion: '2.0' }],
  ['an absolute-form target', { target: 'http://127.0.0.1:4000/' }],
  ['a foreign absolute-form target', { target: 'http://evil.example/' }],
  ['an asterisk', { target: '*' }],
  ['an authority', { target: '127.0.0.1:4000' }],
  ['no target', { target: '' }],
])('the window is refused to a request with %s', (_, change) => {
  expect(refusalOf({ ...typed, ...change }, address)?.status).toBe(403)
})

describe('who may have the window and its files (B7)', () => {
  const reading = (target: string, site: string, mode: string, dest: string) =>
    refusalOf(
      withHeaders(
        { ...typed, target },
        { 'sec-fetch-site': [site], 'sec-fetch-mode': [mode], 'sec-fetch-dest': [dest] },
      ),
      address,
    )

  test.each([
    ['the window by a click in itself or a reload', '/', 'same-origin', 'navigate', 'document'],
    ['a script of ours', '/assets/a.js', 'same-origin', 'cors', 'script'],
    ['a font of ours', '/assets/a.woff2', 'same-origin', 'cors', 'font'],
    ['the step to the window from a file', '/open', 'cross-site', 'navigate', 'document'],
    ['the step to the window by hand', '/open', 'none', 'navigate', 'document'],
  ])('%s is given', (_, target, site, mode, dest) => {
    expect(reading(target, site, mode, dest)).toBeNull()
  })

  test.each([
    ['a link on a web page', '/', 'cross-site', 'navigate', 'document'],
    ['a link on another port', '/', 'same-site', 'navigate', 'document'],
    ['a frame', '/', 'cross-site', 'navigate', 'iframe'],
    ['a frame on another port', '/', 'same-site', 'navigate', 'iframe'],
    ['a frame around the step', '/open', 'cross-site', 'navigate', 'iframe'],
    ['an object', '/open', 'cross-site', 'navigate', 'object'],
    ['a fetch of the step', '/open', 'cross-site', 'cors', 'empty'],
    ['a blind fetch of the window', '/', 'cross-site', 'no-cors', 'empty'],
    ['a fetch from another port', '/', 'same-site', 'cors', 'empty'],
    ['an image', '/assets/a.png', 'cross-site', 'no-cors', 'image'],
    ['a script tag', '/assets/a.js', 'cross-site', 'no-cors', 'script'],
    ['a script tag on another port', '/assets/a.js', 'same-site', 'no-cors', 'script'],
    ['a style sheet', '/assets/a.css', 'cross-site', 'no-cors', 'style'],
    ['a prefetch', '/', 'cross-site', 'no-cors', 'empty'],
    ['a file by hand', '/assets/a.js', 'none', 'navigate', 'document'],
    ['an extension', '/', 'none', 'cors', 'empty'],
    ['an unknown site', '/', 'else', 'navigate', 'document'],
    ['an empty site', '/', '', 'navigate', 'document'],
    ['the site in capitals', '/', 'Same-Origin', 'navigate', 'document'],
  ])('%s is refused', (_, target, site, mode, dest) => {
    expect(reading(target, site, mode, dest)?.status).toBe(403)
  })

  test('without the header only our own origin is given anything, and twice is not once', () => {
    const silent = withHeaders(typed, { 'sec-fetch-site': undefined })
    expect(refusalOf(silent, address)?.status).toBe(403)
    expect(refusalOf(withHeaders(silent, { origin: [address.origin] }), address)).toBeNull()
    expect(refusalOf(withHeaders(silent, { origin: ['null'] }), address)?.status).toBe(403)
    expect(refusalOf(withHeaders(typed, { 'sec-fetch-site': ['same-origin', 'same-origin'] }), address)?.status).toBe(
      403,
    )
  })
})

/** B8 */
describe.each([
  ['a sandboxed frame', ['null']],
  ['nothing', undefined],
  ['two origins', [address.origin, address.origin]],
  ['localhost', ['http://localhost:4000']],
  ['another port', ['http://127.0.0.1:4001']],
  ['no port', ['http://127.0.0.1']],
  ['https', ['https://127.0.0.1:4000']],
  ['a longer name', ['http://127.0.0.1:4000.evil.example']],
  ['a longer port', ['http://127.0.0.1:40001']],
  ['a prefix', ['http://evil.example/http://127.0.0.1:4000']],
  ['a trailing slash', ['http://127.0.0.1:4000/']],
  ['capitals', ['HTTP://127.0.0.1:4000']],
  ['an empty one', ['']],
])('with %s for an origin', (_, origin) => {
  test('there is no response and no socket opens', () => {
    expect(refusalOf(withHeaders(asking, { origin }), address)?.status).toBe(403)
    expect(refusalOfSocket(withHeaders(socket, { origin }), address, '/api')?.status).toBe(403)
  })
})

test.each(['same-site', 'cross-site', 'none', ''])('our own Origin does not help a page that is %j', (site) => {
  expect(refusalOf(withHeaders(asking, { 'sec-fetch-site': [site] }), address)?.status).toBe(403)
  expect(refusalOfSocket(withHeaders(socket, { 'sec-fetch-site': [site] }), address, '/api')?.status).toBe(403)
})

/** B10: the types a page elsewhere can send without a preflight. */
test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/json, text/plain'],
  ['application/jsonp'],
  ['application/json; charset=utf-16'],
  [''],
  [undefined],
])('a body of type %j changes nothing', (type) => {
  expect(
    refusalOf(withHeaders(asking, { 'content-type': type === undefined ? undefined : [type] }), address)?.status,
  ).toBe(415)
})

test.each([
  ['OPTIONS', 403],
  ['PUT', 405],
  ['DELETE', 405],
  ['PATCH', 405],
  ['TRACE', 405],
  ['PROPFIND', 405],
])('%s is refused, with %i', (method, status) => {
  expect(refusalOf({ ...typed, method }, address)?.status).toBe(status)
})

test.each<[string, RequestHead]>([
  ['another path', { ...socket, target: '/' }],
  ['a query', { ...socket, target: '/api?ticket=x' }],
  ['another method', { ...socket, method: 'POST' }],
  ['another protocol', withHeaders(socket, { upgrade: ['h2c'] })],
  ['two protocols', withHeaders(socket, { upgrade: ['websocket', 'h2c'] })],
])('a socket is refused on %s', (_, head) => {
  expect(refusalOfSocket(head, address, '/api')?.status).toBe(403)
})
