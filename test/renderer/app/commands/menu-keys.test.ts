import { expect, test } from 'vitest'
import type { CommandId } from '../../../../src/renderer/app/commands/catalog.ts'
import { defaultKeys } from '../../../../src/renderer/app/commands/key-map.svelte.ts'
import { menuKeys } from '../../../../src/renderer/app/commands/menu-keys.ts'

const usual = (id: CommandId) => defaultKeys(id, { isProgram: true })

test('the menu shows the keys that a menu can have, with Ctrl rather than with Alt', () => {
  expect(menuKeys(usual, false)).toEqual({
    palette: 'CmdOrCtrl+K',
    search: 'CmdOrCtrl+F',
    settings: 'CmdOrCtrl+,',
    'keyboard-help': 'F1',
    'next-tab': 'Ctrl+Tab',
    'previous-tab': 'Ctrl+Shift+Tab',
    'close-tab': 'CmdOrCtrl+W',
    'new-window': 'CmdOrCtrl+Shift+N',
    'move-tab': 'Alt+Shift+N',
  })
})

test('a command whose keys are a letter, or two keys one after another, has none in the menu', () => {
  const own: Partial<Record<CommandId, readonly string[]>> = {
    'go.palette': ['P', 'G P'],
    'go.search': ['Alt+PageUp'],
    'go.settings': ['Mod++'],
    'tab.close': [],
  }
  const keys = menuKeys((id) => own[id] ?? usual(id), false)
  expect([keys.palette, keys.search, keys.settings, keys['close-tab']]).toEqual([
    undefined,
    'Alt+PageUp',
    'CmdOrCtrl+Plus',
    undefined,
  ])
})

test('a key that Electron cannot name leaves the menu as it is for the other commands', () => {
  const own: Partial<Record<CommandId, readonly string[]>> = {
    'go.palette': ['Mod+Ö'],
    'go.search': ['Mod+§', 'Mod+J'],
  }
  const keys = menuKeys((id) => own[id] ?? usual(id), false)
  expect([keys.palette, keys.search, keys['close-tab']]).toEqual([undefined, 'CmdOrCtrl+J', 'CmdOrCtrl+W'])
})

test('the menu takes no keys from text fields: a Mac types ˜ with Option Shift N', () => {
  const own: Partial<Record<CommandId, readonly string[]>> = { 'go.search': ['Mod+Z'], 'tab.next': ['Alt+ArrowLeft'] }
  const shown = (mac: boolean) => menuKeys((id) => own[id] ?? usual(id), mac)
  expect([shown(true)['move-tab'], shown(true).search, shown(true)['next-tab'], shown(true)['new-window']]).toEqual([
    undefined,
    undefined,
    undefined,
    'CmdOrCtrl+Shift+N',
  ])
  expect([shown(false)['move-tab'], shown(false).search, shown(false)['next-tab']]).toEqual([
    'Alt+Shift+N',
    undefined,
    'Alt+Left',
  ])
})
