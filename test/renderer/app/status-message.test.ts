import { expect, test } from 'vitest'
import { LatestMessage, messageTime } from '../../../src/renderer/app/status-message.svelte.ts'
import { ManualTime } from '../manual-time.ts'

test('what can be undone can be undone later, on another page too, until it was or another message follows', () => {
  const time = new ManualTime()
  const message = new LatestMessage(time.after)
  let undone = 0
  message.show('Marked as a known break.', 'figures', { label: 'Undo', run: () => (undone += 1) })
  time.pass(60 * messageTime)
  expect(message.on('other').action?.label).toBe('Undo')
  message.on('other').action?.run()
  expect([undone, message.on('figures')]).toEqual([1, { sentence: '' }])
  message.show('Marked as a known break.', 'figures', { label: 'Undo', run: () => (undone += 1) })
  message.show('Copied 12 figures.', 'figures')
  expect(message.on('figures')).toEqual({ sentence: 'Copied 12 figures.' })
})

test('what can be undone is read out however late, and other messages only while they are new', () => {
  const time = new ManualTime()
  const message = new LatestMessage(time.after)
  const copied = message.show('Copied 12 figures.', 'figures')
  const removed = message.show('HLDN removed from Coverage.', 'figures', { label: 'Undo', run: () => undefined })
  expect([copied(), removed()]).toEqual(['Copied 12 figures.', 'HLDN removed from Coverage. Undo in the status bar.'])
  // A recording plays.
  time.pass(60 * messageTime)
  expect([copied(), removed()]).toEqual(['', 'HLDN removed from Coverage. Undo in the status bar.'])
  const later = message.show('Copied 1 figure.', 'figures')
  expect([removed(), later()]).toEqual(['', 'Copied 1 figure.'])
})

test('a message alone is shown on its page, for a while', () => {
  const time = new ManualTime()
  const message = new LatestMessage(time.after)
  message.show('Copied 12 figures.', 'figures')
  expect([message.on('figures').sentence, message.on('other').sentence]).toEqual(['Copied 12 figures.', ''])
  time.pass(messageTime)
  expect(message.on('figures').sentence).toBe('')
})
