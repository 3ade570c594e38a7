import { expect, test } from './fixtures.ts'
import { Booklet } from './pages/booklet.ts'
import { ComparePage } from './pages/compare-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import type { WorkspacePage } from './pages/workspace-page.ts'

const portrait = { A4: '595 x 842', Letter: '612 x 792' } as const
const landscape = { A4: '842 x 595', Letter: '792 x 612' } as const

/** Two companies with statements, and one of which nothing is to be had. */
async function coverage(workspace: WorkspacePage): Promise<WatchlistPage> {
  const list = await WatchlistPage.open(workspace)
  await list.make('Coverage', 'HLDN, KSTM')
  await list.refresh()
  await expect(list.row('KSTM')).toContainText('Q3 FY2026')
  await list.screen.getByRole('button', { name: 'Companies', exact: true }).click()
  await list.adding.getByRole('textbox').fill('NONESUCH')
  await list.adding.getByRole('button', { name: /^Look up/ }).click()
  await list.adding.getByRole('checkbox', { name: /NONESUCH/ }).check({ force: true })
  await list.adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => list.symbols()).toEqual(['HLDN', 'KSTM', 'NONESUCH'])
  return list
}

test('a watchlist is drawn as one document while the user works on, with contents that lead to its pages', async ({
  workspace,
  app,
}) => {
  await coverage(workspace)
  const booklet = new Booklet(workspace, 'Coverage')
  for (const size of ['A4', 'Letter'] as const) {
    await workspace.press('b')
    await expect(booklet.dialog).toBeVisible()
    await booklet.choosePaper(size)
    await expect(booklet.dialog).toContainText('3 companies, 6 pages and the spread, 1 with nothing stored.')
    const announced = await booklet.contents()
    expect(announced.map((cells) => [cells[0], cells.at(-2), cells.at(-1)])).toEqual([
      ['HLDN', expect.stringMatching(/^latest transcript|^$/), '2'],
      ['KSTM', expect.stringMatching(/^latest transcript|^$/), '4'],
      ['NONESUCH', 'Nothing stored', '6'],
      ['Spread: the companies side by side', expect.any(String), '7'],
    ])
    await booklet.create()
    // The window is the user's meanwhile.
    await workspace.press('ArrowDown')
    await expect(booklet.ready).toContainText('7 pages')
    await expect(booklet.progress).toHaveCount(0)
    const { pdf, contents } = app.browser
      ? await booklet.print()
      : { pdf: await booklet.save(app.profile), contents: announced }
    expect(pdf.pages).toEqual([...Array.from({ length: 6 }, () => portrait[size]), landscape[size]])
    // The contents are those that the dialog promised, and each number is the page that its link goes to.
    expect(contents).toEqual(announced)
    expect(pdf.destinations).toEqual({ 'company-1': 2, 'company-2': 4, 'company-3': 6, spread: 7 })
    expect(new Set(pdf.links)).toEqual(new Set(Object.keys(pdf.destinations)))
    expect(pdf.outline.filter((title) => !sections.includes(title))).toEqual([
      'Coverage',
      'Halden Instruments',
      'Kestrel Metrology',
      'NONESUCH',
      'Spread',
    ])
    expect([pdf.isTagged, pdf.hasDrawnFonts]).toEqual([true, false])
    expect(pdf.bytes).toBeLessThan(1024 * 1024)
    // Nothing of it is left in the page.
    await expect(workspace.page.locator('.print-only')).toHaveCount(0)
    if (app.browser) await booklet.ready.getByRole('button', { name: 'Discard' }).click()
    await expect(booklet.ready).toHaveCount(0)
  }
})

/** Heads within a tear sheet, which stand beneath its company in the outline. */
const sections = [
  'Company',
  'Balance sheet',
  'Latest quarter',
  '12 quarters',
  '10 years',
  'Checks',
  'Ratios as stored',
  '10 fiscal years',
  '8 quarters',
  'Latest call',
  'Ratings',
  'News',
  'Filing text',
  'Notes',
  'Sources',
]

test('a comparison ends with its own spread, as it is on screen', async ({ workspace, app }) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  // Two fiscal years, the last twelve months, their rank.
  const onScreen: string[] = []
  await expect.poll(() => compare.figure('Operating margin', 'VSPO', 3)).toMatch(/^\d$/)
  for (const at of [0, 1, 2, 3]) onScreen.push(await compare.figure('Operating margin', 'VSPO', at))
  await compare.screen.getByRole('button', { name: 'Booklet' }).click()
  const booklet = new Booklet(workspace, 'HLDN KSTM VSPO')
  await expect(booklet.dialog).toContainText('3 companies, 7 pages and the spread.')
  await booklet.create()
  await expect(booklet.ready).toContainText('8 pages')
  if (!app.browser) return
  const spread = () =>
    workspace.page
      .locator('.print-only')
      .getByRole('table', { name: 'Spread, page 1', includeHidden: true })
      .locator('tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())))
  await workspace.page.evaluate(() => (window.print = () => undefined))
  await booklet.ready.getByRole('button', { name: 'Print…' }).click()
  await expect.poll(async () => (await spread())[0]?.length).toBe(5)
  const rows = await spread()
  expect(rows[0]?.map((head) => head.split(' ')[0])).toEqual(['', 'HLDN', 'KSTM', 'VSPO', 'Median'])
  const margin = rows.find(([head]) => head?.startsWith('Operating margin')) ?? []
  expect(margin.slice(9, 13)).toEqual(onScreen)
  // The medians of the latest two periods end the row.
  expect(margin).toHaveLength(15)
})

test('a booklet that is canceled leaves nothing', async ({ workspace }) => {
  await coverage(workspace)
  const booklet = new Booklet(workspace, 'Coverage')
  await workspace.press('b')
  await expect(booklet.dialog.getByRole('button', { name: 'Create' })).toBeEnabled()
  // The pause after the first company does not end until the test does.
  await workspace.page.evaluate(() => (window.requestIdleCallback = () => 0))
  await booklet.create()
  await expect(booklet.progress).toContainText('1 of 3 companies')
  await expect(booklet.progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  // None begins beside it.
  await workspace.press('b')
  await expect(booklet.dialog.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true')
  await workspace.press('Escape')
  await booklet.progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(booklet.progress).toHaveCount(0)
  await expect(booklet.ready).toHaveCount(0)
  await expect(workspace.page.locator('.paper')).toHaveCount(0)
})

test('a booklet that is ready stays until another one has taken its place', async ({ workspace }) => {
  await coverage(workspace)
  const booklet = new Booklet(workspace, 'Coverage')
  await workspace.press('b')
  await booklet.create()
  await expect(booklet.ready).toContainText('7 pages')
  await workspace.press('b')
  await expect(booklet.dialog).toContainText(
    /Coverage booklet [\d-]+ is ready in the status bar\. This booklet replaces it when it is ready\./,
  )
  await expect(booklet.dialog.getByRole('button', { name: 'Create', exact: true })).toHaveCount(0)
  await booklet.dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(booklet.dialog).toHaveCount(0)
  await expect(booklet.ready).toContainText('7 pages')
  const peers = new Booklet(workspace, 'Peers')
  const createPeers = async () => {
    await workspace.press('b')
    await booklet.dialog.getByRole('textbox', { name: 'Title' }).fill('Peers')
    await booklet.dialog.getByRole('button', { name: 'Create and replace' }).click()
    await expect(booklet.dialog).toHaveCount(0)
  }
  // The pause after the first company does not end until the test lets it.
  await workspace.page.evaluate(() => {
    const own = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = () => {
      window.requestIdleCallback = own
      return 0
    }
  })
  await createPeers()
  await expect(peers.progress).toContainText('1 of 3 companies')
  await peers.progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(booklet.ready).toContainText('7 pages')
  await createPeers()
  await expect(peers.ready).toContainText('7 pages')
  await expect(booklet.ready).toHaveCount(0)
})
