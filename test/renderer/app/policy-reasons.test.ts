import { describe, expect, test } from 'vitest'
import type { AdministratorPolicy } from '#contract/api/policy.ts'
import { noPolicy } from '#core/policy/policy-file.ts'
import { openedCore } from '../../core/opened-core.ts'
import { exportAction, type Exportable } from '../../../src/renderer/app/exporter.ts'
import { forbiddenBy } from '../../../src/renderer/app/policy-reasons.ts'
import { updateAction } from '../../../src/renderer/app/request-workbook-update.ts'
import { pictureActions } from '../../../src/renderer/compare/picture-actions.ts'

const table = { name: 'Calls' } as Exportable
const noExports = 'your administrator does not allow exports'

/** Why each way to a file is off under a policy, as the program tells it to its window. */
async function offUnder(policy: AdministratorPolicy) {
  const { api } = openedCore({ policy })
  const forbidden = forbiddenBy(await api.policy.read())
  const workspace = {
    forbidden,
    bridge: { dragFile: async () => {} },
    exportAs: () => {},
    showUpdateDialog: () => {},
    handedOver: () => {},
    say: () => {},
    fail: () => {},
  }
  const picture = pictureActions(
    workspace,
    () => 'Chart',
    () => expect.unreachable(),
  )
  const actions = [exportAction(workspace, () => table), updateAction(workspace), ...picture.actions]
  return {
    ...Object.fromEntries(actions.map(({ id, off }) => [id, off?.() ?? null])),
    drag: picture.drag === null ? 'off' : null,
    recordings: forbidden.recordings,
  }
}

describe('what the administrator’s policy forbids', () => {
  test('is off before it is pressed, and says why; a chart can still be copied', async () => {
    expect(await offUnder({ ...noPolicy, exports: false, recordings: false })).toEqual({
      export: noExports,
      'update-workbook': noExports,
      'compare.chart-save': noExports,
      'compare.chart-svg': noExports,
      'compare.chart-copy': null,
      drag: 'off',
      recordings: 'your administrator does not allow recordings',
    })
  })

  test('is nothing without a policy', async () => {
    expect(new Set(Object.values(await offUnder(noPolicy)))).toEqual(new Set([null]))
  })
})
