import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

interface Axe {
  run(context: object, options: object): Promise<Results>
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
/** AxeBuilder brings half a megabyte to the page at each look, and ends each in a page of its own. Here a page gets it once. */
const source = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2, A and AA, and what axe recommends beyond it: landmarks, the order of headings, heads of columns with text. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A menu lies over the page with the focus in it, as a dialog does, which axe lets stand outside the landmarks. */
const overThePage = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg'
/** Those whose outcome depends on colors. Names, roles and structure are the same in every theme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page as it is, or in parts of it, one line each. */
async function axeFaults(
  page: Page,
  rules: 'all' | 'colors' = 'all',
  within: readonly string[] = ['html'],
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(source)
  const violations = await page.evaluate(
    async ({ parts, runOnly, regionMatcher }) => {
      const { axe } = window as unknown as { readonly axe: Axe }
      const include = parts.filter((part) => document.querySelector(part) !== null)
      const checks = { region: { options: { regionMatcher } } }
      const found = await axe.run({ include }, { runOnly, checks, resultTypes: ['violations'], elementRef: false })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`.trim()),
      )
    },
    {
      parts: within,
      runOnly: rules === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: colorRules },
      regionMatcher: overThePage,
    },
  )
  return violations
}

/** Those of every theme: in dark and in forced colors only what depends on colors is looked at again. The page ends in light. */
export async function themedAxeFaults(page: Page, within: readonly string[] = ['html']): Promise<string[]> {
  const faults = await axeFaults(page, 'all', within)
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const [theme, media] of [
    ['dark', { colorScheme: 'dark' }],
    ['forced colors', { colorScheme: 'light', forcedColors: 'active' }],
  ] as const) {
    // A color on its way to another one is no color of the theme.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    faults.push(...(await axeFaults(page, 'colors', within)).map((fault) => `${theme}: ${fault}`))
  }
  await page.emulateMedia({
    colorScheme: 'light',
    forcedColors: 'none',
    reducedMotion: isStill ? 'reduce' : 'no-preference',
  })
  return faults
}
