import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { shellCommands } from '#contract/shell.ts'
import { menuTemplate, usualMenuKeys, type MenuCommand, type MenuOptions } from '#main/menu.ts'

function menu(options: Partial<MenuOptions> = {}) {
  const commands: MenuCommand[] = []
  const template = menuTemplate(
    {
      platform: 'linux',
      developing: false,
      hardwareAcceleration: true,
      crashDumps: false,
      keys: usualMenuKeys,
      ...options,
    },
    (command) => void commands.push(command),
  )
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  return { template, items, commands }
}

const click = (item: MenuItemConstructorOptions) => item.click?.(null as never, undefined, {})

describe('the menu', () => {
  test('sends every command the page knows to the page, each from one place', () => {
    const { items, commands } = menu()
    items.filter(({ id }) => shellCommands.some((command) => command === id)).forEach(click)
    const sent = commands.flatMap((command) => (command.name === 'page' ? [command.command] : []))
    expect(sent.sort()).toEqual([...shellCommands].sort())
  })

  test('has the keys an analyst expects', () => {
    const { items } = menu()
    const keys = Object.fromEntries(
      items.flatMap(({ id, accelerator }) => (id && accelerator ? [[id, accelerator]] : [])),
    )
    expect(keys).toEqual({
      'close-tab': 'CmdOrCtrl+W',
      settings: 'CmdOrCtrl+,',
      search: 'CmdOrCtrl+F',
      palette: 'CmdOrCtrl+K',
      'next-tab': 'Ctrl+Tab',
      'previous-tab': 'Ctrl+Shift+Tab',
      'new-window': 'CmdOrCtrl+Shift+N',
      'move-tab': 'Alt+Shift+N',
    })
  })

  test('shows the keys that the user set, and none for a command that has none', () => {
    const { items } = menu({ keys: { palette: 'CmdOrCtrl+Shift+P' } })
    const accelerator = (command: string) => items.find(({ id }) => id === command)?.accelerator
    expect([accelerator('palette'), accelerator('search')]).toEqual(['CmdOrCtrl+Shift+P', undefined])
  })

  test('gives no key to two items', () => {
    for (const platform of ['linux', 'darwin', 'win32']) {
      const keys = menu({ platform, developing: true }).items.flatMap(({ accelerator }) => accelerator ?? [])
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('has settings and quit where each system has them', () => {
    const inMenu = (platform: string, label: string) =>
      menu({ platform }).template.find((top) => top.label === label)?.submenu as MenuItemConstructorOptions[]
    expect(inMenu('darwin', 'Tearsheet').map(({ id, role, label }) => id ?? role ?? label)).toEqual(
      expect.arrayContaining(['About Tearsheet', 'settings', 'quit']),
    )
    expect(inMenu('darwin', '&File').flatMap(({ id, role }) => id ?? role ?? [])).toEqual(['close-tab', 'clear-recent'])
    expect(inMenu('linux', '&File').map(({ id, role }) => id ?? role)).toEqual(
      expect.arrayContaining(['settings', 'quit']),
    )
  })

  test('reloads and looks inside only as it should', () => {
    const roles = (developing: boolean) => menu({ developing }).items.map(({ role }) => role)
    expect(roles(false)).not.toContain('toggleDevTools')
    expect(roles(true)).toContain('toggleDevTools')
    for (const unguarded of ['reload', 'forceReload']) expect(roles(true)).not.toContain(unguarded)
    const { items, commands } = menu()
    click(items.find(({ label }) => label === 'Reload Window')!)
    expect(commands).toEqual([{ name: 'reload' }])
  })

  test('opens another profile', () => {
    const { items, commands } = menu()
    click(items.find(({ label }) => label === 'Open Another Profile…')!)
    expect(commands).toEqual([{ name: 'other-profile' }])
  })

  test('zooms in by either key for it', () => {
    const { items, commands } = menu()
    items.filter(({ accelerator }) => accelerator === 'CmdOrCtrl+=' || accelerator === 'CmdOrCtrl+Plus').forEach(click)
    expect(commands).toEqual([
      { name: 'zoom', step: 'in' },
      { name: 'zoom', step: 'in' },
    ])
  })

  test('shows what is switched on', () => {
    const { items } = menu({ hardwareAcceleration: false, crashDumps: true })
    const checked = (id: string) => items.find((item) => item.id === id)?.checked
    expect([checked('hardware-acceleration'), checked('crash-dumps')]).toEqual([false, true])
  })
})
