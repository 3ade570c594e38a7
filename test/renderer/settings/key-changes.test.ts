import { describe, expect, test } from 'vitest'
import type { CommandId } from '../../../src/renderer/app/commands/catalog.ts'
import { assignedKeys, conflictsOf, spellingOf } from '../../../src/renderer/app/commands/key-conflicts.ts'
import { defaultKeys, KeyMap } from '../../../src/renderer/app/commands/key-map.svelte.ts'
import { strokeOf } from '../../../src/renderer/app/key-bindings.ts'
import {
  asChange,
  conflictText,
  freeNeighbor,
  importedChange,
  keyFileText,
  leftOutText,
  withoutConflicts,
  withStroke,
} from '../../../src/renderer/settings/keys/key-changes.ts'

const browser = { isProgram: false }
const usual = (id: CommandId) => defaultKeys(id, browser)
const assigned = assignedKeys(usual, false)
const texts = (id: CommandId, keys: string) => conflictsOf(id, keys, assigned, false).map(conflictText)

describe('conflicts', () => {
  test('name the other command and its screens: on every page, or only where both are', () => {
    expect(texts('go.home', 'X')).toContain('Close tab, on every page')
    expect(texts('calls.open', 'V')).toEqual(['Show or hide preview, in Company calls, Calls'])
  })

  test('are none between commands of screens that are never open together', () => {
    expect(texts('call.find', 'Shift+E')).toEqual([])
  })

  test('are found where a key begins the keys of others, which would then never be reached', () => {
    expect(texts('call.note', 'G')).toContain('Home, in Call reader')
    expect(texts('call.note', 'X Q')).toEqual(['Close tab, in Call reader'])
  })

  test('are found whatever the keys are spelled like', () => {
    expect(texts('call.note', 'Shift+Mod+F')).toEqual(['Search all transcripts, in Call reader'])
    expect(spellingOf('Shift+?', false)).toBe(spellingOf('?', false))
  })

  test('are found between Ctrl and Mod, which are one key except on a Mac', () => {
    expect(texts('call.note', 'Ctrl+K')).toEqual([expect.stringMatching(/^Company, identifier, code or command/)])
    expect(conflictsOf('call.note', 'Ctrl+K', assignedKeys(usual, true), true)).toEqual([])
    expect(asChange(['Ctrl+K'], ['Mod+K'], false)).toBeNull()
  })

  test('are no longer intended once the user moves one of the two: what stood in for the default keys does not go along', () => {
    expect(texts('call.find', '/')).toEqual([])
    expect(texts('call.find', 'G S')).toEqual(['Search securities, in Call reader'])
  })
})

describe('keys that are given to another command', () => {
  test('are taken from those that have them, which keep their other keys', () => {
    expect(withoutConflicts(conflictsOf('go.home', 'X', assigned, false).slice(0, 1), usual, false)).toEqual({
      'tab.close': ['Alt+W'],
    })
  })

  test('have a free neighbor', () => {
    const free = freeNeighbor('call.before', 'H', assigned, false)
    expect(free).toBe('Shift+H')
    expect(conflictsOf('call.before', free ?? '', assigned, false)).toEqual([])
    expect(freeNeighbor('go.home', 'G S', assigned, false)).toMatch(/^G [A-Z]$/)
    expect(freeNeighbor('go.home', '/', assigned, false)).toBe('Alt+/')
    // Shift and 2 type another character, which would never be found.
    expect(freeNeighbor('go.home', '2', assigned, false)).not.toContain('Shift')
  })

  test('are not stored where they are the default ones', () => {
    expect([
      asChange(['Alt+w', 'X'], ['Alt+W', 'x'], false),
      asChange(['X'], ['Alt+W', 'X'], false),
      asChange([], ['X'], false),
    ]).toEqual([null, ['X'], []])
  })
})

describe('pressed keys', () => {
  const noModifiers = {
    ...{ ctrlKey: false, altKey: false, shiftKey: false, metaKey: false },
    getModifierState: () => false,
  }
  const press = (key: string, more: object = {}) => strokeOf({ key, code: '', ...noModifiers, ...more }, false)

  test('are written as the catalog writes them', () => {
    expect([
      press('b'),
      press('B', { shiftKey: true }),
      press('?', { shiftKey: true }),
      press('F', { ctrlKey: true, shiftKey: true }),
      press('ArrowLeft', { altKey: true }),
      press(' '),
      press('Shift', { shiftKey: true }),
      press('Dead'),
    ]).toEqual(['B', 'Shift+B', '?', 'Mod+Shift+F', 'Alt+ArrowLeft', 'Space', null, null])
  })

  test('on other keyboards are what the key types, also with AltGr, or what its place types in Latin', () => {
    const altGraph = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' }
    expect([
      press('@', { code: 'KeyQ', ...altGraph }),
      press('é', { code: 'Digit2' }),
      press('2', { code: 'Digit2', shiftKey: true }),
      press('ß', { code: 'Minus' }),
      press('Ф', { code: 'KeyA', shiftKey: true }),
    ]).toEqual(['@', 'É', '2', 'ß', 'Shift+A'])
  })

  test('make a sequence of two where both are characters; another key starts over', () => {
    expect([withStroke('', 'G'), withStroke('G', 'Q'), withStroke('G Q', 'X'), withStroke('G', 'Mod+E')]).toEqual([
      'G',
      'G Q',
      'X',
      'Mod+E',
    ])
  })
})

describe('single-letter keys that are switched off', () => {
  const map = (characterKeys: boolean) =>
    new KeyMap({ now: { commandKeys: { 'go.home': ['G H', 'Alt+H'] }, characterKeys } }, { mac: false, ...browser })

  test('do nothing, alone, with Shift or after G; other keys stay, and what is set is kept', () => {
    const off = map(false)
    expect([
      off.keysOf('tab.close'),
      off.keysOf('call.previous-hit'),
      off.keysOf('go.home'),
      off.keysOf('help.keys'),
      off.keysOf('player.toggle'),
    ]).toEqual([['Alt+W'], [], ['Alt+H'], ['F1'], ['Space']])
    expect([off.assigned('tab.close'), off.shown('go.home')]).toEqual([['Alt+W', 'X'], ['Alt H']])
    expect(map(true).keysOf('call.previous-hit')).toEqual(['Shift+N'])
    expect([map(true).hint('call.note', 'adds a note'), off.hint('call.note', 'adds a note')]).toEqual([
      'M adds a note',
      '',
    ])
  })
})

describe('a shortcuts file', () => {
  test('replaces the keys that are set: what it does not name has its default keys, what nobody knows is left out', () => {
    const read = importedChange(
      { 'go.home': ['G Z'], 'tab.close': ['Alt+W', 'X'], 'go.gone': ['Q'] },
      ['go.news'],
      usual,
      false,
    )
    expect(read).toEqual({
      change: { 'go.news': null, 'go.home': ['G Z'], 'tab.close': null },
      commands: 2,
      unknown: ['go.gone'],
    })
  })

  test('is the same text for the same keys, in whatever order they were set', () => {
    const text = keyFileText({ 'tab.close': [], 'go.home': ['G Z'] }, true)
    expect(text).toBe(keyFileText({ 'go.home': ['G Z'], 'tab.close': [] }, true))
    expect(JSON.parse(text)).toEqual({
      format: 'tearsheet-keys',
      version: 1,
      characterKeys: true,
      commands: { 'go.home': ['G Z'], 'tab.close': [] },
    })
  })
})

test('an import says how many entries it left out, however few of them it names', () => {
  const ignored = Array.from({ length: 20 }, (_, at) => `bad.${at}`)
  const text = leftOutText(['old.command'], ignored, 33)
  expect(text).toMatch(/^34 entries in the file skipped/)
  expect(text).toMatch(/: old\.command, bad\.0, .*, bad\.18 and 14 more\.$/)
  expect(leftOutText([], [], 0)).toBe('')
})
