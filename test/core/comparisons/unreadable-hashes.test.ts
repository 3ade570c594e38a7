import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ManualClock } from '../clocks.ts'
import { reopened, syncSetup } from '../sync/sync-setup.ts'

test.each(['not JSON', '["a list"]', 'null', '{}'])(
  'a saved comparison whose hashes are %s does not vouch for its records',
  async (hashes) => {
    const setup = await syncSetup(['HLDN'])
    const { id } = await setup.api.comparisons.save({
      name: 'Peers',
      spec: {
        companies: [{ symbol: 'HLDN' }],
        lines: ['Revenue'],
        basis: 'annual',
        alignment: 'fiscal',
        mode: 'values',
        periods: 4,
        asOf: null,
      },
    })
    expect(await setup.api.comparisons.changesSinceSaved({ id })).toMatchObject({ areRecordsIntact: true })
    await setup.close()
    const desk = new Database(join(setup.profile, 'workspaces', setup.workspace, 'desk.db'))
    desk.prepare('UPDATE saved_comparison SET hashes = ?').run(hashes)
    desk.close()
    const { api } = await reopened(setup.profile, setup.workspace, setup.service.origin, new ManualClock())
    expect(await api.comparisons.changesSinceSaved({ id })).toMatchObject({ changes: [], areRecordsIntact: false })
  },
)
