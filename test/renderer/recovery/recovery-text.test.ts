import { describe, expect, test } from 'vitest'
import type { DataRecovery } from '#contract/api/recovery.ts'
import { accountOf, comparedRows, lossesOf, titleOf } from '../../../src/renderer/recovery/recovery-text.ts'

const found = (changed: Partial<DataRecovery>): DataRecovery => ({
  workspace: { id: 'live', name: 'Live' },
  found: 'damaged',
  tables: [],
  missingChanges: null,
  aside: null,
  backup: null,
  ...changed,
})

describe('the report of data that could not be read', () => {
  test('counts what is lost, and never says that nothing is lost where nobody knows', () => {
    const tables = [
      { table: 'highlight', rows: 38, recovered: 38, lost: 3 },
      { table: 'watchlist', rows: 2, recovered: 2, lost: 0 },
      { table: 'saved_search', rows: 4, recovered: 4, lost: null },
      { table: 'synonym_set', rows: 0, recovered: 0, lost: null },
      { table: 'sync_item', rows: 9, recovered: 9, lost: 5 },
      { table: 'file_identity', rows: 1, recovered: 1, lost: null },
    ]
    expect(lossesOf(found({ tables }))).toEqual([
      '3 of 41 highlights and notes could not be recovered.',
      'Some saved searches may be missing; 4 were recovered.',
      'No sets of synonyms could be recovered.',
    ])
  })

  test('says how many changes are gone with the log', () => {
    expect(accountOf(found({ found: 'older', missingChanges: 12 }))).toContain('is missing your last 12 changes')
    expect(accountOf(found({ found: 'older', missingChanges: 1 }))).toContain('is missing your last change')
    expect(accountOf(found({ missingChanges: 2 }))).toContain('It is also missing your last 2 changes')
    expect(accountOf(found({}))).not.toContain('lacks')
  })

  test('names the workspace', () => {
    expect(titleOf(found({ found: 'folder' }))).toBe('The folder of Live is missing')
  })

  test('compares with the backup what is in either', () => {
    const tables = [
      { table: 'highlight', rows: 38, recovered: 38, lost: 3 },
      { table: 'watchlist', rows: 0, recovered: 0, lost: 0 },
      { table: 'own_metric', rows: 0, recovered: 0, lost: 0 },
    ]
    const backup = {
      path: '/backups/one.tar',
      createdAt: 0,
      tables: [
        { table: 'highlight', rows: 40 },
        { table: 'watchlist', rows: 2 },
      ],
    }
    expect(comparedRows(found({ tables, backup }))).toEqual([
      { name: 'Highlights and notes', now: 38, inBackup: 40 },
      { name: 'Watchlists', now: 0, inBackup: 2 },
    ])
    expect(comparedRows(found({ tables }))).toEqual([{ name: 'Highlights and notes', now: 38, inBackup: null }])
  })
})
