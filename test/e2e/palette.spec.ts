import { expect, test } from './fixtures.ts'
import { Palette } from './pages/palette.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

test('a terminal code opens a company that the library does not know yet, and every view of one it knows', async ({
  workspace,
}) => {
  const palette = new Palette(workspace)
  await palette.open('FA HLDN')
  await expect(palette.active).toHaveAccessibleName(/FA Financials for HLDN as typed/)
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN Financials/)
  await expect(workspace.pageOf(/HLDN/).getByRole('heading', { level: 1 })).toHaveText('Halden Instruments')

  await palette.open('hldn prof')
  await expect(palette.active).toHaveAccessibleName(/PROF Profile for HLDN, Halden Instruments/)
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN Profile/)
})

test('securities of the library are found while typing, the exact symbol first', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await search.search('VSP')
  await expect(search.row('VSPO')).toBeVisible()
  const palette = new Palette(workspace)
  await palette.open('vsp1')
  await expect(palette.active).toHaveAccessibleName(/Overview for VSP1, Vesper Optics/)
  await palette.field.fill('vesper')
  await expect(palette.group('Stored securities').getByRole('option')).toHaveCount(2)
  await workspace.press('ArrowUp')
  await expect(palette.active).toHaveAccessibleName(/Search transcripts for “vesper”/)
})

test('commands are run by a few letters; one that is off says why and does nothing', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open('dark')
  await expect(palette.active).toHaveAccessibleName(/Dark/)
  await workspace.press('Enter')
  await expect(workspace.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await palette.open('dark')
  await expect(palette.active).toHaveAccessibleName(/Dark theme in use/)
  await workspace.press('Enter')
  await expect(palette.dialog).toBeVisible()
})

test('Ctrl+Enter takes the text to the search, which searches the service at once', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open('fnwt')
  await workspace.press('Control+Enter')
  const search = new SecuritiesSearchPage(workspace)
  await expect(search.box).toHaveValue('fnwt')
  await expect(search.row('FNWT')).toBeVisible()
  await expect(search.box).toBeFocused()
})

test('typing right after Ctrl+K loses no letter, and sends none to the page', async ({ workspace }) => {
  const palette = new Palette(workspace)
  await palette.open()
  await workspace.press('Escape')
  await expect(palette.dialog).toHaveCount(0)
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('FA HLDN')
  await expect(palette.field).toHaveValue('FA HLDN')
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/HLDN Financials/)
})

/** A window that has fetched nothing ahead, on a disk that hands out nothing more until `release` is called. */
async function fetchNothing(workspace: WorkspacePage): Promise<{ release: () => void }> {
  const { page } = workspace
  await page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
  await page.reload()
  await workspace.isOpen()
  let release = () => {}
  const typed = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*.js', async (route) => {
    await typed
    await route.continue()
  })
  return { release: () => release() }
}

test('nor does it the first time, before the window has fetched anything ahead', async ({ workspace }) => {
  await expect(new SecuritiesSearchPage(workspace).box).toBeFocused()
  const { release } = await fetchNothing(workspace)
  await workspace.press('Control+k')
  await workspace.page.keyboard.type('FA HLDN')
  release()
  await expect(new Palette(workspace).field).toHaveValue('FA HLDN')
})

test.describe('before a page is on screen', () => {
  // There is nothing yet that could have the focus.
  test.use({ isFocusWatched: false })

  for (const { page, keys, box } of [
    { page: 'the search of securities', keys: ['/'], box: 'Symbol, name or identifier' },
    { page: 'the search of transcripts', keys: ['g', 't'], box: 'Search all stored text' },
  ])
    test(`nor does ${page}: its box has what was typed before it was on screen`, async ({ workspace }) => {
      await workspace.tab('Home').click()
      const { release } = await fetchNothing(workspace)
      for (const key of keys) await workspace.press(key)
      await expect(workspace.activeTab).not.toHaveText('Home')
      // Where they are not typed, `J` and `R` are keys of lists, and a comma opens the settings.
      await workspace.page.keyboard.type('jerk, halden')
      release()
      await expect(workspace.page.getByLabel(box)).toHaveValue('jerk, halden')
      await expect(workspace.page.getByLabel(box)).toBeFocused()
    })
})

test('Esc puts it away and the focus is where it was; ? in it shows all keys', async ({ workspace }) => {
  const search = new SecuritiesSearchPage(workspace)
  await expect(search.box).toBeFocused()
  const palette = new Palette(workspace)
  await palette.open('anything')
  await workspace.press('Escape')
  await expect(palette.dialog).toHaveCount(0)
  await expect(search.box).toBeFocused()
  await palette.open()
  await workspace.press('?')
  await expect(workspace.keyboardHelp).toBeVisible()
})

test('its entries are read out: the field names the active one, and axe finds no fault, light and dark', async ({
  workspace,
}) => {
  const palette = new Palette(workspace)
  await palette.open()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('ArrowDown')
  const active = await palette.active.getAttribute('id')
  await expect(palette.field).toHaveAttribute('aria-activedescendant', active ?? '')
  await palette.field.fill('FA HLDN')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('the term grid and the questioners are found by their names', async ({ workspace }) => {
  const palette = new Palette(workspace)
  for (const [words, heading] of [
    ['term grid', 'Term grid'],
    ['who asks', 'Who asks'],
  ] as const) {
    await palette.open(words)
    await palette.group('Commands').getByRole('option').first().click()
    await expect(workspace.activeTab).toHaveText(heading)
  }
})
