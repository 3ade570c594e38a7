/** The application menu. */

import type { MenuItemConstructorOptions } from 'electron'
import type { MenuKeys, ShellCommand } from '#contract/shell.ts'
import type { ZoomStep } from './zoom.ts'

export type MenuCommand =
  | { readonly name: 'page'; readonly command: ShellCommand }
  | { readonly name: 'other-profile' }
  | { readonly name: 'about' }
  | { readonly name: 'reload' }
  | { readonly name: 'zoom'; readonly step: ZoomStep }
  | { readonly name: 'hardware-acceleration' }
  | { readonly name: 'crash-dumps' }

export interface MenuOptions {
  readonly platform: string
  readonly developing: boolean
  readonly hardwareAcceleration: boolean
  readonly crashDumps: boolean
  /** Keys of the entries that the page runs. */
  readonly keys: MenuKeys
}

type Item = MenuItemConstructorOptions

/** Until the page has sent the user's. */
export const usualMenuKeys: MenuKeys = {
  settings: 'CmdOrCtrl+,',
  'close-tab': 'CmdOrCtrl+W',
  search: 'CmdOrCtrl+F',
  palette: 'CmdOrCtrl+K',
  'next-tab': 'Ctrl+Tab',
  'previous-tab': 'Ctrl+Shift+Tab',
  'new-window': 'CmdOrCtrl+Shift+N',
  'move-tab': 'Alt+Shift+N',
}

/**
 * The application menu. A command of the page is sent to it by name, and run as the palette would. Keys that the page handles
 * itself never arrive here, so a key never counts twice.
 */
export function menuTemplate(options: MenuOptions, run: (command: MenuCommand) => void): Item[] {
  const mac = options.platform === 'darwin'
  const page = (label: string, command: ShellCommand): Item => {
    const accelerator = options.keys[command]
    return {
      id: command,
      label,
      click: () => run({ name: 'page', command }),
      ...(accelerator !== undefined && { accelerator }),
    }
  }
  const separator: Item = { type: 'separator' }
  const settings = page('Settings…', 'settings')

  const application: Item = {
    label: 'Tearsheet',
    submenu: [
      about(run),
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  }
  const file: Item = {
    label: '&File',
    submenu: [
      { label: 'Open Another Profile…', click: () => run({ name: 'other-profile' }) },
      separator,
      page('Close Tab', 'close-tab'),
      separator,
      page('Clear Recent Items', 'clear-recent'),
      ...(mac ? [] : [separator, settings, separator, { role: 'quit' } satisfies Item]),
    ],
  }
  const edit: Item = {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      page('Search Securities…', 'search'),
    ],
  }
  return [
    ...(mac ? [application] : []),
    file,
    edit,
    viewMenu(options, run, page, separator),
    windowMenu(mac, page, separator),
    helpMenu(mac, options, run, page, separator),
  ]
}

function about(run: (command: MenuCommand) => void): Item {
  return { label: 'About Tearsheet', click: () => run({ name: 'about' }) }
}

type PageItem = (label: string, command: ShellCommand) => Item

function viewMenu(options: MenuOptions, run: (command: MenuCommand) => void, page: PageItem, separator: Item): Item {
  const zoom = (label: string, step: ZoomStep, accelerator: string, shown = true): Item => ({
    label,
    accelerator,
    visible: shown,
    click: () => run({ name: 'zoom', step }),
  })
  return {
    label: '&View',
    submenu: [
      page('Command Palette…', 'palette'),
      separator,
      zoom('Actual Size', 'reset', 'CmdOrCtrl+0'),
      zoom('Zoom In', 'in', 'CmdOrCtrl+Plus'),
      // The key that most people press for it.
      zoom('Zoom In', 'in', 'CmdOrCtrl+=', false),
      zoom('Zoom Out', 'out', 'CmdOrCtrl+-'),
      separator,
      { role: 'togglefullscreen' },
      separator,
      { label: 'Reload Window', accelerator: 'CmdOrCtrl+R', click: () => run({ name: 'reload' }) },
      ...(options.developing ? [{ role: 'toggleDevTools' } satisfies Item] : []),
      {
        id: 'hardware-acceleration',
        label: 'Hardware Acceleration (After Restart)',
        type: 'checkbox',
        checked: options.hardwareAcceleration,
        click: () => run({ name: 'hardware-acceleration' }),
      },
    ],
  }
}

function windowMenu(mac: boolean, page: PageItem, separator: Item): Item {
  return {
    label: '&Window',
    role: 'window',
    submenu: [
      { role: 'minimize' },
      ...(mac ? [{ role: 'zoom' } satisfies Item] : []),
      separator,
      page('New Window', 'new-window'),
      page('Move Tab to New Window', 'move-tab'),
      separator,
      page('Next Tab', 'next-tab'),
      page('Previous Tab', 'previous-tab'),
      separator,
      { role: 'close', accelerator: 'CmdOrCtrl+Shift+W' },
      ...(mac ? [{ role: 'front' } satisfies Item] : []),
    ],
  }
}

function helpMenu(
  mac: boolean,
  options: MenuOptions,
  run: (command: MenuCommand) => void,
  page: PageItem,
  separator: Item,
): Item {
  return {
    label: '&Help',
    role: 'help',
    submenu: [
      page('Keyboard Shortcuts', 'keyboard-help'),
      page('Accessibility', 'accessibility'),
      page('Check for Updates…', 'check-for-updates'),
      separator,
      {
        id: 'crash-dumps',
        // They contain memory, possibly a key: the label says where they stay.
        label: 'Keep Crash Dumps on This Computer (After Restart)',
        type: 'checkbox',
        checked: options.crashDumps,
        click: () => run({ name: 'crash-dumps' }),
      },
      ...(mac ? [] : [separator, about(run)]),
    ],
  }
}
