import { expect, onTestFinished, test } from 'vitest'
import { openedCore, usualNames, type DeskClient } from '../opened-core.ts'

async function twoWorkspaces() {
  const opened = openedCore()
  const { desk } = opened
  const { id } = await desk.workspaces.create({ name: 'Live', baseUrl: 'https://data.example.com', search: usualNames })
  return { ...opened, id }
}

/** A window that does this when the core is about to leave its workspace. Gives what closes it. */
async function window(desk: DeskClient, name: string, leave: (close: () => void) => Promise<void>) {
  const closing = new AbortController()
  const close = () => closing.abort()
  onTestFinished(close)
  const changes = await desk.status.changes({ window: name }, { signal: closing.signal })
  const first = changes.next()
  const listen = async () => {
    for (let change = await first; change.done !== true; change = await changes.next())
      if (change.value.kind === 'leaving') await leave(close)
  }
  // Ends when the window is closed.
  void listen().catch(() => {})
}

test('what every window has yet to save of a workspace is saved before another one is opened', async () => {
  const { desk, id } = await twoWorkspaces()
  await Promise.all(
    ['one', 'other'].map((name, at) =>
      window(desk, name, async () => {
        await desk.notes.remember({ callId: name, seconds: 12.5 + at })
        await desk.workspaces.left({ window: name })
      }),
    ),
  )
  await desk.workspaces.activate({ id })
  expect(await desk.notes.position({ callId: 'one' })).toBeNull()
  await desk.workspaces.activate({ id: 'sample' })
  const seconds = await Promise.all(
    ['one', 'other'].map(async (callId) => (await desk.notes.position({ callId }))?.seconds),
  )
  expect(seconds).toEqual([12.5, 13.5])
})

test.each([
  ['was closed meanwhile', (close: () => void) => Promise.resolve(close())],
  ['hangs', () => Promise.resolve()],
])('a window that %s keeps nobody from opening another workspace', async (_, leave) => {
  const { desk, id } = await twoWorkspaces()
  await window(desk, 'one', leave)
  await desk.workspaces.activate({ id })
  expect((await desk.workspaces.list()).active).toBe(id)
})
