import { beforeEach, describe, expect, test } from 'vitest'
import { Actions, type Action, type ActionId } from '../../../src/renderer/app/actions.svelte.ts'
import { Keyboard, keysHeard } from '../../../src/renderer/app/keyboard.ts'
import { showKeys } from '../../../src/renderer/app/key-bindings.ts'
import { ManualTime } from '../manual-time.ts'

/** Commands by the words that the tests use for them. */
const ids = {
  palette: 'go.palette',
  search: 'go.search',
  library: 'go.library',
  next: 'tab.next',
  close: 'tab.close',
  reopen: 'tab.reopen',
  help: 'help.keys',
  first: 'tab.1',
  back: 'go.back',
  note: 'list.note',
  box: 'text.box',
  forward: 'player.forward',
  play: 'player.toggle',
  undo: 'screen.undo',
  window: 'window.new',
  left: 'compare.left',
  find: 'call.find',
  copy: 'search.copy',
} as const satisfies Readonly<Record<string, ActionId>>

let ran: string[]
let keysById: Map<ActionId, readonly string[]>
const keysOf = (id: ActionId) => keysById.get(id) ?? []

let said: string[]
let time: ManualTime
let actions: Actions

function action(title: keyof typeof ids, keys: readonly string[], extra: Partial<Action> = {}): Action {
  keysById.set(ids[title], keys)
  return { id: ids[title], title, group: 'View', run: () => void ran.push(title), ...extra }
}

interface PressOptions {
  readonly mac?: boolean
  readonly taken?: boolean
  readonly code?: string
  readonly isAltGraph?: boolean
}

/** Presses keys one after another, each as `Ctrl+Alt+Shift+Meta+x`; returns which of them were kept from the browser. */
function press(keys: readonly string[], options: PressOptions = {}): boolean[] {
  const keyboard = new Keyboard(actions, keysOf, options.mac ?? false, time.after, (sentence) => said.push(sentence))
  return keys.map((stroke) => pressOn(keyboard, stroke, options))
}

function pressOn(keyboard: Keyboard, stroke: string, options: PressOptions = {}): boolean {
  const parts = stroke.split(/\+(?=.)/)
  let kept = false
  keyboard.press({
    key: parts.at(-1) ?? '',
    code: options.code ?? '',
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    metaKey: parts.includes('Meta'),
    getModifierState: (key) => key === 'AltGraph' && options.isAltGraph === true,
    defaultPrevented: false,
    taken: options.taken ?? false,
    preventDefault: () => {
      kept = true
    },
  })
  return kept
}

beforeEach(() => {
  ran = []
  keysById = new Map()
  said = []
  time = new ManualTime()
  actions = new Actions()
  actions.add(() => [
    action('palette', ['Mod+K']),
    action('search', ['/', 'G S']),
    action('library', ['G L']),
    action('next', ['L']),
    action('close', ['Alt+W']),
    action('reopen', ['Alt+Shift+W']),
    action('help', ['?', 'F1']),
    action('first', ['Mod+1']),
    action('back', ['Alt+ArrowLeft'], { off: () => 'nothing to go back to' }),
  ])
})

describe('keys', () => {
  test('begun on one page run nothing of it once another one is on screen', () => {
    const leave = actions.add(() => [action('note', ['G M'])])
    const keyboard = new Keyboard(actions, keysOf, false, time.after, (sentence) => said.push(sentence))
    pressOn(keyboard, 'g')
    leave()
    pressOn(keyboard, 'm')
    expect(ran).toEqual([])
  })

  test('run the action that names them, and the browser does nothing with them', () => {
    expect(press(['Ctrl+k', '/', 'F1'])).toEqual([true, true, true])
    expect(ran).toEqual(['palette', 'search', 'help'])
  })

  test('that several have are listed once, by what they do now', () => {
    const listed = () => keysHeard(actions.all, keysOf).map(({ action: { title }, keys }) => [title, ...keys].join(' '))
    let isOff = false
    actions.add(() => [action('box', ['/', 'Mod+F'], { off: () => (isOff ? 'nothing to copy' : null) })])
    actions.add(() => [action('forward', ['L'])])
    expect(listed()).toEqual(expect.arrayContaining(['search G S', 'box / Mod+F', 'forward L']))
    expect(listed()).not.toContain('next L')
    isOff = true
    expect(listed()).toEqual(expect.arrayContaining(['search / G S', 'box Mod+F']))
  })

  test('that nobody names stay with the browser', () => {
    expect(press(['Ctrl+t', 'q', 'Tab'])).toEqual([false, false, false])
    expect(ran).toEqual([])
  })

  test('with Ctrl are Cmd on a Mac, and only there', () => {
    press(['Meta+k', 'Ctrl+k'], { mac: true })
    press(['Meta+k'])
    expect(ran).toEqual(['palette'])
  })

  test('must fit exactly: Ctrl+Shift+K is not Ctrl+K', () => {
    press(['Ctrl+Shift+K', 'Ctrl+Alt+k', 'Shift+L'])
    expect(ran).toEqual([])
  })

  test('that make a sign are found on any keyboard, with Shift or without', () => {
    press(['Shift+?', '?'])
    expect(ran).toEqual(['help', 'help'])
  })

  test('named Space are found, which a browser reports as a blank', () => {
    actions.add(() => [action('play', ['Space'])])
    expect([press([' ', 'Shift+ ']), press([' '], { taken: true }), ran]).toEqual([[true, false], [false], ['play']])
  })

  test('with Alt are found though the system types another character for them', () => {
    press(['Alt+∑'], { mac: true, code: 'KeyW' })
    press(['Alt+Shift+„'], { mac: true, code: 'KeyW' })
    expect(ran).toEqual(['close', 'reopen'])
  })

  test('with Alt are those that the keyboard types, wherever they lie on a US keyboard', () => {
    actions.add(() => [action('find', ['Alt+Q']), action('first', ['Alt+1'])])
    // W lies where Q is on AZERTY and where a comma is on Dvorak; digits need Shift on AZERTY.
    press(['Alt+w'], { code: 'KeyZ' })
    press(['Alt+,'], { code: 'KeyW' })
    press(['Alt+&'], { code: 'Digit1' })
    press(['Alt+q'], { code: 'KeyX' })
    expect(ran.splice(0)).toEqual(['close', 'first', 'find'])
    actions.add(() => [action('note', ['Alt+I'])])
    press(['Alt+ı'], { code: 'KeyI' })
    expect(ran).toEqual(['note'])
  })

  test('with AltGr are the character that it types, and no Ctrl and Alt: a typed @ runs nothing', () => {
    actions.add(() => [action('copy', ['Mod+Alt+Q']), action('find', ['@'])])
    press(['Ctrl+Alt+@'], { code: 'KeyQ', isAltGraph: true })
    expect(ran).toEqual(['find'])
    press(['Ctrl+Alt+q'], { code: 'KeyQ' })
    expect(ran).toEqual(['find', 'copy'])
  })

  test('of a keyboard without Latin letters are those in the same place', () => {
    press(['\u043b'], { code: 'KeyL' })
    press(['Ctrl+\u043b'], { code: 'KeyK' })
    expect(ran).toEqual(['next', 'palette'])
  })

  test('of digits are found where Shift types them', () => {
    press(['Ctrl+Shift+1'], { code: 'Digit1' })
    expect(ran).toEqual(['first'])
  })

  test('of the screen go before the window’s, as long as its action can be run', () => {
    let off: string | null = null
    actions.add(() => [action('find', ['/'], { off: () => off })])
    press(['/'])
    off = 'nothing to find'
    press(['/'])
    expect(ran).toEqual(['find', 'search'])
  })

  test('for an action that is off say why instead', () => {
    expect(press(['Alt+ArrowLeft'])).toEqual([true])
    expect({ ran, said }).toEqual({ ran: [], said: ['back: nothing to go back to.'] })
  })
})

describe('two keys one after another', () => {
  test('are one action, and the second does not count for itself', () => {
    press(['g', 'l'])
    expect(ran).toEqual(['library'])
  })

  test('are forgotten after a while', () => {
    const keyboard = new Keyboard(actions, keysOf, false, time.after, () => {})
    pressOn(keyboard, 'g')
    time.pass(5001)
    pressOn(keyboard, 'l')
    expect(ran).toEqual(['next'])
  })

  test('are dropped for another key, which then counts for itself', () => {
    press(['g', '/', 's'])
    expect(ran).toEqual(['search'])
  })

  test('are not broken by the Shift key going down between them', () => {
    press(['g', 'Shift+Shift', 's'])
    expect(ran).toEqual(['search'])
  })
})

describe('while the user types', () => {
  test('letters are letters', () => {
    expect(press(['l', '/', '?', 'g', 's'], { taken: true })).toEqual([false, false, false, false, false])
    expect(ran).toEqual([])
  })

  test('keys with Ctrl or Alt, and function keys, still act', () => {
    press(['Ctrl+k', 'Alt+w', 'F1'], { taken: true })
    expect(ran).toEqual(['palette', 'close', 'help'])
  })

  test('keys that edit text stay with the field: Ctrl+Z takes back the typo, not the last change behind a dialog', () => {
    actions.add(() => [action('undo', ['Mod+Z']), action('find', ['Mod+ArrowLeft']), action('copy', ['Mod+Shift+C'])])
    expect(press(['Ctrl+z', 'Ctrl+ArrowLeft'], { taken: true })).toEqual([false, false])
    expect(ran).toEqual([])
    press(['Ctrl+Shift+C'], { taken: true })
    press(['Ctrl+z', 'Ctrl+ArrowLeft'])
    expect(ran).toEqual(['copy', 'undo', 'find'])
  })

  test('Option moves the caret by words on a Mac and types accents; elsewhere Alt acts', () => {
    actions.add(() => [
      action('back', ['Alt+ArrowLeft']),
      action('window', ['Alt+N']),
      action('left', ['Alt+Shift+ArrowLeft']),
    ])
    const both = (options: PressOptions) => {
      press(['Alt+ArrowLeft', 'Alt+Shift+ArrowLeft'], options)
      press([options.mac ? 'Alt+Dead' : 'Alt+n'], { ...options, code: 'KeyN' })
      return ran.splice(0)
    }
    expect(both({ mac: true, taken: true })).toEqual([])
    expect(both({ mac: true })).toEqual(['back', 'left', 'window'])
    expect(both({ taken: true })).toEqual(['back', 'left', 'window'])
  })

  test('Ctrl and a letter move the caret on a Mac', () => {
    actions.add(() => [action('find', ['Ctrl+E']), action('next', ['Ctrl+Tab'])])
    press(['Ctrl+e', 'Ctrl+Tab'], { mac: true, taken: true })
    expect(ran).toEqual(['next'])
  })
})

test('a key that the page has used already is not used again', () => {
  const keyboard = new Keyboard(actions, keysOf, false, time.after, () => {})
  keyboard.press({
    key: 'l',
    code: 'KeyL',
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    getModifierState: () => false,
    defaultPrevented: true,
    taken: false,
    preventDefault: () => {},
  })
  expect(ran).toEqual([])
})

test('keys are shown as they are printed', () => {
  const shown = ['Mod+K', 'Alt+Shift+W', 'Alt+ArrowLeft', 'G S', '?', 'F6', 'Escape', 'Mod+,']
  expect({
    pc: shown.map((keys) => showKeys(keys, false)),
    mac: shown.slice(0, 3).map((keys) => showKeys(keys, true)),
  }).toEqual({
    pc: [['Ctrl K'], ['Alt Shift W'], ['Alt ←'], ['G', 'S'], ['?'], ['F6'], ['Esc'], ['Ctrl ,']],
    mac: [['⌘ K'], ['⌥ ⇧ W'], ['⌥ ←']],
  })
})

test('the actions of a screen are gone with it', () => {
  const leave = actions.add(() => [action('copy', ['Mod+C'])])
  const during = actions.byId(ids.copy) !== undefined
  leave()
  expect({ during, after: actions.byId(ids.copy) !== undefined, others: actions.all.length }).toEqual({
    during: true,
    after: false,
    others: 9,
  })
})
