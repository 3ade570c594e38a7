import { expect, test } from 'vitest'
import { base64Of } from '../../../src/renderer/app/draggable-file.ts'

test('a dragged file arrives with all its bytes', async () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, at) => at % 251)
  expect(Buffer.from(await base64Of(new Blob([bytes])), 'base64').equals(Buffer.from(bytes))).toBe(true)
})
