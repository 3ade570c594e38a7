import { expect, test } from 'vitest'
import { Notifications } from '#main/notifications.ts'

function notifications(supported = true) {
  const clicks: (() => void)[] = []
  const done: string[] = []
  const made = new Notifications(
    (sentence) =>
      supported
        ? { on: (_event, click) => void clicks.push(click), show: () => void done.push(`shown ${sentence}`) }
        : null,
    (screen) => void done.push(`opened ${screen}`),
  )
  return { made, clicks, done }
}

test('a notification waits for its click and opens what it announces', () => {
  const { made, clicks, done } = notifications()
  made.show('New on your lists: 3 calls', 'home')
  made.show('HLDN, restatement', 'alerts')
  expect(made.waiting).toBe(2)
  clicks[1]?.()
  expect([made.waiting, done.at(-1)]).toEqual([1, 'opened alerts'])
  clicks[0]?.()
  expect(made.waiting).toBe(0)
  expect(done).toEqual(['shown New on your lists: 3 calls', 'shown HLDN, restatement', 'opened alerts', 'opened home'])
})

test('notifications that nobody clicks do not fill the memory, and a system without them shows none', () => {
  const { made } = notifications()
  for (let shown = 0; shown < 50; shown += 1) made.show('New', 'home')
  expect(made.waiting).toBe(20)
  const none = notifications(false)
  none.made.show('New', 'home')
  expect([none.made.waiting, none.done]).toEqual([0, []])
})
