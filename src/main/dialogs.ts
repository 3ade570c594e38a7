/** The texts and buttons of native dialogs, and what each button means. */

import type { MessageBoxOptions, OpenDialogOptions } from 'electron'
import { sentenceOf, type Failure } from '#contract/failure.ts'
import type { PathPurpose } from '#contract/shell.ts'

/** A native box and what each of its buttons means. */
export interface DialogOptions<Choice extends string> {
  readonly options: MessageBoxOptions
  readonly choices: readonly Choice[]
}

/** The choice of the pressed button; the last one when the dialog was closed otherwise. */
export function choiceOf<Choice extends string>(box: DialogOptions<Choice>, response: number): Choice | undefined {
  return box.choices[response] ?? box.choices.at(-1)
}

/**
 * When the storage process dies too often to be restarted automatically. For a profile that cannot be opened the page shows the
 * reason, with a button to try again.
 */
export function coreFailureDialog(deaths: number, profile: string): DialogOptions<'again' | 'other-profile' | 'quit'> {
  return {
    options: {
      type: 'error',
      title: 'Tearsheet',
      message: 'The storage process keeps stopping.',
      detail: `It was started ${deaths} times within a few minutes. No data was deleted.\nProfile: ${profile}`,
      buttons: ['Retry', 'Another Profile…', 'Quit'],
      defaultId: 0,
      cancelId: 2,
      noLink: true,
    },
    choices: ['again', 'other-profile', 'quit'],
  }
}

/** For one folder; a new one can be created in the dialog. */
function folderDialog(title: string): OpenDialogOptions {
  return { title, buttonLabel: 'Choose Folder', properties: ['openDirectory', 'createDirectory'] }
}

export const profileDialog = folderDialog('Choose a Profile Folder')

/** The dialogs in which the page lets its user choose where something is or goes. */
export const pathDialogs: Readonly<Record<PathPurpose, OpenDialogOptions>> = {
  'backup-folder': folderDialog('Choose a Folder for the Backup'),
  'backup-file': {
    title: 'Choose a Backup',
    buttonLabel: 'Choose Backup',
    filters: [
      { name: 'Tearsheet Backup', extensions: ['tar'] },
      { name: 'All Files', extensions: ['*'] },
    ],
    properties: ['openFile'],
  },
  'library-folder': folderDialog('Choose a Folder for the Library'),
  'publication-folder': folderDialog('Choose a Folder for the Publication'),
  'pack-folder': folderDialog('Choose a Folder for the Pack'),
  'pack-file': {
    title: 'Choose a Pack',
    buttonLabel: 'Choose Pack',
    filters: [
      { name: 'Tearsheet Pack', extensions: ['tearsheet-pack'] },
      { name: 'All Files', extensions: ['*'] },
    ],
    properties: ['openFile'],
  },
}

/** Notices from the start, in one dialog; null: none. */
export function noticeDialog(sentences: readonly string[]): DialogOptions<'ok'> | null {
  if (sentences.length === 0) return null
  const [first = '', ...others] = sentences
  return {
    options: { type: 'warning', title: 'Tearsheet', message: first, detail: others.join('\n\n'), buttons: ['OK'] },
    choices: ['ok'],
  }
}

interface StartFindings {
  readonly failures: readonly Failure[]
  readonly exposedBy: readonly string[]
  /** Chromium was told to run without its sandbox; we never do so. */
  readonly withoutSandbox: boolean
}

export function startSentences({ failures, exposedBy, withoutSandbox }: StartFindings): readonly string[] {
  return [
    ...failures.map((failure) => sentenceOf(failure)),
    ...(exposedBy.length > 0
      ? [
          `Tearsheet was started with ${exposedBy.join(', ')}, so other programs can inspect it. API keys are not used in this session.`,
        ]
      : []),
    ...(withoutSandbox
      ? ['Tearsheet was started with --no-sandbox, so the window is not protected by Chromium’s sandbox.']
      : []),
  ]
}

/** Before an API key is written where others could read it: the harmless button is the default (as in Element). */
export const unprotectedKeyDialog: DialogOptions<'store' | 'cancel'> = {
  options: {
    type: 'warning',
    title: 'Tearsheet',
    message: 'Store the API key unprotected?',
    detail: 'This system has no keyring to protect it. Anyone who can read your files could read the key.',
    buttons: ['Store Unprotected', 'Keep for This Session Only'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  },
  choices: ['store', 'cancel'],
}

/** The page reports changes that are not stored yet. */
export const leaveDialog: DialogOptions<'leave' | 'stay'> = {
  options: {
    type: 'question',
    title: 'Tearsheet',
    message: 'Leave with unsaved changes?',
    detail: 'Your text is saved as a draft and will be here when you return.',
    buttons: ['Leave', 'Stay'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  },
  choices: ['leave', 'stay'],
}

export const windowFailureDialog: DialogOptions<'reload' | 'quit'> = {
  options: {
    type: 'error',
    title: 'Tearsheet',
    message: 'The window keeps stopping.',
    detail: 'Your library is not affected. Try turning off hardware acceleration in the View menu.',
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  },
  choices: ['reload', 'quit'],
}
