import { expect, type Download, type Page } from '@playwright/test'
import { electronOf, savedInElectron, type SavedFile } from './application.ts'

/** As many files as the window saves while something is done in it, in the order in which they came. */
export async function filesSavedBy(
  page: Page,
  count: number,
  action: () => Promise<unknown>,
): Promise<readonly SavedFile[]> {
  const electron = electronOf(page)
  if (electron) {
    const before = (await savedInElectron(electron)).length
    await action()
    await expect.poll(async () => (await savedInElectron(electron)).length - before).toBe(count)
    return (await savedInElectron(electron)).slice(before)
  }
  const came: Download[] = []
  const listen = (download: Download) => void came.push(download)
  page.on('download', listen)
  await action()
  await expect.poll(() => came.length).toBe(count)
  page.off('download', listen)
  return Promise.all(came.map(async (each) => ({ fileName: each.suggestedFilename(), path: await each.path() })))
}

export async function fileSavedBy(page: Page, action: () => Promise<unknown>): Promise<SavedFile> {
  const [file] = await filesSavedBy(page, 1, action)
  if (!file) throw new Error('nothing was saved')
  return file
}
