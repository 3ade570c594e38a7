import { expect, test } from 'vitest'
import { Announcer } from '../../../../src/renderer/ui/announcements/announcer.svelte.ts'
import { progressSteps } from '../../../../src/renderer/ui/announcements/progress-steps.ts'
import { ManualTime } from '../../manual-time.ts'

/** A window with its regions, and everything that was in them, in order. */
function listening() {
  const time = new ManualTime()
  const announcer = new Announcer(time.after)
  const page = {}
  announcer.addPlace(page)
  const heard: string[] = []
  let [polite, urgent] = ['', '']
  /** A tick at a time, as a screen reader sees the regions change. */
  const pass = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      time.pass(10)
      const now = [announcer.politeAt(page), announcer.urgentAt(page)] as const
      if (now[0] !== polite && now[0] !== '') heard.push(now[0])
      if (now[1] !== urgent && now[1] !== '') heard.push(`! ${now[1]}`)
      ;[polite, urgent] = now
    }
  }
  return { announcer, page, heard, pass }
}

test('messages are read one after the other, and none is lost', () => {
  const { announcer, heard, pass } = listening()
  announcer.say('3 securities.')
  announcer.say('Sorted by Name, ascending.')
  pass(10_000)
  expect(heard).toEqual(['3 securities.', 'Sorted by Name, ascending.'])
})

test('the same sentence is read out again when it happens again', () => {
  const { announcer, heard, pass } = listening()
  announcer.say('Copied 1 figure.')
  announcer.say('Copied 1 figure.')
  pass(10_000)
  expect(heard).toEqual(['Copied 1 figure.', 'Copied 1 figure.'])
})

test('of several counts that follow each other while the user types, the last is read', () => {
  const { announcer, heard, pass } = listening()
  const source = {}
  for (const count of ['120 securities', '14 securities', '3 securities']) {
    announcer.say(count, { source })
    pass(50)
  }
  pass(10_000)
  expect(heard).toEqual(['14 securities', '3 securities'])
})

test('what is no longer true when its turn comes is not read', () => {
  const { announcer, heard, pass } = listening()
  let isShown = true
  announcer.say('First.')
  announcer.say(() => (isShown ? 'No results.' : ''))
  announcer.say('Last.')
  isShown = false
  pass(10_000)
  expect(heard).toEqual(['First.', 'Last.'])
})

test('a text stays long enough to be noticed, and leaves the region empty before the next', () => {
  const { announcer, page, pass } = listening()
  announcer.say('Saved comparison.csv, 12 rows.')
  announcer.say('Second.')
  pass(1000)
  expect(announcer.politeAt(page)).toBe('Saved comparison.csv, 12 rows.')
  pass(250)
  expect(announcer.politeAt(page)).toBe('')
  pass(100)
  expect(announcer.politeAt(page)).toBe('Second.')
})

test('while a recording plays nothing polite is read, and what stops the work is', () => {
  const { announcer, heard, pass } = listening()
  announcer.hold(true)
  let isShown = true
  announcer.say(() => (isShown ? '12 calls' : ''))
  announcer.say('Offline download: Coverage done.')
  announcer.say('The program has ended.', { urgent: true })
  pass(60_000)
  expect(heard).toEqual(['! The program has ended.'])
  isShown = false
  announcer.hold(false)
  pass(10_000)
  expect(heard).toEqual(['! The program has ended.', 'Offline download: Coverage done.'])
})

test('a recording that begins before a message was read is not talked over', () => {
  const { announcer, heard, pass } = listening()
  announcer.say('12 calls')
  pass(50)
  announcer.hold(true)
  pass(10_000)
  expect(heard).toEqual([])
  announcer.hold(false)
  pass(1000)
  expect(heard).toEqual(['12 calls'])
})

test('what happens in a dialog is read in the dialog: nothing else is read out while it is open', () => {
  const { announcer, page, heard, pass } = listening()
  const dialog = {}
  const close = announcer.addPlace(dialog)
  announcer.say('2 of 3 will be added.')
  pass(200)
  expect([announcer.politeAt(page), announcer.politeAt(dialog)]).toEqual(['', '2 of 3 will be added.'])
  close()
  pass(5000)
  expect(heard).toEqual([])
  announcer.say('Added.')
  pass(1000)
  expect(heard).toEqual(['Added.'])
})

test('progress is read in steps of ten percent, never backwards', () => {
  const said: string[] = []
  const steps = progressSteps({ say: (text) => said.push(typeof text === 'string' ? text : text()) })
  for (let at = 0; at <= 25; at++) steps('Backup', at, 100)
  // More work was found: the share falls.
  steps('Backup', 26, 200)
  steps('Backup', 60, 200)
  steps('Backup', 61, 200)
  steps('Backup', 200, 200)
  steps('Indexing', 20, 100)
  expect(said).toEqual(['Backup: 10%', 'Backup: 20%', 'Backup: 30%', 'Indexing: 20%'])
})
