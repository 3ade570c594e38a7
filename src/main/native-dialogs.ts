/** Shows native dialogs, attached to the window where there is one. */

import {
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron'
import { choiceOf, type DialogOptions } from './dialogs.ts'

/** Dialogs on the window if there is one, else alone. */
export class NativeDialogs {
  readonly #window: () => BrowserWindow | null

  constructor(window: () => BrowserWindow | null) {
    this.#window = window
  }

  show(options: MessageBoxOptions): Promise<{ readonly response: number }> {
    const window = this.#window()
    return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options)
  }

  async ask<Choice extends string>(box: DialogOptions<Choice>): Promise<Choice | undefined> {
    return choiceOf(box, (await this.show(box.options)).response)
  }

  /** Blocks the program, for the events that want their answer at once. */
  confirmNow<Choice extends string>(box: DialogOptions<Choice>): Choice | undefined {
    const window = this.#window()
    const response =
      window === null ? dialog.showMessageBoxSync(box.options) : dialog.showMessageBoxSync(window, box.options)
    return choiceOf(box, response)
  }

  /** Null when the user chose none. */
  async choosePath(options: OpenDialogOptions): Promise<string | null> {
    const window = this.#window()
    const { filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return filePaths[0] ?? null
  }

  /** Where to save a PDF; null: canceled. */
  async choosePdf(fileName: string): Promise<string | null> {
    const window = this.#window()
    const options: SaveDialogOptions = { defaultPath: fileName, filters: [{ name: 'PDF', extensions: ['pdf'] }] }
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    return canceled || filePath === '' ? null : filePath
  }
}
