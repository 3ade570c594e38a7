import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = (path: string) => readFileSync(join(import.meta.dirname, '../../../src/renderer', path), 'utf8')

type Tokens = Readonly<Record<string, string>>

/** The colors that a block of tokens.css sets, by name; `within`: after this. */
function tokensOf(selector: string, within = ''): Tokens {
  const tokens = source('styles/tokens.css')
  const css = tokens.slice(tokens.indexOf(within))
  const from = css.indexOf('{', css.indexOf(selector))
  const found = css.slice(from, css.indexOf('}', from)).matchAll(/--([\w-]+): (#[\da-f]{6})/g)
  return Object.fromEntries(Array.from(found, ([, name = '', color = '']) => [name, color]))
}

const light = tokensOf("[data-theme='light'] {")
const dark = { ...light, ...tokensOf("\n[data-theme='dark'] {") }
const themes: Readonly<Record<string, Tokens>> = {
  light,
  dark,
  'light, blue and orange': { ...light, ...tokensOf("\n[data-change='blue-orange'] {") },
  'light, Asian': { ...light, ...tokensOf("\n[data-change='asian'] {") },
  'dark, blue and orange': { ...dark, ...tokensOf("[data-theme='dark'] [data-change='blue-orange'] {") },
  'dark, Asian': { ...dark, ...tokensOf("[data-theme='dark'] [data-change='asian'] {") },
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}

/** Ink and ground of each rule that marks text of a transcript; without an ink of its own it leaves that of dimmed text. */
const marks = Array.from(
  (source('call/transcript/TranscriptText.svelte').split('@media (forced-colors')[0] ?? '').matchAll(
    /::highlight\(([\w-]+)\) \{([^}]*)\}/g,
  ),
  ([, name = '', rule = '']) => ({
    name,
    ground: /background-color: var\(--([\w-]+)\)/.exec(rule)?.[1] ?? 'paper',
    ink: /(?<!-)color: var\(--([\w-]+)\)/.exec(rule)?.[1] ?? 'ink-3',
  }),
)

/** Where text stands, and in which inks. */
const grounds = ['paper', 'raised', 'chrome', 'well', 'hover', 'sel'].flatMap((ground) =>
  ['ink', 'ink-2', 'ink-3', 'accent', 'up', 'down', 'flag'].map((ink) => ({
    name: `${ink} on ${ground}`,
    ground,
    ink,
  })),
)

test.each(Object.keys(themes))('text can be read on every ground and under every highlight: %s', (theme) => {
  const colors = themes[theme] ?? {}
  expect(marks.map(({ name }) => name)).toEqual(expect.arrayContaining(['call-violet', 'call-find', 'call-spoken']))
  const faint = [...grounds, ...marks]
    .map(({ name, ground, ink }) => ({ name, by: contrast(colors[ink] ?? '', colors[ground] ?? '') }))
    .filter(({ by }) => !(by >= 4.5))
    .map(({ name, by }) => `${name}: ${by.toFixed(2)}`)
  expect(faint).toEqual([])
})

const more = '@media (prefers-contrast: more)'
test.each([
  ['light', { ...light, ...tokensOf("[data-theme='light'] {", more) }],
  ['dark', { ...dark, ...tokensOf("[data-theme='dark'] {", more) }],
])('with more contrast, text has 7:1 on every ground: %s', (_theme, colors: Tokens) => {
  const faint = grounds
    .map(({ name, ground, ink }) => ({ name, by: contrast(colors[ink] ?? '', colors[ground] ?? '') }))
    .filter(({ by }) => !(by >= 7))
    .map(({ name, by }) => `${name}: ${by.toFixed(2)}`)
  expect(faint).toEqual([])
})

test.each(['light', 'dark'])(
  'bars of selected periods are lighter or darker than the others, for those who see no difference of hue: %s',
  (theme) => {
    const colors = themes[theme] ?? {}
    expect(contrast(colors['bar-selected'] ?? '', colors['bar'] ?? '')).toBeGreaterThan(1.5)
  },
)

test.each(['light', 'dark'])(
  'bars and lines of charts stand out from the ground that they are drawn on by 3:1: %s',
  (theme) => {
    const colors = themes[theme] ?? {}
    const faint = ['paper', 'raised', 'well'].flatMap((ground) =>
      ['bar', 'bar-selected']
        .map((bar) => ({ name: `${bar} on ${ground}`, by: contrast(colors[bar] ?? '', colors[ground] ?? '') }))
        .filter(({ by }) => !(by >= 3))
        .map(({ name, by }) => `${name}: ${by.toFixed(2)}`),
    )
    expect(faint).toEqual([])
  },
)
