import { describe, expect, test } from 'vitest'
import type { Life } from '#main/core-life.ts'
import {
  choiceOf,
  coreTroubleBox,
  leaveBox,
  noticeBox,
  startSentences,
  unprotectedBox,
  windowTroubleBox,
} from '#main/boxes.ts'

describe('a profile that cannot be opened', () => {
  test.each<[Life, string]>([
    [{ phase: 'refused', failure: { kind: 'profile-in-use' } }, 'This profile is open in another Tearsheet window.'],
    [
      { phase: 'refused', failure: { kind: 'newer-version', detail: 'desk.db' } },
      'desk.db was made by a newer Tearsheet. It was left untouched.',
    ],
    [{ phase: 'given-up', deaths: [1, 2, 3, 4, 5] }, 'The storage process stops again and again.'],
  ])('%j is named, with its folder and what can be done', (life, message) => {
    const box = coreTroubleBox(life, '/home/ada/desk')
    expect(box?.options.message).toBe(message)
    expect(box?.options.detail).toContain('/home/ada/desk')
    expect(box?.options.buttons).toEqual(['Try Again', 'Other Profile Folder…', 'Quit'])
  })

  test('is not spoken of while all is well', () => {
    for (const phase of ['down', 'closing', 'closed'] as const) expect(coreTroubleBox({ phase }, '/x')).toBeNull()
    for (const phase of ['starting', 'up', 'waiting'] as const) {
      expect(coreTroubleBox({ phase, deaths: [] }, '/x')).toBeNull()
    }
  })

  test('offers no way to delete anything', () => {
    const box = coreTroubleBox({ phase: 'refused', failure: { kind: 'newer-version' } }, '/x')
    expect(box?.options.buttons?.join()).not.toMatch(/delete|remove|reset/i)
  })
})

describe('a box that is closed without an answer', () => {
  test.each([
    ['stores no key in the open', unprotectedBox, 'cancel'],
    ['leaves no page', leaveBox, 'stay'],
    ['reloads nothing', windowTroubleBox, 'quit'],
  ] as const)('%s', (_, box, choice) => {
    expect(choiceOf<string>(box, box.options.cancelId!)).toBe(choice)
    expect(choiceOf<string>(box, 99)).toBe(choice)
  })
})

test('storing a key without protection is never the button that Enter presses', () => {
  expect(choiceOf(unprotectedBox, unprotectedBox.options.defaultId!)).toBe('cancel')
})

test('what came up while starting is told once, in sentences', () => {
  const sentences = startSentences({
    failures: [{ kind: 'damaged', detail: 'The settings file (now settings.json.damaged-x)' }],
    exposedBy: ['--log-net-log'],
    withoutSandbox: true,
  })
  expect(sentences).toEqual([
    'The settings file (now settings.json.damaged-x) was damaged. It was set aside, nothing was deleted.',
    'Tearsheet was started with --log-net-log: other programs can watch it. No key is used in this run.',
    'Tearsheet was started with --no-sandbox: the window runs without the protection of Chromium’s sandbox.',
  ])
  expect(noticeBox(sentences)?.options).toMatchObject({
    message: sentences[0],
    detail: sentences.slice(1).join('\n\n'),
  })
  expect(noticeBox(startSentences({ failures: [], exposedBy: [], withoutSandbox: false }))).toBeNull()
})
