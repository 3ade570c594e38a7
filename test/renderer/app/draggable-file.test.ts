import { expect, test } from 'vitest'
import { largestDragged } from '../../../src/contract/shell.ts'
import { base64Of, draggableFile } from '../../../src/renderer/app/draggable-file.ts'

test('a dragged file arrives with all its bytes', async () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, at) => at % 251)
  expect(Buffer.from(await base64Of(new Blob([bytes])), 'base64').equals(Buffer.from(bytes))).toBe(true)
})

/** The window's side of a shell that drags files. */
function dragging(shell: {
  drag: (file: unknown) => void
  say: (sentence: string) => void
  fail: (error: unknown) => void
}) {
  return {
    forbidden: { exports: null, recordings: null },
    bridge: { dragFile: async (file: unknown) => shell.drag(file) },
    say: shell.say,
    fail: shell.fail,
  }
}

test('a dragged clip reaches the shell with its name and bytes alone, for the shell refuses more', async () => {
  const dragged = Promise.withResolvers<unknown>()
  const clip = { fileName: 'HLDN.mp3', base64: 'SUQz', mediaType: 'audio/mpeg', name: 'HLDN' }
  const workspace = dragging({ drag: dragged.resolve, say: dragged.reject, fail: dragged.reject })
  const drag = draggableFile(workspace, async () => clip)
  drag?.press()
  drag?.start(new Event('dragstart') as DragEvent)
  expect(await dragged.promise).toEqual({ fileName: 'HLDN.mp3', base64: 'SUQz' })
})

test('a recording that the shell would refuse for its size is not sent, and the user is pointed to saving it', async () => {
  const said = Promise.withResolvers<unknown>()
  const base64 = 'A'.repeat(largestDragged + 4)
  const workspace = dragging({ drag: said.reject, say: said.resolve, fail: said.reject })
  draggableFile(workspace, async () => ({ fileName: 'HLDN.wav', base64 }))?.start(new Event('dragstart') as DragEvent)
  expect(await said.promise).toBe('The file is too large to drag. Save it instead.')
})
