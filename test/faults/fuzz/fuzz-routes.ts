/**
 * Sends requests to the browser shell's own server, byte by byte as a program on this computer may: paths, methods, versions, headers
 * and encodings that are right, nearly right and wrong, in halves, one behind another and with bodies that lie about their length.
 */

import fc from 'fast-check'
import type { FuzzCase, FuzzKind } from './fuzz-kind.ts'
import { scriptPath, sent, type ServedPlace } from './served-place.ts'

export const fuzzRoutes: FuzzKind = {
  name: 'routes',
  share: 0.09,
  cases: async function* (places, count, seed) {
    yield* casesOf(await places.served(), count, seed)
  },
}

const paths = [
  ...[
    '/',
    '/index.html',
    '/open',
    scriptPath,
    '/assets/',
    '/api',
    '/session',
    '/ticket',
    '/media/',
    '/media/x',
    '/shell/key-state',
  ],
  ...[
    '/shell/set-key',
    '/shell/open-external',
    '/../etc/passwd',
    '/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fetc',
    '/assets/%00',
    '//evil.example/',
  ],
  ...[
    'http://127.0.0.1/',
    '*',
    '',
    '/?x=1',
    '/#x',
    '/media/%ff',
    '/media/..',
    '/\\..\\',
    `/${'a'.repeat(9000)}`,
    `/media/${'%41'.repeat(2000)}`,
  ],
]
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PATCH',
  'get',
  'GET ',
  '',
  'PRI',
  'X'.repeat(300),
]
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', '']
const ranges = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-9007199254740993',
  'bytes=a-b',
  'bytes=0-1,2-3',
  'items=0-1',
  `bytes=${'0-0,'.repeat(500)}0-0`,
]
const bodies = [
  '{}',
  '',
  '{"token":"x","session":"y"}',
  '[',
  '{"__proto__":{"a":1}}',
  '\0',
  '1e400',
  `"${'a'.repeat(2000)}"`,
  '{"url":"javascript:alert(1)"}',
  '{"workspace":"sample"}',
  '\uFEFF{}',
]
const values = [
  '',
  ' ',
  'x',
  '\t',
  '"',
  'é',
  '\u0000',
  '\r',
  'a'.repeat(5000),
  'null',
  '127.0.0.1',
  'chunked',
  'identity, chunked',
  '-1',
  '99999999999999999999',
  '5',
  '0x10',
  '1, 1',
]
const names = [
  'Host',
  'Origin',
  'Authorization',
  'Cookie',
  'Content-Length',
  'Transfer-Encoding',
  'Content-Type',
  'Sec-Fetch-Site',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Dest',
  'Range',
  'If-Range',
  'Expect',
  'Connection',
  'Upgrade',
  'Content-Encoding',
  'X-Forwarded-Host',
  'Accept',
  'TE',
  'Trailer',
  ' Host',
  'Ho st',
  '',
]

interface Request {
  readonly method: string
  readonly path: string
  readonly version: string
  readonly body: string
  readonly range: string | null
  readonly isAdmitted: boolean
  readonly changes: readonly { readonly name: string; readonly value: string; readonly how: string }[]
}

const requestArbitrary: fc.Arbitrary<Request> = fc.record({
  method: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST') }, fc.constantFrom(...methods)),
  path: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths) },
    fc.string({ unit: 'binary', maxLength: 12 }).map((end) => `/${end}`),
    fc.webPath(),
  ),
  version: fc.oneof({ weight: 8, arbitrary: fc.constant('HTTP/1.1') }, fc.constantFrom(...versions)),
  body: fc.constantFrom(...bodies),
  range: fc.option(fc.constantFrom(...ranges)),
  isAdmitted: fc.boolean(),
  changes: fc.oneof(
    fc.constant([]),
    fc.array(
      fc.record({
        name: fc.constantFrom(...names),
        value: fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 20 })),
        how: fc.constantFrom('replace', 'add', 'remove'),
      }),
      { maxLength: 3 },
    ),
  ),
})

const sendingArbitrary = fc.record({
  requests: fc.array(requestArbitrary, { minLength: 1, maxLength: 3 }),
  cuts: fc.array(fc.nat({ max: 4000 }), { maxLength: 3 }),
  keep: fc.oneof({ weight: 4, arbitrary: fc.constant(Infinity) }, fc.nat({ max: 600 })),
  isHeld: fc.boolean(),
})

/** What this server says for a reason. A 500 is a defect. */
const allowed = new Set([100, 200, 206, 400, 401, 403, 404, 405, 408, 413, 414, 415, 416, 417, 431, 501, 503, 505])
/** Without these a page of another origin could read, frame or keep what it got. */
const secured = ['content-security-policy', 'x-content-type-options', 'cache-control']

async function* casesOf(place: ServedPlace, count: number, seed: number): AsyncGenerator<FuzzCase> {
  for (let at = 0; at < count; at += 1) {
    const own = seed + at
    const [sending] = fc.sample(sendingArbitrary, { seed: own, numRuns: 1 })
    if (sending === undefined) return
    const bytes = Buffer.concat(sending.requests.map((request) => written(place, request))).subarray(0, sending.keep)
    const answer = (
      await sent(place.port, piecesOf(bytes, sending.cuts), sending.isHeld ? 'is silent' : 'ends')
    ).toString('latin1')
    const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
    const faults = [...place.takeDefects(), ...faultsOf(answer, statuses, sending.requests)]
    if (at % 50 === 0 && !(await stillServes(place))) faults.push('it serves its own page no more')
    const outcome = statuses.length === 0 ? 'closed' : String(statuses[0])
    yield { to: 'the server', seed: own, input: JSON.stringify(sending), outcome, fault: faults[0] ?? null }
  }
}

function faultsOf(answer: string, statuses: readonly number[], requests: readonly Request[]): string[] {
  const faults: string[] = []
  for (const status of statuses) if (!allowed.has(status)) faults.push(`status ${status}`)
  if (answer !== '' && !answer.startsWith('HTTP/1.1 ')) faults.push('what came is no response')
  if (/^access-control-/im.test(answer)) faults.push('another origin is allowed in')
  if (answer.includes('root:') || /\n {4}at /.test(answer)) faults.push('a file or a stack came back')
  const isOneOfOurs = requests.length === 1 && statuses.length === 1 && statuses[0] === 200
  const missing = secured.filter((name) => !answer.toLowerCase().includes(`\r\n${name}: `))
  if (isOneOfOurs && missing.length > 0) faults.push(`200 without ${missing.join(', ')}`)
  return faults
}

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length]
  return places.slice(1).map((to, at) => bytes.subarray(places[at], to))
}

function written({ port, session, cookie }: ServedPlace, request: Request): Buffer {
  const { method, path, version, body, range, isAdmitted, changes } = request
  const isPost = method === 'POST'
  let headers: (readonly [string, string])[] = [
    ['Host', `127.0.0.1:${port}`],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Mode', isPost ? 'cors' : 'navigate'],
    ['Sec-Fetch-Dest', isPost ? 'empty' : 'document'],
    ...(isPost
      ? ([
          ['Origin', `http://127.0.0.1:${port}`],
          ['Content-Type', 'application/json'],
          ['Content-Length', String(Buffer.byteLength(body))],
        ] as const)
      : []),
    ...(isAdmitted
      ? ([
          ['Authorization', `Bearer ${session}`],
          ['Cookie', cookie],
        ] as const)
      : []),
    ...(range === null ? [] : ([['Range', range]] as const)),
  ]
  for (const { name, value, how } of changes) {
    if (how !== 'add') headers = headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase())
    if (how !== 'remove') headers.push([name, value])
  }
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${path} ${version}\r\n${lines}\r\n${isPost ? body : ''}`, 'latin1')
}

async function stillServes(place: ServedPlace): Promise<boolean> {
  const plain: Request = {
    method: 'GET',
    path: '/',
    version: 'HTTP/1.1',
    body: '',
    range: null,
    isAdmitted: false,
    changes: [],
  }
  return (await sent(place.port, [written(place, plain)], 'ends')).toString('latin1').startsWith('HTTP/1.1 200 ')
}
