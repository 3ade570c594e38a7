import { expect, test } from 'vitest'
import type { SavedFile } from '#contract/shell.ts'
import { SavedFiles, type SavedItem } from '#main/saved-files.ts'

type Done = Parameters<SavedItem['once']>[1]

/** As Electron gives it: the name that the page wanted, then the place that the user chose. */
function item(fileName: string, path: string) {
  let end: Done = () => undefined
  const saved: SavedItem = {
    getFilename: () => fileName,
    getSavePath: () => path,
    once: (_event, listener) => (end = listener),
  }
  return { saved, end: (state: Parameters<Done>[1]) => end({}, state) }
}

test('a file is reported when it is there, with its folder; one that was canceled or broke off is not (X2, W5)', () => {
  const told: SavedFile[] = []
  const files = new SavedFiles()
  const [first, second, third] = [item('a.xlsx', '/home/x/b.xlsx'), item('c.csv', ''), item('d.csv', '/home/x/d.csv')]
  for (const { saved } of [first, second, third]) files.follow(saved, (file) => told.push(file))
  first.end('completed')
  second.end('cancelled')
  third.end('interrupted')
  expect(told).toEqual([{ id: 0, fileName: 'a.xlsx', path: '/home/x/b.xlsx' }])
  expect([files.pathOf(0), files.pathOf(1)]).toEqual(['/home/x/b.xlsx', undefined])
})
