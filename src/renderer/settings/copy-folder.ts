import type { Workspace } from '../workspace/workspace.svelte.ts'

/** Its path, for another program; says so, or why not. */
export async function copyFolder(workspace: Pick<Workspace, 'say' | 'fail'>, path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(path)
    workspace.say('Copied the folder.')
  } catch (error) {
    workspace.fail(error)
  }
}
