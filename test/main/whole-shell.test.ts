import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openCore } from '#core/core.ts'

const root = join(import.meta.dirname, '../..')
const canary = 'canary-9f3e1b7a-last'

const scratch = mkdtempSync(join(tmpdir(), 'tearsheet-shell-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const newProfile = () => join(mkdtempSync(join(scratch, 'profile-')), 'desk')

/** The main process itself, from its first statement to its last, on a stand-in for Electron alone. */
async function run(profile: string, args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, 'stand-in-electron/register.ts'),
      join(root, 'src/main/main.ts'),
      '--profile',
      profile,
      ...args,
    ],
    { cwd: root, env: { ...process.env, STAND_IN_CANARY: canary, ...environment } },
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const report = out.split('\n').find((line) => line.startsWith('{"events"')) ?? '{"events":[]}'
  return { code, out, events: z.object({ events: z.array(z.string()) }).parse(JSON.parse(report)).events }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}

describe('the Electron shell', () => {
  const profile = newProfile()
  let first: Awaited<ReturnType<typeof run>>
  let second: Awaited<ReturnType<typeof run>>

  beforeAll(async () => {
    first = await run(profile, [], { STAND_IN_SAVE: join(scratch, 'mine.pdf'), STAND_IN_FOLDER: '/chosen' })
    writeFileSync(join(profile, 'window/settings.json'), '')
    second = await run(profile)
  }, 120_000)

  test('opens its window on the library, keeps a key, survives the core’s death, and ends in order (W6)', () => {
    expect(first.events).toEqual([
      `lock {"link":null} in ${profile}/window`,
      'name Tearsheet',
      'sandbox',
      'schemes app',
      'switch disable-http-cache',
      'ready',
      'session window cache false request check device display usb onBeforeRequest spelling',
      'fork Tearsheet sample service',
      'fork Tearsheet library',
      'window-open denied',
      'load app://bundle/ 200 text/html; charset=utf-8',
      'window shown',
      'workspaces sample true',
      'window focused',
      'action {"name":"palette"}',
      'theme dark',
      'print preferCSSPageSize printBackground generateTaggedPDF generateDocumentOutline',
      'save HLDN tear sheet.pdf as PDF',
      'saved mine.pdf',
      'pdf true',
      'window-open denied',
      'load app://bundle/print/ID 200 text/html; charset=utf-8',
      'print preferCSSPageSize printBackground generateTaggedPDF generateDocumentOutline',
      'window destroyed',
      'save Coverage booklet.pdf as PDF',
      'saved mine.pdf',
      'booklet true',
      'choose Choose a Folder for the Backup openDirectory,createDirectory',
      'backup in /chosen',
      'choose Choose a Backup openFile',
      'restore /chosen',
      'key last keyring',
      'live has key true',
      'line closed',
      'fork Tearsheet library',
      'live has key true',
      'ping',
      'quit',
      'exit 0',
    ])
    expect([first.code, first.out.includes('Error')]).toEqual([0, false])
  })

  test('saves the page as a PDF where the user wants it, and nothing where they want none', () => {
    expect(readFileSync(join(scratch, 'mine.pdf'), 'utf8')).toBe('%PDF-1.7')
    expect(second.events).toContain('pdf false')
  })

  test('lets its user choose folders in the system’s dialog, and takes none that was not chosen', () => {
    expect(second.events).toContain('backup in null')
  })

  test('names a settings file that was lost, and keeps what is left of it', () => {
    const folder = join(profile, 'window')
    const aside = readdirSync(folder).find((name) => name.startsWith('settings.json.damaged-'))
    expect(second.events).toContain(
      `box The settings file (now ${aside}) was damaged and was moved aside. Nothing was deleted.`,
    )
    expect(readFileSync(join(folder, aside!), 'utf8')).toBe('')
  })

  test('remembers how its window was left', () => {
    expect(JSON.parse(readFileSync(join(profile, 'window/settings.json'), 'utf8'))).toEqual({
      theme: 'dark',
      windows: [
        {
          id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
          bounds: { x: 10, y: 20, width: 1200, height: 800 },
          maximized: false,
        },
      ],
    })
  })

  test('finds the key again at the next start', () => {
    expect(second.events.find((line) => line.startsWith('workspaces'))).toContain('live true')
  })

  test('leaves the key in no file and says it to no terminal', () => {
    const forms = [canary, encodeURIComponent(canary), btoa(canary), Buffer.from(canary).toString('hex')]
    const slices = [...forms, Buffer.from(canary, 'utf16le').toString('latin1'), canary.slice(0, 12)]
    const files = filesUnder(profile)
    expect(files.length).toBeGreaterThan(3)
    const texts = [first.out, second.out, ...files.map((file) => readFileSync(file, 'latin1'))]
    for (const text of texts) for (const slice of slices) expect(text.includes(slice)).toBe(false)
  })
})

describe('a start that fails before there is a window', () => {
  test('says why and ends, so that the next start finds no lock', async () => {
    const { code, events } = await run(newProfile(), [], { STAND_IN_BROKEN: 'session' })
    expect(events.slice(-2)).toEqual(['error Tearsheet cannot start: the session cannot be opened', 'exit 1'])
    expect(code).toBe(1)
  }, 60_000)

  test('the same where the application is not even ready', async () => {
    const { code, events } = await run(newProfile(), [], { STAND_IN_BROKEN: 'schemes' })
    expect(events.slice(-2)).toEqual(['error Tearsheet cannot start: the scheme cannot be registered', 'exit 1'])
    expect(code).toBe(1)
  }, 60_000)
})

test('the proxy of the system reaches the core: by origin, while it is the setting', async () => {
  const environment = { STAND_IN_SCENE: 'proxy', STAND_IN_PROXY: 'PROXY proxy.example:8080; DIRECT' }
  const { events } = await run(newProfile(), [], environment)
  const told = events.filter((event) => /^(proxy of|system|direct|page failed)/.test(event))
  expect(told).toEqual(['proxy of https://service.example', 'system service.example proxy.example:8080,', 'direct '])
}, 60_000)

describe('with text on screen that is saved nowhere', () => {
  const leaving = 'box Leave with unsaved changes?'
  const choosing = 'choose Choose a Profile Folder openDirectory,createDirectory'
  const scene = { STAND_IN_SCENE: 'unsaved', STAND_IN_FOLDER: '/other' }

  test('a reload, a closed window, another profile and a quit each ask first, and Stay keeps all of it', async () => {
    const presses = ['Stay', 'Stay', 'Stay', 'Leave'].join()
    const { code, events } = await run(newProfile(), [], { ...scene, STAND_IN_PRESSES: presses })
    expect(events.slice(events.indexOf(`${leaving} Stay`))).toEqual([
      `${leaving} Stay`,
      'not reloaded',
      `${leaving} Stay`,
      choosing,
      'quit',
      `${leaving} Stay`,
      'quit',
      `${leaving} Leave`,
      // Not with the other profile: the user stayed then.
      'exit 0',
    ])
    expect(code).toBe(0)
  }, 60_000)

  test('Leave reloads, and opens the other profile', async () => {
    const presses = ['Leave', 'Stay', 'Leave'].join()
    const { events } = await run(newProfile(), [], { ...scene, STAND_IN_PRESSES: presses })
    const from = events.slice(events.indexOf(`${leaving} Leave`))
    expect(from.slice(0, 6)).toEqual([
      `${leaving} Leave`,
      'reloaded',
      `${leaving} Stay`,
      choosing,
      'quit',
      `${leaving} Leave`,
    ])
    expect(from.find((event) => event.startsWith('relaunch'))).toContain('--profile=/other')
  }, 60_000)
})

describe('a second start', () => {
  test('opens nothing and hands over what it was to show', async () => {
    const home = newProfile()
    const { code, events, out } = await run(home, ['tearsheet://company/aapl'], {
      STAND_IN_LOCK: 'taken',
      HOME: home,
      XDG_DATA_HOME: home,
    })
    expect(events).toEqual([`lock {"link":"tearsheet://company/AAPL"} in ${home}/tearsheet/window`, 'exit 0'])
    expect([code, out.includes('is already open with this profile'), filesUnder(home)]).toEqual([0, true, []])
  }, 60_000)

  test('while the other shell has the profile names that in the window, and touches nothing (C9, W12)', async () => {
    const profile = newProfile()
    const core = openCore({ profile, version: '0.0.0-test' })
    try {
      const { code, events } = await run(profile)
      expect(events.slice(-3)).toEqual(['page failed {"kind":"profile-in-use"}', 'quit', 'exit 0'])
      expect(code).toBe(0)
    } finally {
      await core.close()
    }
  }, 60_000)
})
