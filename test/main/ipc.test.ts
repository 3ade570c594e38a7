import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { electronChannels, type ElectronRequest } from '#contract/electron.ts'
import { register, type SenderFrame, type IpcEndpoint, type ShellHandlers } from '#main/ipc.ts'
import { requests } from '#main/request-schemas.ts'
import { listsWithoutEnd, placesOf, unlimited } from '../request-places.ts'

type Listener = Parameters<IpcEndpoint['handle']>[1]

/** Of what type the first argument of a request is, where it is no text. An empty object is a menu without keys. */
const firstArguments: ReadonlyMap<ElectronRequest, string> = new Map([
  ['showSaved', 'number'],
  ['setKey', 'object'],
  ['setPublishKeys', 'object'],
  ['setMenuKeys', 'object'],
  ['showActivity', 'object'],
  ['showRecent', 'object'],
  ['setOpensAtLogin', 'boolean'],
  ['dragFile', 'object'],
])

const questions = Object.keys(electronChannels) as ElectronRequest[]

let channels: Map<string, Listener>
let removed: string[]
let answered: { question: string; args: readonly unknown[] }[]
let refused: string[]

/** Handlers that write down what reached them. */
const handlers = Object.fromEntries(
  questions.map((question) => [
    question,
    async (_from: unknown, ...args: readonly unknown[]) => {
      answered.push({ question, args })
      return { ok: true, value: question }
    },
  ]),
) as unknown as ShellHandlers

beforeEach(() => {
  channels = new Map()
  removed = []
  answered = []
  refused = []
  open(handlers)
})

function open(answering: ShellHandlers): void {
  register(
    {
      handle: (channel, listener) => void channels.set(channel, listener),
      removeAllListeners: (channel) => removed.push(channel),
    },
    answering,
    (refusal, question) => void refused.push(`${question} ${refusal}`),
  )
}

const mainFrame: SenderFrame = { parent: null, detached: false, origin: 'app://bundle', postMessage: () => undefined }

async function ask(question: ElectronRequest, args: readonly unknown[], frame: SenderFrame | null = mainFrame) {
  return channels.get(electronChannels[question])!({ senderFrame: frame, sender: { id: 7 } }, ...args)
}

const entry = { workspace: 'live', origin: 'https://service.example', key: 'canary', keeping: 'keyring' }
const keysEntry = {
  workspace: 'live',
  origin: 'https://s3.example.com',
  accessKeyId: 'AKIATEARSHEETTEST',
  secretAccessKey: 'canary/+=',
  keeping: 'keyring',
}
const good: Record<ElectronRequest, readonly unknown[]> = {
  keyState: ['live'],
  setKey: [entry],
  forgetKey: ['live'],
  publishKeyState: ['live'],
  setPublishKeys: [keysEntry],
  forgetPublishKeys: ['live'],
  openExternal: ['https://example.com/'],
  connect: ['b7b0f6de-6c3c-4f1e-9d0a-2f6a2a5f7c11'],
  showTheme: ['dark'],
  listen: [],
  showSaved: [3],
  notify: ['New on your lists: 3 calls', 'home'],
  savePdf: ['HLDN tear sheet 2025-11-21.pdf'],
  choosePath: ['backup-folder'],
  showActivity: [{ unseen: 3, progress: 0.5 }],
  showRecent: [[{ title: 'HLDN', link: 'tearsheet://company/HLDN' }]],
  opensAtLogin: [],
  setOpensAtLogin: [true],
  systemLocale: [],
  thisWindow: [],
  openWindow: ['b7b0f6de-6c3c-4f1e-9d0a-2f6a2a5f7c11'],
  dragFile: [{ fileName: 'HLDN KSTM.png', base64: 'iVBORw0KGgo=' }],
  setMenuKeys: [{ palette: 'CmdOrCtrl+Shift+P', 'keyboard-help': 'F1', 'close-tab': 'Alt+W' }],
}
const pages = {
  title: 'Coverage',
  markup: '<div></div>',
  styleSheets: ['/assets/index-1_a.css'],
  pageRules: '@page { size: 8.5in 11in; margin: 0; }',
}
const bad = { ok: false, failure: { kind: 'bad-request' } }

describe('the window’s own page', () => {
  test.each(questions)('gets the response %s', async (question) => {
    expect(await ask(question, good[question])).toEqual({ ok: true, value: question })
    expect(answered).toEqual([{ question, args: good[question] }])
  })

  test('uses these channels and no others', () => {
    expect([...channels.keys()].sort()).toEqual(Object.values(electronChannels).sort())
    expect(removed).toEqual(['electron-store-get-data'])
  })
})

describe('a page that is not the window’s own (E8)', () => {
  const strangers: readonly (readonly [string, SenderFrame | null])[] = [
    ['that has gone', null],
    ['inside another page', { ...mainFrame, parent: mainFrame }],
    ['that is being left', { ...mainFrame, detached: true }],
    ...['https://app.bundle', 'app://bundle.evil', 'app://other', 'null', '', 'file://', 'https://bundle'].map(
      (origin) => [`from ${origin || 'nowhere'}`, { ...mainFrame, origin }] as const,
    ),
  ]

  test.each(strangers)('%s gets no response to any request', async (_, frame) => {
    for (const question of questions) expect(await ask(question, good[question], frame)).toEqual(bad)
    expect([answered, refused]).toEqual([[], questions.map((question) => `${question} sender`)])
  })
})

describe('a request', () => {
  test.each<readonly [ElectronRequest, readonly unknown[]]>([
    ['keyState', []],
    ['keyState', ['live', 'more']],
    ['keyState', ['__proto__']],
    ['keyState', ['../live']],
    ['keyState', [{ toString: () => 'live' }]],
    ['setKey', [{ ...entry, more: true }]],
    ['setKey', [{ ...entry, key: '' }]],
    ['setKey', [{ ...entry, key: '   ' }]],
    ['setKey', [{ ...entry, key: 'a\nb' }]],
    ['setKey', [{ ...entry, key: 'x'.repeat(1025) }]],
    ['setKey', [{ ...entry, keeping: 'plain' }]],
    ['setKey', [{ ...entry, origin: 'http://service.example' }]],
    ['setKey', [{ ...entry, origin: 'https://service.example/path' }]],
    ['setKey', [{ ...entry, origin: 'https://user@service.example' }]],
    ['setKey', [{ ...entry, origin: 'file://' }]],
    ['setKey', ['live', 'https://service.example', 'canary']],
    ['setPublishKeys', [{ ...keysEntry, accessKeyId: 'AKIA:TEST' }]],
    ['setPublishKeys', [{ ...keysEntry, accessKeyId: '' }]],
    ['setPublishKeys', [{ ...keysEntry, secretAccessKey: 'a b' }]],
    ['setPublishKeys', [{ ...keysEntry, origin: 'http://s3.example.com' }]],
    ['setPublishKeys', [{ ...keysEntry, sessionToken: 'more' }]],
    ['openExternal', [['https://example.com']]],
    ['openExternal', ['x'.repeat(4097)]],
    ['connect', ['']],
    ['connect', ['x'.repeat(65)]],
    ['showTheme', ['blue']],
    ['showRecent', [[{ title: 'HLDN', link: 'https://example.com' }]]],
    ['showRecent', [[{ title: 'HLDN', link: 'tearsheet://company/HLDN --profile=/tmp' }]]],
    ['showRecent', [[{ title: 'HLDN', link: 'tearsheet://company/hldn' }]]],
    ['showRecent', [[{ title: 'H\nL', link: 'tearsheet://company/HLDN' }]]],
    ['showRecent', [Array.from({ length: 11 }, () => ({ title: 'HLDN', link: 'tearsheet://company/HLDN' }))]],
    ['setOpensAtLogin', ['yes']],
    ['listen', [1]],
    ['showSaved', ['1']],
    ['showSaved', [-1]],
    ['notify', ['', 'home']],
    ['notify', ['x'.repeat(301), 'home']],
    ['notify', ['New']],
    ['notify', ['New', 'settings']],
    ['choosePath', ['/etc']],
    ['choosePath', [{ properties: ['openFile'] }]],
    ['showActivity', [{ unseen: -1, progress: null }]],
    ['showActivity', [{ unseen: 0, progress: 2 }]],
    ['systemLocale', ['de-DE']],
    ['thisWindow', [1]],
    ['openWindow', []],
    ['openWindow', ['second']],
    ['openWindow', ['../../etc']],
    ['dragFile', [{ fileName: '../sheet.png', base64: '' }]],
    ['dragFile', [{ fileName: '/tmp/sheet.png', base64: '' }]],
    ['dragFile', [{ fileName: 'C:\\sheet.png', base64: '' }]],
    ['dragFile', [{ fileName: 'sheet.desktop', base64: '' }]],
    ['dragFile', [{ fileName: '.png', base64: '' }]],
    ['dragFile', [{ fileName: 'sheet.png', base64: 'not base64' }]],
    ['dragFile', [{ fileName: 'sheet.png', base64: '', path: '/etc/passwd' }]],
    ['setMenuKeys', [{ palette: 'K' }]],
    ['setMenuKeys', [{ palette: 'Shift+K' }]],
    ['setMenuKeys', [{ quit: 'CmdOrCtrl+Q' }]],
    ['savePdf', ['sheet.exe']],
    ['savePdf', ['../sheet.pdf']],
    ['savePdf', ['C:\\sheet.pdf']],
    ['savePdf', ['.pdf']],
    ['savePdf', [`${'x'.repeat(157)}.pdf`]],
    ['savePdf', ['a.pdf', { ...pages, styleSheets: ['/assets/../a.css'] }]],
    ['savePdf', ['a.pdf', { ...pages, styleSheets: ['https://x.example/a.css'] }]],
    ['savePdf', ['a.pdf', { ...pages, pageRules: '</style><script>' }]],
    ['savePdf', ['a.pdf', { ...pages, address: 'app://bundle/' }]],
  ])('%s with the wrong content is refused before anyone looks at it', async (question, args) => {
    expect(await ask(question, args)).toEqual(bad)
    expect([answered, refused]).toEqual([[], [`${question} arguments`]])
  })

  test('has a largest length for every text and list, and no place for anything at all (E8)', () => {
    const places = Object.entries(requests).flatMap(([name, schema]) => placesOf(schema, name))
    expect(unlimited(places)).toEqual([])
    expect(listsWithoutEnd(places)).toEqual([])
    expect(places.length).toBeGreaterThan(40)
  })

  test('with pages that it drew gets a response too', async () => {
    expect(await ask('savePdf', ['a.pdf', pages])).toEqual({ ok: true, value: 'savePdf' })
    expect(answered).toEqual([{ question: 'savePdf', args: ['a.pdf', pages] }])
  })

  test('about a service on this machine may come without TLS', async () => {
    expect(await ask('setKey', [{ ...entry, origin: 'http://127.0.0.1:8080' }])).toMatchObject({ ok: true })
  })

  test('of any shape at all gets a response or is refused, and never brings the shell down (E8)', async () => {
    const known = fc.constantFrom(...questions)
    const nearlyAnEntry = fc.anything().map((key) => ({ ...entry, key }))
    const like = fc.oneof(fc.anything(), fc.string(), nearlyAnEntry)
    await fc.assert(
      fc.asyncProperty(known, fc.array(like, { maxLength: 3 }), async (question, args) => {
        answered = []
        const answer = await ask(question, args)
        const reached = answered.length > 0
        expect(answer).toEqual(reached ? { ok: true, value: question } : bad)
        const wanted = firstArguments.get(question) ?? 'string'
        if (reached && good[question].length > 0) expect(typeof args[0]).toBe(wanted)
      }),
      { numRuns: 1000, examples: [['setMenuKeys', [{}]]] },
    )
  })

  test('whose response goes wrong gets a failure without its words', async () => {
    const words = 'https://service.example/?key=canary'
    open({ ...handlers, keyState: () => Promise.reject(new Error(words)) })
    const answer = await ask('keyState', ['live'])
    expect(answer).toEqual({ ok: false, failure: { kind: 'defect' } })
    expect(refused).toEqual(['keyState defect'])
  })
})
