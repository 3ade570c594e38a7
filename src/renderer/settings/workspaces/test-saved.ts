/** Tests the connection of a workspace as it is saved, while the user goes on typing in its form. */

import type { ConnectionTest } from './connection-test.svelte.ts'
import type { WorkspaceForm } from './workspace-form.svelte.ts'

/**
 * A key that was refused is asked for in the form. Resolves to whether the result may be acted on: not where the form was changed
 * meanwhile, since what is being typed was not tested.
 */
export async function testSaved(form: WorkspaceForm, test: ConnectionTest, symbol: string): Promise<boolean> {
  const { workspace } = form
  if (workspace === null) return false
  await test.run(workspace, symbol)
  if (form.changed || form.workspace !== workspace) return false
  if (test.keyTrouble) form.refuseKey(test.keyTrouble)
  return test.keyTrouble === null
}
