import type { Locator, Page } from '@playwright/test'
import { fileSavedBy } from '../saved-files.ts'
import { SettingsPage } from './settings-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Settings, Keys: the keyboard, the commands, and the keys that are being pressed. */
export class KeysPage {
  readonly page: Page
  readonly screen: Locator
  readonly search: Locator
  readonly characterKeys: Locator
  readonly resetAll: Locator

  constructor(workspace: WorkspacePage) {
    this.page = workspace.page
    this.screen = workspace.pageOf('Settings')
    this.search = this.screen.getByRole('textbox', { name: 'Command, or press its keys' })
    this.characterKeys = this.screen.getByRole('checkbox', { name: 'Single-letter keys' })
    this.resetAll = this.screen.getByRole('button', { name: 'Reset all' })
  }

  static async open(workspace: WorkspacePage): Promise<KeysPage> {
    await new SettingsPage(workspace).open('Keys')
    return new KeysPage(workspace)
  }

  shown(which: 'All' | 'Changed' | 'Conflicts'): Locator {
    return this.screen
      .getByRole('radiogroup', { name: 'Commands' })
      .getByRole('radio', { name: new RegExp(`^${which}`) })
  }

  /** The row of a command; of several with the same words, the first. */
  row(title: string): Locator {
    return this.screen
      .getByRole('row')
      .filter({ has: this.page.getByRole('button', { name: title, exact: true }) })
      .first()
  }

  /** The field, sentence and buttons in the row of a command whose keys are being changed. */
  editor(title: string): Locator {
    return this.screen.getByRole('group', { name: `Keys of ${title}` })
  }

  /** Presses the new keys of a command, without Enter. */
  async press(title: string, ...strokes: readonly string[]): Promise<void> {
    await this.row(title).getByRole('button').click()
    await this.editor(title).getByRole('textbox').waitFor()
    for (const stroke of strokes) await this.page.keyboard.press(stroke)
  }

  async offer(title: string, button: string | RegExp): Promise<void> {
    await this.editor(title).getByRole('button', { name: button }).click()
  }

  /** Path of the file. */
  async exported(): Promise<string> {
    const { path } = await fileSavedBy(this.page, () =>
      this.screen.getByRole('button', { name: 'Export keys' }).click(),
    )
    return path
  }

  async import(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.screen.locator('input[type=file]').setInputFiles(file)
  }
}
