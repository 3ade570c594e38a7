import { describe, expect, test } from 'vitest'
import {
  choiceOf,
  coreFailureDialog,
  leaveDialog,
  noticeDialog,
  startSentences,
  unprotectedKeyDialog,
  windowFailureDialog,
} from '#main/dialogs.ts'

test('a storage process that keeps dying is named with its profile, and nothing is offered that would delete it', () => {
  const { options } = coreFailureDialog(5, '/home/ada/desk')
  expect(options.detail).toContain('started 5 times')
  expect(options.detail).toContain('/home/ada/desk')
  expect(options.buttons).toEqual(['Retry', 'Another Profile…', 'Quit'])
})

describe('a box that is closed without a response', () => {
  test.each([
    ['stores no key in the open', unprotectedKeyDialog, 'cancel'],
    ['leaves no page', leaveDialog, 'stay'],
    ['reloads nothing', windowFailureDialog, 'quit'],
  ] as const)('%s', (_, box, choice) => {
    expect(choiceOf<string>(box, box.options.cancelId!)).toBe(choice)
    expect(choiceOf<string>(box, 99)).toBe(choice)
  })
})

test('storing a key without protection is never the button that Enter presses', () => {
  expect(choiceOf(unprotectedKeyDialog, unprotectedKeyDialog.options.defaultId!)).toBe('cancel')
})

test('what came up while starting is reported once, in sentences', () => {
  const sentences = startSentences({
    failures: [{ kind: 'damaged', detail: 'The settings file (now settings.json.damaged-x)' }],
    exposedBy: ['--log-net-log'],
    withoutSandbox: true,
  })
  expect(sentences).toEqual([
    'The settings file (now settings.json.damaged-x) was damaged and was moved aside. Nothing was deleted.',
    'Tearsheet was started with --log-net-log, so other programs can inspect it. API keys are not used in this session.',
    'Tearsheet was started with --no-sandbox, so the window is not protected by Chromium’s sandbox.',
  ])
  expect(noticeDialog(sentences)?.options).toMatchObject({
    message: sentences[0],
    detail: sentences.slice(1).join('\n\n'),
  })
  expect(noticeDialog(startSentences({ failures: [], exposedBy: [], withoutSandbox: false }))).toBeNull()
})
