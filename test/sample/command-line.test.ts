import { fork, spawn } from 'node:child_process'
import { once, type EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { helpText, readCommandLine } from '#sample/command-line.ts'
import { faultTargets } from '#sample/faults/fault-plan.ts'
import { faults } from '#sample/faults/fault-catalog.ts'
import { addressOf, paths, row } from './sample-requests.ts'

/** What an emitter says next. */
const heard = (emitter: EventEmitter, event: string): Promise<unknown[]> => once(emitter, event)

const program = fileURLToPath(new URL('../../src/sample/main.ts', import.meta.url))

describe('the command line', () => {
  test('without switches is the usual service', () => {
    expect(readCommandLine([])).toEqual({
      port: 0,
      key: 'sample-key',
      slow: 0,
      limit: Number.POSITIVE_INFINITY,
      largestPage: 100,
      searchNames: { query: 'q', type: 'query_by', page: 'page' },
      searchWantsKey: false,
      recordingsWantKey: false,
      restated: 'on-second-request',
      faults: {},
    })
  })

  test('reads every switch', () => {
    const given = readCommandLine([
      '--port',
      '4000',
      '--key',
      'other',
      '--slow',
      '250',
      '--limit',
      '5',
      '--largest-page',
      '20',
      '--search-names',
      'term,field,p',
      '--search-wants-key',
      '--recordings-want-key',
      '--restated',
      'always',
      '--fail',
      'ratings=503,503,ok',
      '--fail',
      'calls.list=429;retry-after=5',
      '--fail',
      '500',
    ])
    expect(given).toEqual({
      port: 4000,
      key: 'other',
      slow: 250,
      limit: 5,
      largestPage: 20,
      searchNames: { query: 'term', type: 'field', page: 'p' },
      searchWantsKey: true,
      recordingsWantKey: true,
      restated: 'always',
      faults: { ratings: '503,503,ok', 'calls.list': '429;retry-after=5', '*': '500' },
    })
  })

  test.each([
    [['--port', 'any'], '--port takes a whole number up to 65535.'],
    [['--port', '70000'], '--port takes a whole number'],
    [['--restated', 'often'], '--restated takes one of'],
    [['--search-names', 'q'], '--search-names takes three names'],
    [['--unknown'], '--unknown'],
  ])('%j is refused with a sentence', (args, says) => {
    expect(() => readCommandLine(args)).toThrow(says)
  })

  test('its help names every switch, every target and every fault', () => {
    const text = helpText()
    const names = Object.values(faults).flatMap((group) => Object.keys(group))
    for (const name of [...faultTargets, ...names, '--fail', '--slow', '--limit', '--restated', '--key']) {
      expect(text).toContain(name)
    }
    expect(readCommandLine(['--help'])).toBe('help')
  })
})

describe('the program', () => {
  test('prints one line of JSON when it is ready, responds there, and ends on a signal', async () => {
    const child = spawn(process.execPath, [program, '--key', 'of-this-test'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = (await heard(child.stdout, 'data')).map(String)
    expect(line).toMatch(/^\{"listening":"http:\/\/127\.0\.0\.1:\d+"\}\n$/)
    const baseUrl = String(row(JSON.parse(line ?? '')).listening)
    const answer = await fetch(addressOf({ baseUrl }, paths.ratings, { symbol: 'HLDN' }, 'of-this-test'))
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await heard(child, 'exit')).toEqual([0, null])
  })

  test('messages a parent that forked it, and ends when the parent goes', async () => {
    const child = fork(program, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [message] = await heard(child, 'message')
    expect(row(message).listening).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    child.disconnect()
    expect(await heard(child, 'exit')).toEqual([0, null])
  })

  test('says in one sentence that its port is taken, and exits with 1', async () => {
    const first = fork(program, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
    onTestFinished(() => void first.kill('SIGKILL'))
    const [message] = await heard(first, 'message')
    const { port } = new URL(String(row(message).listening))
    const second = spawn(process.execPath, [program, '--port', port], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    second.stderr.on('data', (part) => (said += String(part)))
    expect(await heard(second, 'close')).toEqual([1, null])
    expect(said.trim()).toBe(`Port ${port} is in use. Choose another with --port, or omit --port for any free port.`)
  })
})
