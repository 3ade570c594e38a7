import type { StorageOperation } from './api/storage-operation.ts'

/** The names of storage operations, as they stand in the middle of a sentence. */
export const operationLabels: Readonly<Record<StorageOperation, string>> = {
  verify: 'the library is being verified',
  compact: 'the library is being compacted',
  move: 'the library is being moved',
  backup: 'a backup is being created',
  restore: 'a backup is being restored',
  publish: 'the library is being published',
  'make-pack': 'a pack is being created',
  'open-pack': 'a pack is being opened',
  'remove-recordings': 'recordings are being removed',
  'switch-workspace': 'another workspace is being opened',
  measure: 'sizes are being measured',
  recover: 'the workspace is being reopened',
}
