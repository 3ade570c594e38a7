import { expect, test } from 'vitest'
import { base64Of, draggableFile } from '../../../src/renderer/app/draggable-file.ts'

test('a dragged file arrives with all its bytes', async () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, at) => at % 251)
  expect(Buffer.from(await base64Of(new Blob([bytes])), 'base64').equals(Buffer.from(bytes))).toBe(true)
})

test('a dragged clip reaches the shell with its name and bytes alone, for the shell refuses more', async () => {
  const dragged = Promise.withResolvers<unknown>()
  const clip = { fileName: 'HLDN.mp3', base64: 'SUQz', mediaType: 'audio/mpeg', name: 'HLDN' }
  const workspace = {
    forbidden: { exports: null, recordings: null },
    bridge: { dragFile: async (file: unknown) => dragged.resolve(file) },
    say: dragged.reject,
    fail: dragged.reject,
  }
  const drag = draggableFile(workspace, async () => clip)
  drag?.press()
  drag?.start(new Event('dragstart') as DragEvent)
  expect(await dragged.promise).toEqual({ fileName: 'HLDN.mp3', base64: 'SUQz' })
})
