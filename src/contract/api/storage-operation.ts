import { z } from 'zod'

/**
 * Work on the files of a profile. One operation at a time owns them; docs/storage-operations.md describes a second one. `measure`
 * reads sizes, `recover` opens a workspace again after a query found damage.
 */
export const storageOperation = z.enum([
  'verify',
  'compact',
  'move',
  'backup',
  'restore',
  'publish',
  'make-pack',
  'open-pack',
  'remove-recordings',
  'switch-workspace',
  'measure',
  'recover',
])
export type StorageOperation = z.infer<typeof storageOperation>
