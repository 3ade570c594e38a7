/**
 * What the program's icon in the system's bar offers besides the window: two pages, and the companies and calls that were opened last. As
 * a jump list on Windows, as the menu of the dock on macOS, and as actions of the desktop entry on Linux, which cannot change.
 */

import type { App, JumpListCategory, JumpListItem, MenuItemConstructorOptions } from 'electron'
import type { RecentLink } from '#contract/shell.ts'

/** One line. A link names a page, as a link from outside does. */
type IconEntry = RecentLink

const pages: readonly IconEntry[] = [
  { title: 'Home', link: 'tearsheet://home' },
  { title: 'Search Transcripts', link: 'tearsheet://search' },
]

/** Windows shows a description of each entry, and nothing of a longer one. */
const longestDescription = 260

/** Actions of the desktop entry, by their id. `command` starts the program. */
export function desktopActions(
  command: string,
): Readonly<Record<string, { readonly Name: string; readonly Exec: string }>> {
  return Object.fromEntries(
    pages.map(({ title, link }) => [
      title.toLowerCase().replaceAll(' ', '-'),
      { Name: title, Exec: `${command} ${link}` },
    ]),
  )
}

/** The menu of the dock, above what macOS adds. */
export function dockMenu(recent: readonly RecentLink[], open: (link: string) => void): MenuItemConstructorOptions[] {
  const item = ({ title, link }: IconEntry): MenuItemConstructorOptions => ({ label: title, click: () => open(link) })
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  return [...pages.map(item), ...(recent.length > 0 ? [separator, ...recent.map(item)] : [])]
}

/**
 * The jump list. `program` is started with a link, and hands it over to the one that runs. What the user removed from the list stays
 * out: Windows would show none of the others with it.
 */
export function jumpList(
  recent: readonly RecentLink[],
  program: string,
  removed: readonly JumpListItem[],
): JumpListCategory[] {
  const item = ({ title, link }: IconEntry): JumpListItem => ({
    type: 'task',
    title,
    description: title.slice(0, longestDescription),
    program,
    args: link,
    iconPath: program,
    iconIndex: 0,
  })
  const removedLinks = new Set(removed.map(({ args }) => args))
  const shown = recent.filter(({ link }) => !removedLinks.has(link))
  const tasks: JumpListCategory = { type: 'tasks', items: pages.map(item) }
  return shown.length === 0 ? [tasks] : [{ type: 'custom', name: 'Recent', items: shown.map(item) }, tasks]
}

/** Without what was opened last where the user, or a policy of Windows, does not want that shown. */
export function showJumpList(
  app: Pick<App, 'setJumpList' | 'getJumpListSettings'>,
  recent: readonly RecentLink[],
  program: string,
): void {
  const list = jumpList(recent, program, app.getJumpListSettings().removedItems)
  if (app.setJumpList(list) !== 'ok') app.setJumpList(jumpList([], program, []))
}
