import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast, linear } from '../../contrast.ts'

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
  'dark, blue and orange': { ...dark, ...tokensOf(":where([data-theme='dark']) [data-change='blue-orange'] {") },
  'dark, Asian': { ...dark, ...tokensOf(":where([data-theme='dark']) [data-change='asian'] {") },
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

test('the dark theme of the system has the colors of the one that is chosen, with more contrast too', () => {
  const ofSystem = ":root:where(:not([data-theme='light'])) {"
  expect(tokensOf(ofSystem)).toEqual(tokensOf("\n[data-theme='dark'] {"))
  const systemDark = '@media (prefers-contrast: more) and (prefers-color-scheme: dark)'
  expect(tokensOf(ofSystem, systemDark)).toEqual(tokensOf("[data-theme='dark'] {", more))
})

const lightMore = { ...light, ...tokensOf("[data-theme='light'] {", more) }
const darkMore = { ...dark, ...tokensOf("[data-theme='dark'] {", more) }
const schemesMore = 'The change schemes with more contrast'

test.each([
  ['light', lightMore],
  ['dark', darkMore],
  ['light, blue and orange', { ...lightMore, ...tokensOf("\n  [data-change='blue-orange'] {", schemesMore) }],
  ['light, Asian', { ...lightMore, ...tokensOf("\n  [data-change='asian'] {", schemesMore) }],
  [
    'dark, blue and orange',
    { ...darkMore, ...tokensOf(":where([data-theme='dark']) [data-change='blue-orange'] {", schemesMore) },
  ],
  ['dark, Asian', { ...darkMore, ...tokensOf(":where([data-theme='dark']) [data-change='asian'] {", schemesMore) }],
])('with more contrast, text has 7:1 on every ground: %s', (_theme, colors: Tokens) => {
  const faint = grounds
    .map(({ name, ground, ink }) => ({ name, by: contrast(colors[ink] ?? '', colors[ground] ?? '') }))
    .filter(({ by }) => !(by >= 7))
    .map(({ name, by }) => `${name}: ${by.toFixed(2)}`)
  expect(faint).toEqual([])
})

test.each([
  ['light', lightMore, light],
  ['dark', darkMore, dark],
])(
  'with more contrast, bars and edges have 3:1 on every ground that they are drawn on, and rules are stronger than without it: %s',
  (_theme, colors: Tokens, usual: Tokens) => {
    const faint = ['paper', 'raised', 'chrome', 'well'].flatMap((ground) =>
      ['bar', 'bar-selected', 'edge', 'rule-strong', 'sel-line', 'accent-soft', 'flag-mark']
        .map((line) => ({ name: `${line} on ${ground}`, by: contrast(colors[line] ?? '', colors[ground] ?? '') }))
        .filter(({ by }) => !(by >= 3))
        .map(({ name, by }) => `${name}: ${by.toFixed(2)}`),
    )
    expect(faint).toEqual([])
    for (const line of ['rule', 'rule-strong', 'edge', 'bar', 'bar-2', 'bar-selected'])
      expect(contrast(colors[line] ?? '', colors['paper'] ?? ''), line).toBeGreaterThan(
        contrast(usual[line] ?? '', usual['paper'] ?? ''),
      )
    expect(contrast(colors['bar-selected'] ?? '', colors['bar'] ?? '')).toBeGreaterThan(1.5)
  },
)

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

/** What each kind of color blindness leaves of red, green and blue as light: Machado, Oliveira and Fernandes (2009), severity 1. */
const visions: Readonly<Record<string, readonly (readonly [red: number, green: number, blue: number])[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  // Lightness alone is left.
  achromatopsia: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
}

/** A color as it is seen, in OKLab (Ottosson 2020): lightness from 0 to 1, and two axes of hue. */
function seen(color: string, vision: string): readonly [number, number, number] {
  const light = linear(color)
  const sum = ([red, green, blue]: readonly [number, number, number], of: readonly number[]) =>
    red * (of[0] ?? 0) + green * (of[1] ?? 0) + blue * (of[2] ?? 0)
  const left = (visions[vision] ?? []).map((row) => Math.min(1, Math.max(0, sum(row, light))))
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929] as const,
    [0.2119034982, 0.6806995451, 0.1073969566] as const,
    [0.0883024619, 0.2817188376, 0.6299787005] as const,
  ].map((row) => Math.cbrt(sum(row, left)))
  return [
    sum([0.2104542553, 0.793617785, -0.0040720468], cones),
    sum([1.9779984951, -2.428592205, 0.4505937099], cones),
    sum([0.0259040371, 0.7827717662, -0.808675766], cones),
  ]
}

function distance(one: string, other: string, vision: string): number {
  const [left, right] = [seen(one, vision), seen(other, vision)]
  return Math.hypot(...left.map((part, at) => part - (right[at] ?? 0)))
}

/** Colors of one chart that nothing but the color tells apart. Lines have dashes and names; what rose and what fell, a sign or a side. */
const neighbors = [
  ['bar', 'bar-selected'],
  ['bar-2', 'bar'],
  ['paper', 'bar-2'],
  ['paper', 'heat-2'],
  ['heat-1', 'heat-2'],
  ['heat-2', 'heat-3'],
  ['heat-3', 'heat-4'],
  ['heat-4', 'heat-5'],
  ['find', 'find-now'],
] as const
/** Just noticeable are 0.02; what is looked for among others needs more. */
const least = 0.05

test.each(Object.keys(visions).flatMap((vision) => ['light', 'dark'].map((theme) => [vision, theme] as const)))(
  'bars, heat cells and found words can be distinguished with %s, in %s',
  (vision, theme) => {
    const colors = themes[theme] ?? {}
    const alike = neighbors
      .map(([one, other]) => ({
        name: `${one} and ${other}`,
        by: distance(colors[one] ?? '', colors[other] ?? '', vision),
      }))
      .filter(({ by }) => !(by >= least))
      .map(({ name, by }) => `${name}: ${by.toFixed(3)}`)
    expect(alike).toEqual([])
  },
)
