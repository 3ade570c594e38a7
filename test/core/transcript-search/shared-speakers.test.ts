import { expect, test } from 'vitest'
import { SharedSpeakers } from '#core/transcript-search/shared-speakers.ts'

const row = {
  callId: 'one',
  number: 0,
  name: 'Ann Lee',
  role: 'Analyst',
  organization: 'Bank',
  side: 'analyst',
} as const

test('an analyst who has changed firms keeps on each call the firm of that day', () => {
  const speakers = new SharedSpeakers()
  const [first, moved] = [speakers.of(row), speakers.of({ ...row, callId: 'two', organization: 'Fund' })]
  expect([first.organization, moved.organization]).toEqual(['Bank', 'Fund'])
})

test('a name with quotation marks is not read as name and role of somebody else', () => {
  const speakers = new SharedSpeakers()
  speakers.of({ ...row, name: 'Ann Lee","Chief', role: null })
  expect(speakers.of({ ...row, name: 'Ann Lee', role: 'Chief' }).name).toBe('Ann Lee')
})

test('the speakers of a company take their place in memory once, however many calls they speak on', () => {
  const speakers = new SharedSpeakers()
  expect(speakers.of({ ...row, callId: 'two', number: 4 })).toBe(speakers.of(row))
})
