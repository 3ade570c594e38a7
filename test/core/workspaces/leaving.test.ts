import { expect, onTestFinished, test } from 'vitest'
import { openedCore, usualNames, type ApiClient } from '../opened-core.ts'

async function twoWorkspaces() {
  const opened = openedCore()
  const { api } = opened
  const { id } = await api.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search: usualNames })
  return { ...opened, id }
}

/** A window that does this when the core is about to leave its workspace. Gives what closes it. */
async function window(api: ApiClient, name: string, leave: (close: () => void) => Promise<void>) {
  const closing = new AbortController()
  const close = () => closing.abort()
  onTestFinished(close)
  const changes = await api.status.changes({ window: name }, { signal: closing.signal })
  const first = changes.next()
  const listen = async () => {
    for (let change = await first; change.done !== true; change = await changes.next())
      if (change.value.kind === 'leaving') await leave(close)
  }
  // Ends when the window is closed.
  void listen().catch(() => {})
}

test('what every window has yet to save of a workspace is saved before another one is opened', async () => {
  const { api, id } = await twoWorkspaces()
  await Promise.all(
    ['one', 'other'].map((name, at) =>
      window(api, name, async () => {
        await api.notes.savePosition({ callId: name, seconds: 12.5 + at })
        await api.workspaces.confirmLeaving({ window: name })
      }),
    ),
  )
  await api.workspaces.activate({ id })
  expect(await api.notes.position({ callId: 'one' })).toBeNull()
  await api.workspaces.activate({ id: 'sample' })
  const seconds = await Promise.all(
    ['one', 'other'].map(async (callId) => (await api.notes.position({ callId }))?.seconds),
  )
  expect(seconds).toEqual([12.5, 13.5])
})

test.each([
  ['was closed meanwhile', (close: () => void) => Promise.resolve(close())],
  ['hangs', () => Promise.resolve()],
])('a window that %s keeps nobody from opening another workspace', async (_, leave) => {
  const { api, id } = await twoWorkspaces()
  await window(api, 'one', leave)
  await api.workspaces.activate({ id })
  expect((await api.workspaces.list()).active).toBe(id)
})
