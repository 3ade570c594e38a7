import { z } from 'zod'

/**
 * Work on the files of a profile. One operation at a time owns them; docs/storage-operations.md says what becomes of a second one. `measure`
 * reads sizes, `recover` opens a workspace again after a query met damage.
 */
export const storageOperation = z.enum([
  'verify',
  'compact',
  'move',
  'backup',
  'restore',
  'remove-recordings',
  'switch-workspace',
  'measure',
  'recover',
])
export type StorageOperation = z.infer<typeof storageOperation>
