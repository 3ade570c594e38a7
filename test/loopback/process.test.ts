import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Api } from '#contract/api/api.ts'
import { help } from '#loopback/command-line.ts'
import { newToken } from '#loopback/one-use-tokens.ts'
import { tooOld } from '../../scripts/node-version.cjs'
import { contents, tracesIn } from './canary.ts'
import { descendants, processList } from '../core/process-list.ts'
import { post } from './raw-client.ts'
import { enterShell, startShell, temporaryFolder } from './shell-process.ts'

vi.setConfig({ testTimeout: 60_000 })

const canary = 'canary-9f8e7d6c5b4a-0123'

/** Resolves once `there` says so, looking again whenever something changes in the folder around the file. */
function changes(file: string, there: (file: string) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!there(file)) return
      watcher.close()
      resolve()
    }
    const watcher = watch(dirname(file), look)
    look()
  })
}
const appears = (file: string) => changes(file, existsSync)
const disappears = (file: string) => changes(file, (one) => !existsSync(one))

describe('the command line', () => {
  test.each([
    [['--help'], 0, `${help}\n`, ''],
    [['--host', '0.0.0.0'], 2, '', 'Tearsheet listens on 127.0.0.1 only: --host cannot be changed.\n'],
    [['--key-file', '/none/key'], 2, '', 'The key file cannot be read.\n'],
    [['--exit-with-parent'], 2, '', '--exit-with-parent: the parent process must open an IPC channel.\n'],
  ])('%j ends at once with %i', async (args, code, out, err) => {
    const shell = startShell(args)
    expect([await shell.ended, shell.said()]).toEqual([code, { out, err }])
  })

  test('a Node that the scripts refuse is refused here too, before SQLite’s binding ends it without a word', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })"
    const shell = startShell(['--no-open', '--profile', await temporaryFolder()], {
      environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` },
    })
    expect(await Promise.race([shell.ended, shell.address])).toBe(1)
    expect(shell.said()).toEqual({ out: '', err: `${tooOld('22.17.1', process.platform, process.arch)}\n` })
  })

  test('a port that is taken is named, and nothing is left running', async () => {
    const profile = await temporaryFolder()
    const first = startShell(['--no-open', '--profile', profile])
    const { port } = await first.address
    const second = startShell(['--no-open', '--profile', `${profile}/2`, '--port', String(port)])
    expect(await second.ended).toBe(1)
    expect(second.said()).toEqual({
      out: '',
      err: `Port ${port} is in use. Choose another with --port, or omit --port.\n`,
    })
  })
})

/** The API as the page has it: a ticket, a socket, and oRPC on it. */
async function openCore(entered: Awaited<ReturnType<typeof enterShell>>) {
  // The socket of ws has all that oRPC uses of a browser's; only its types are its own.
  const websocket = (await openSocket(entered)) as unknown as globalThis.WebSocket
  const api: ContractRouterClient<Api> = createORPCClient(new RPCLink({ websocket }))
  return api
}

async function openSocket({ port, ask }: Awaited<ReturnType<typeof enterShell>>): Promise<WebSocket> {
  const { body } = await ask('/ticket', {})
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api`, { headers: { Origin: `http://127.0.0.1:${port}` } })
  await once(socket, 'open')
  const ready = once(socket, 'message')
  socket.send((body as { readonly ticket: string }).ticket)
  expect(String((await ready)[0])).toBe('ready')
  return socket
}

test.each([
  ['text that is no JSON', `${canary} {`],
  ['bytes that are no JSON', Buffer.from(`{"${canary}`)],
  ['JSON that is no request', `{"i":"1","p":{"u":"http://[${canary}"}}`],
  ['headers that are none', `{"i":"1","p":{"u":"/status/now","b":{"json":{}},"m":"POST","h":"\\u0000${canary}"}}`],
  ['nothing', 'null'],
])('of %s sent on a page’s line nothing is printed but its kind and size', async (_, message) => {
  const shell = startShell(['--no-open', '--no-sample', '--profile', await temporaryFolder()])
  const socket = await openSocket(await enterShell(shell))
  const closed = once(socket, 'close')
  socket.send(message)
  expect((await closed)[0]).toBe(1007)
  shell.child.kill('SIGTERM')
  await shell.ended
  const { out, err } = shell.said()
  const kind = typeof message === 'string' ? 'text' : 'binary'
  expect(err).toBe(`A page sent an unreadable message (${kind}, ${message.length} bytes).\n`)
  expect(out).not.toContain(canary)
})

test('from the printed address to a response of the core: one line on the terminal, then the API (B14)', async () => {
  const shell = startShell(['--no-open', '--profile', await temporaryFolder()])
  const api = await openCore(await enterShell(shell))

  const { workspaces, active } = await api.workspaces.list()
  expect(workspaces.map(({ id, kind, hasKey }) => [id, kind, hasKey])).toEqual([['sample', 'sample', true]])
  expect(active).toBe('sample')
  const parameters = { query: 'A', type: 'symbol' } as const
  const { records, provenance } = await api.fetch.securities({ parameters, freshness: 'service' })
  expect(records.length).toBeGreaterThan(0)
  expect(provenance.source).toBe('service')
  await expect(api.workspaces.activate({ id: 'none' })).rejects.toMatchObject({
    code: 'FAILURE',
    data: { kind: 'no-such-workspace' },
  })
  await expect(api.workspaces.activate({ id: 1 as never })).rejects.toMatchObject({
    code: 'FAILURE',
    data: { kind: 'bad-request' },
  })

  shell.child.kill('SIGTERM')
  expect(await shell.ended).toBe(0)
  expect(shell.said().out.trim().split('\n')).toHaveLength(1)
  expect(shell.said().err).toBe('')
})

test('a key from a file serves a workspace made while the shell runs (B12)', async () => {
  const folder = await temporaryFolder()
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, 'https://service.example filed-key\n', { mode: 0o600 })
  const shell = startShell(['--no-open', '--no-sample', '--profile', join(folder, 'profile'), '--key-file', keyFile])
  const inside = await enterShell(shell)
  const api = await openCore(inside)
  const changes = await api.status.changes()
  const search = { query: 'q', type: 'query_by', page: 'page', key: 'unknown' } as const
  const edit = { name: 'Live', baseUrl: 'https://service.example/api', recordingsBase: '', search }
  const { id } = await api.workspaces.create(edit)
  for await (const _ of changes) {
    const { workspaces } = await api.workspaces.list()
    if (workspaces.some((one) => one.id === id && one.hasKey)) break
  }
  expect((await inside.ask('/shell/key-state', { workspace: id })).body).toMatchObject({
    present: true,
    origin: 'https://service.example',
    keeping: 'session',
  })
})

/** A file of /proc; empty when the process has ended since it was listed, as what opens the browser does. */
async function readUnlessEnded(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return ''
    throw error
  }
}

describe.runIf(process.platform === 'linux')(
  'the launch token stays out of every process list (B4; needs Linux, whose process list is a folder)',
  () => {
    test('the browser is given a file; the token is on no command line and in no environment', async () => {
      const folder = await temporaryFolder()
      const runtime = join(folder, 'runtime')
      const seen = join(folder, 'seen')
      await mkdir(runtime, { mode: 0o700 })
      // What a desktop's opener is given, and what others could see of it while it runs.
      await writeFile(
        join(folder, 'xdg-open'),
        `#!/bin/sh
umask 077
printf '%s\\n' "$@" > "${seen}.arguments"
cat /proc/$$/environ > "${seen}.environment"
cat "$1" > "${seen}.page"
echo opened >&2
mv "${seen}.page" "${seen}"
`,
      )
      await chmod(join(folder, 'xdg-open'), 0o755)
      const shell = startShell(['--profile', join(folder, 'profile')], {
        environment: { DISPLAY: ':0', XDG_RUNTIME_DIR: runtime, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      })
      const { port, token } = await shell.address
      await appears(seen)

      const [file = ''] = (await readFile(`${seen}.arguments`, 'utf8')).split('\n')
      expect(dirname(dirname(file))).toBe(runtime)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
      const page = await readFile(seen, 'utf8')
      const opened = /url=http:\/\/127\.0\.0\.1:(\d+)\/open#t=([\w-]{43})"/.exec(page)
      expect(Number(opened?.[1])).toBe(port)
      const tokens = [token, opened?.[2] ?? '']
      expect(new Set(tokens).size).toBe(2)

      const processes = [process.pid, shell.child.pid ?? 0, ...(await descendants(shell.child.pid ?? 0))]
      expect(processes.length).toBeGreaterThan(2)
      const public_ = await Promise.all(
        processes.flatMap((id) => [`/proc/${id}/cmdline`, `/proc/${id}/environ`].map(readUnlessEnded)),
      )
      expect(public_.filter((text) => text !== '').length).toBeGreaterThan(4)
      public_.push(await readFile(`${seen}.arguments`, 'utf8'), await readFile(`${seen}.environment`, 'latin1'))
      for (const one of tokens) expect(public_.filter((text) => text.includes(one))).toEqual([])

      // Its work done, the file goes.
      expect((await post(port, '/session', { token: tokens[1], session: newToken() })).status).toBe(200)
      await disappears(dirname(file))
      shell.child.kill('SIGTERM')
      expect(await shell.ended).toBe(0)
      expect(await readdir(runtime)).toEqual([])
    })

    test('where there is no browser to open, the terminal says so and the address still works', async () => {
      const folder = await temporaryFolder()
      await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\nexit 3\n')
      await chmod(join(folder, 'xdg-open'), 0o755)
      const shell = startShell(['--profile', join(folder, 'profile')], {
        environment: { DISPLAY: ':0', XDG_RUNTIME_DIR: folder, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      })
      await shell.complains(/^No browser could be opened\. Open the address above in your browser\.$/m)
      await enterShell(shell)
      shell.child.kill('SIGTERM')
      expect(await shell.ended).toBe(0)
      expect((await readdir(folder)).filter((name) => name.startsWith('tearsheet-'))).toEqual([])
    })
  },
)

test('a key typed into the page or read from a file is written nowhere (S6, B12)', async () => {
  const folder = await temporaryFolder()
  const profile = join(folder, 'profile')
  const filed = 'filed-key-5a6b7c8d9e0f-4567'
  const keyFile = join(folder, 'key')
  // A port on which nobody responds: the key is used, and the request fails.
  const origin = 'http://127.0.0.1:9'
  await writeFile(keyFile, `${origin} ${filed}\n`, { mode: 0o600 })
  const shell = startShell(['--no-open', '--profile', profile, '--key-file', keyFile])
  const inside = await enterShell(shell)
  const answers = [
    await inside.ask('/shell/set-key', { workspace: 'sample', origin, key: canary, keeping: 'session' }),
    await inside.ask('/shell/key-state', { workspace: 'sample' }),
    await inside.ask('/shell/set-key', { workspace: 'sample', origin, key: canary, keeping: 'unprotected' }),
    await inside.ask('/shell/set-key', { workspace: canary, origin: canary, key: `${canary}\n`, keeping: canary }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400])
  expect(answers[1]?.body).toMatchObject({ present: true, lastFour: '0123', keeping: 'session' })
  const duringRun = await contents(profile)
  const listed = await processList(shell.child.pid ?? 0)
  shell.child.kill('SIGTERM')
  expect(await shell.ended).toBe(0)
  const everything = Buffer.concat([
    listed,
    Buffer.from(JSON.stringify([answers, shell.said()])),
    duringRun,
    await contents(profile),
  ])
  expect(everything.length).toBeGreaterThan(10_000)
  if (process.platform === 'linux') expect(listed.toString('latin1')).toContain('--key-file')
  expect(tracesIn(everything, canary)).toEqual([])
  expect(tracesIn(everything, filed)).toEqual([])
  // The search finds what is there.
  expect(tracesIn(Buffer.concat([everything, Buffer.from(canary)]), canary)).not.toEqual([])
})

describe('the shell and what it started end together (B13)', () => {
  test('with the parent that started it, profile free and nothing left', async () => {
    const profile = await temporaryFolder()
    const shell = startShell(['--no-open', '--exit-with-parent', '--profile', profile], { withChannel: true })
    await (await enterShell(shell)).ask('/ticket', {})
    shell.child.disconnect()
    expect(await shell.ended).toBe(0)
    const next = startShell(['--no-open', '--profile', profile])
    expect((await (await enterShell(next)).ask('/ticket', {})).status).toBe(200)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('on %s, cleanly', async (signal) => {
    const shell = startShell(['--no-open', '--profile', await temporaryFolder()])
    await (await enterShell(shell)).ask('/ticket', {})
    shell.child.kill(signal)
    expect([await shell.ended, shell.said().err]).toEqual([0, ''])
  })

  test.each(['before', 'after'])('killed %s the sample service listens, it leaves none behind', async (moment) => {
    const shell = startShell(['--no-open', '--profile', await temporaryFolder()])
    if (moment === 'after') await (await enterShell(shell)).ask('/ticket', {})
    else await shell.address
    shell.child.kill('SIGKILL')
    // The sample service holds our stderr: the pipe ends when the last of them has gone.
    expect(await shell.ended).toBe(null)
  })
})

test('two shells on one profile: the second says so, on the terminal and in its page, and opens it when it is free (C9)', async () => {
  const profile = await temporaryFolder()
  const first = startShell(['--no-open', '--profile', profile])
  expect((await (await enterShell(first)).ask('/ticket', {})).status).toBe(200)
  const second = startShell(['--no-open', '--no-sample', '--profile', profile])
  await second.complains(/^This profile is open in another Tearsheet window\. The page shows what to do\.$/m)
  const inside = await enterShell(second)
  expect(await inside.ask('/ticket', {})).toEqual({ status: 503, body: { failure: { kind: 'profile-in-use' } } })
  first.child.kill('SIGTERM')
  await first.ended
  expect((await inside.ask('/ticket', {})).status).toBe(200)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a profile folder that cannot be made is named in words, and the page can still be opened', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  const shell = startShell(['--no-open', '--no-sample', '--profile', join(folder, 'file', 'profile')])
  await shell.complains(/^The profile folder cannot be used: /m)
  const { status, body } = await (await enterShell(shell)).ask('/ticket', {})
  expect([status, body]).toMatchObject([503, { failure: { kind: 'profile-missing' } }])
})
