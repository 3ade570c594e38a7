/**
 * Reports each file that was saved from the page, as a download or a PDF. Keeps its path under a
 * number, so that the page never gives a path.
 */

import type { SavedFile } from '#contract/shell.ts'

/** The part of Electron's `DownloadItem` that we use. */
export interface SavedItem {
  getFilename(): string
  getSavePath(): string
  once(event: 'done', listener: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void): unknown
}

/**
 * Files that the page made and the user put somewhere. Electron asks where, writes beside the place and renames when all is there, so
 * that a file of before survives what goes wrong. The page is told the path and names a file by its number: it never gives a path.
 */
export class SavedFiles {
  readonly #paths: string[] = []

  /** `report` tells the page that made it. */
  follow(item: SavedItem, report: (file: SavedFile) => void): void {
    // The name may be another one once the user has chosen the place.
    const fileName = item.getFilename()
    item.once('done', (_event, state) => {
      if (state !== 'completed') return
      report(this.add(fileName, item.getSavePath()))
    })
  }

  /** One that the shell wrote itself. */
  add(fileName: string, path: string): SavedFile {
    return { id: this.#paths.push(path) - 1, fileName, path }
  }

  /** Undefined: there is no such file. */
  pathOf(id: number): string | undefined {
    return this.#paths[id]
  }
}
