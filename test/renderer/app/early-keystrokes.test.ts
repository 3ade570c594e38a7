import { beforeEach, describe, expect, test } from 'vitest'
import { EarlyKeystrokes } from '../../../src/renderer/app/early-keystrokes.ts'
import { ManualTime } from '../manual-time.ts'

let time: ManualTime
let earlyKeystrokes: EarlyKeystrokes

/** Presses keys one after another, each as `Ctrl+x`, `Alt+x`, `Meta+x` or `x`; returns those that were kept. */
function press(keys: readonly string[], isAltGraph = false): string[] {
  return keys.filter((stroke) => {
    const parts = stroke.split(/\+(?=.)/)
    return earlyKeystrokes.keep({
      key: parts.at(-1) ?? '',
      ctrlKey: parts.includes('Ctrl'),
      altKey: parts.includes('Alt'),
      metaKey: parts.includes('Meta'),
      getModifierState: (name) => name === 'AltGraph' && isAltGraph,
    })
  })
}

beforeEach(() => {
  time = new ManualTime()
  earlyKeystrokes = new EarlyKeystrokes(time.after)
})

describe('while a page that begins in a text box is drawn', () => {
  beforeEach(() => earlyKeystrokes.begin())

  test('letters and corrections are kept for the box', () => {
    press(['h', 'a', 'x', 'Backspace', 'l', ' ', 'é', '😀', 'Backspace'])
    expect(earlyKeystrokes.take()).toBe('hal é')
  })

  test('commands and named keys are not', () => {
    expect(press(['h', 'Ctrl+k', 'Alt+1', 'Meta+l', 'F6', 'Escape', 'Shift'])).toEqual(['h'])
    expect(earlyKeystrokes.take()).toBe('h')
  })

  test('a letter that this keyboard has under AltGr is', () => {
    press(['Ctrl+Alt+@'], true)
    expect(earlyKeystrokes.take()).toBe('@')
  })

  test('what was kept is typed once', () => {
    press(['h'])
    earlyKeystrokes.take()
    expect(press(['a'])).toEqual([])
    expect(earlyKeystrokes.take()).toBe('')
  })

  test('keys are commands again when no box came', () => {
    press(['h'])
    time.pass(5000)
    expect(press(['j'])).toEqual([])
    expect(earlyKeystrokes.take()).toBe('')
  })

  test('the next page begins with an empty box, and has its own time', () => {
    press(['h'])
    time.pass(4000)
    earlyKeystrokes.begin()
    time.pass(4000)
    press(['v'])
    expect(earlyKeystrokes.take()).toBe('v')
  })
})

test('on any other page nothing is kept', () => {
  expect(press(['h'])).toEqual([])
})
