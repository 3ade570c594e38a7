import { readFile } from 'node:fs/promises'
import { copiedText, copiedTypes } from './clipboard.ts'
import { expect, test } from './fixtures.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { fileSavedBy } from './saved-files.ts'

test('companies that the library lacks are fetched, set side by side, ranked, and shown in other modes', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  await expect(compare.company('KSTM')).toContainText('Kestrel Metrology')
  await expect(workspace.status).toContainText('Currency not stated: no median or rank on monetary lines')
  // Revenue is money: no rank. A margin is none: ranked, and named in the status bar.
  await expect.poll(() => compare.figure('Operating margin', 'KSTM', 3)).toBe('1')
  await expect.poll(() => compare.figure('Revenue', 'KSTM', 3)).toBe('')
  await compare.screen.getByRole('button', { name: 'Treat as one currency' }).click()
  await expect.poll(() => compare.figure('Revenue', 'HLDN', 3)).toBe('1')
  await expect(workspace.status).toContainText('Treated as one currency')
  await expect(compare.row('Income statement')).toContainText('treated as one currency, not converted')
  await compare.screen.getByRole('button', { name: 'Treat as one currency' }).click()
  await expect.poll(() => compare.figure('Revenue', 'HLDN', 3)).toBe('')
  const margin = await compare.figure('Operating margin', 'HLDN', 2)
  await compare.choose('y/y')
  await expect(compare.row('Operating margin')).toContainText('bps')
  await expect.poll(() => compare.figure('Operating margin', 'HLDN', 2)).not.toBe(margin)
  await compare.choose('Calendarized')
  await expect(compare.screen).toContainText('sum of the four quarters centered in that year')
  await expect(compare.table.getByRole('columnheader', { name: 'CY2025' }).first()).toBeVisible()
})

test('a company is added, moved, removed, and fails automatically', async ({ workspace }) => {
  const compare = await ComparePage.open(workspace, 'HLDN')
  await compare.showsFigures('HLDN')
  const box = compare.page.getByRole('combobox', { name: 'Company, symbol or identifier' })
  await expect(box).toBeFocused()
  await box.fill('KSTM NONESUCH')
  await box.press('Enter')
  await expect(workspace.status).toContainText('KSTM, NONESUCH added: 3 companies.')
  await compare.page.keyboard.press('Escape')
  await compare.showsFigures('HLDN', 'KSTM')
  await expect(compare.company('NONESUCH').getByRole('button', { name: 'Retry' })).toBeVisible()
  await compare.menu('KSTM', 'Move left')
  await expect.poll(() => compare.companies()).toEqual(['KSTM', 'HLDN', 'NONESUCH'])
  await compare.company('HLDN').dragTo(compare.company('KSTM'))
  await expect.poll(() => compare.companies()).toEqual(['HLDN', 'KSTM', 'NONESUCH'])
  await compare.menu('KSTM', 'Remove')
  await expect.poll(() => compare.companies()).toEqual(['HLDN', 'NONESUCH'])
  await expect(workspace.status).toContainText('KSTM removed.')
  // The head of a company stays the same element when another company comes before it: its open menu stays open.
  await compare.menuButton('NONESUCH').click()
  await workspace.status.getByRole('button', { name: 'Undo' }).dispatchEvent('click')
  await expect.poll(() => compare.companies()).toEqual(['HLDN', 'KSTM', 'NONESUCH'])
  await workspace.menuEntry('Remove').click()
  await expect.poll(() => compare.companies()).toEqual(['HLDN', 'KSTM'])
  await compare.page.reload()
  await expect.poll(() => compare.companies()).toEqual(['HLDN', 'KSTM'])
})

test('a company listed on two exchanges is offered once, and nothing breaks when it is', async ({ workspace }) => {
  const search = await SecuritiesSearchPage.open(workspace)
  await search.search('DNMP')
  await expect(search.rows).toHaveCount(2)
  await workspace.rail.getByRole('button', { name: 'Compare' }).click()
  const compare = new ComparePage(workspace)
  const box = compare.page.getByRole('combobox', { name: 'Company, symbol or identifier' })
  await box.fill('DN')
  await expect(compare.page.getByRole('option', { name: /^DNMP\b/ })).toHaveCount(1)
  await box.press('Enter')
  await compare.page.keyboard.press('Escape')
  await compare.showsFigures('DNMP')
})

test('every figure opens its source: twelve months their quarters, a metric of one’s own its inputs', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.activeCell.focus()
  await compare.page.keyboard.press('Enter')
  await expect(compare.source).toContainText('last four consecutive quarters')
  await compare.source.getByRole('button', { name: 'Revenue' }).first().click()
  await expect(compare.source).toContainText('Stored record')
  await compare.page.keyboard.press('Escape')

  await compare.screen.getByRole('button', { name: 'Lines' }).click()
  const dialog = compare.page.getByRole('dialog', { name: 'Lines' })
  await dialog.getByRole('button', { name: 'New metric' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cost share')
  await dialog.getByRole('textbox', { name: 'Formula' }).fill('[Cost of revenue] / Revenu')
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'Revenu' })).toBeVisible()
  await expect(dialog.locator('mark')).toHaveText('Revenu')
  await dialog.getByRole('textbox', { name: 'Formula' }).fill('[Cost of revenue] / Revenue')
  await dialog.getByRole('button', { name: 'Save metric' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(compare.row('Cost share')).toContainText('%')
  await compare.row('Cost share').getByRole('gridcell').nth(2).click()
  await expect(compare.source).toContainText('[Cost of revenue] / Revenue')
  await compare.source.getByRole('button', { name: 'Cost of revenue' }).click()
  await expect(compare.source).toContainText('Inputs')
})

test('a metric whose formula has lost an input says so in words, and which input', async ({ workspace }) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.screen.getByRole('button', { name: 'Lines' }).click()
  const dialog = compare.page.getByRole('dialog', { name: 'Lines' })
  for (const [name, formula] of [
    ['Cost share', '[Cost of revenue] / Revenue'],
    ['Rest', '1 - [Cost share]'],
  ] as const) {
    await dialog.getByRole('button', { name: 'New metric' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Formula' }).fill(formula)
    await dialog.getByRole('button', { name: 'Save metric' }).click()
  }
  await dialog.getByRole('button', { name: 'Delete Cost share' }).click()
  await expect(dialog.getByRole('paragraph').filter({ hasText: 'Cost share' })).toBeVisible()
})

test('what is calculated from others opens its source: an index its first figure, a rank and a median every company', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.activeCell.focus()
  await compare.page.keyboard.press('i')
  await expect(compare.row('Revenue').getByRole('gridcell').first()).toHaveText(/^100\.0/)
  await compare.row('Revenue').getByRole('gridcell').nth(1).click()
  await compare.page.keyboard.press('Enter')
  await expect(compare.source).toContainText('÷ first positive figure shown × 100')
  await expect(compare.source.getByRole('table', { name: 'Inputs' }).getByRole('button')).toHaveCount(2)
  await compare.source.getByRole('button', { name: 'HLDN Revenue' }).first().click()
  await expect(compare.source).toContainText('Stored record')
  await compare.choose('Values')
  await compare
    .row('Gross margin')
    .getByRole('gridcell', { name: /^[12]$/ })
    .first()
    .click()
  await expect(compare.source).toContainText('Ranked among 2 companies, highest first')
  await compare.source.getByRole('button', { name: 'KSTM Gross margin' }).click()
  await expect(compare.source).toContainText('Inputs')
})

test('a range is copied with its companies and periods as numbers', async ({ workspace, app }) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.activeCell.focus()
  await compare.page.keyboard.press('Control+a')
  await compare.page.keyboard.press('Control+c')
  await expect(workspace.status).toContainText('Copied')
  const lines = (await copiedText(app.page)).split('\r\n')
  expect(lines[0]?.split('\t').slice(0, 2)).toEqual(['Reported currency, unscaled', 'HLDN'])
  expect(lines[1]?.split('\t')[0]).toBe('Period')
  expect(lines.find((line) => line.startsWith('Revenue\t'))).toMatch(/^Revenue\t\d{9,}\t/)
})

test('the comparison begins on a company’s page, and axe finds no fault in it', async ({ workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await company.screen.getByRole('button', { name: 'Compare HLDN with…' }).click()
  const compare = new ComparePage(workspace)
  await compare.page.getByRole('combobox', { name: 'Company, symbol or identifier' }).fill('KSTM VSPO')
  await compare.page.keyboard.press('Enter')
  await compare.page.keyboard.press('Escape')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  // A second one starts empty, in the tab that is there.
  await workspace.tab(/^HLDN Financials/).click()
  await company.screen.getByRole('button', { name: 'Compare HLDN with…' }).click()
  await expect(compare.page.getByRole('combobox', { name: 'Company, symbol or identifier' })).toBeFocused()
  await compare.page.goBack()
  await compare.page.goBack()
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('a comparison that was just saved replaces nothing when it is opened again; a changed one comes back with Undo', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.saved('Save as…')
  await compare.page.getByRole('textbox', { name: 'Name' }).fill('Instruments')
  await compare.page.keyboard.press('Enter')
  const kept = new ComparePage(workspace, 'Instruments')
  await expect(workspace.status).toContainText('Saved Instruments.')
  await kept.showsFigures('HLDN', 'KSTM')
  await kept.saved(/^Instruments/)
  await expect(kept.page.getByRole('menu')).toHaveCount(0)
  await expect(workspace.status).not.toContainText('Previous settings of Instruments replaced.')

  await kept.choose('Quarterly')
  await kept.saved(/^Instruments/)
  await expect(workspace.status).toContainText('Previous settings of Instruments replaced.')
  await expect(kept.screen.getByRole('radio', { name: 'Quarterly', exact: true })).not.toBeChecked()
  await workspace.status.getByRole('button', { name: 'Undo' }).click()
  await expect(kept.screen.getByRole('radio', { name: 'Quarterly', exact: true })).toBeChecked()
})

test('a saved comparison says what moved since, shows itself as it was, and keeps both through another name', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  await compare.choose('Quarterly')
  await compare.saved('Save as…')
  const dialog = compare.page.getByRole('dialog', { name: 'Save comparison' })
  // The name that it suggests is selected: what is typed takes its place.
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(/HLDN/)
  await compare.page.keyboard.type('Instruments')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const kept = new ComparePage(workspace, 'Instruments')
  await kept.showsFigures('HLDN', 'KSTM')
  await kept.activeCell.focus()
  await kept.page.keyboard.press('r')
  await expect(kept.screen).toContainText(/\d+ figures? changed since it was saved on/)

  await kept.screen.getByRole('button', { name: 'Which' }).click()
  const restated = kept.screen.getByRole('table', { name: 'Restatements' })
  const revenue = restated.getByRole('row').filter({ hasText: 'Revenue' }).first()
  await expect(revenue).toContainText('HLDN')
  const [was = '', now = ''] = (await revenue.getByRole('cell').allInnerTexts()).slice(5, 7)
  expect(was).not.toBe(now)
  await revenue.getByRole('button', { name: 'Revenue' }).click()
  await expect(kept.source).toContainText('Restated once')
  await kept.page.keyboard.press('Escape')

  await kept.view('Spread')
  await kept.periods('12 periods')
  await expect(kept.row('Revenue')).toContainText(now)
  await kept.screen.getByRole('button', { name: 'Show as saved' }).click()
  await expect(kept.screen).toContainText('As of')
  await expect(kept.row('Revenue')).toContainText(was)
  await expect(kept.row('Revenue')).not.toContainText(now)

  await kept.saved('Rename…')
  const rename = kept.page.getByRole('dialog', { name: 'Rename comparison' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('Rivals')
  await rename.getByRole('button', { name: 'Rename' }).click()
  const rivals = new ComparePage(workspace, 'Rivals')
  await expect(rivals.screen).toContainText(/changed since it was saved on/)
  await rivals.saved('Delete Rivals')
  await expect(compare.screen).toBeVisible()
})

test('the same figures stand in another layout by a key, and the one that is looked at stays it', async ({
  workspace,
}) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM')
  await compare.showsFigures('HLDN', 'KSTM')
  const figure = compare.row('Operating margin').getByRole('gridcell').nth(2)
  await expect(figure).toHaveText(/\d/)
  await figure.click()
  const margin = (await figure.innerText()).trim()
  await expect(compare.activeCell).toHaveText(margin)
  await compare.page.keyboard.press('Escape')
  await compare.activeCell.focus()

  await compare.page.keyboard.press('2')
  await expect(compare.table.getByRole('columnheader', { name: /^LTM/ })).toHaveCount(3)
  await expect(compare.activeCell).toHaveText(margin)
  await compare.page.keyboard.press('3')
  await expect(compare.table).toContainText('Operating margin')
  await expect(compare.row('KSTM')).toContainText('%')
  await expect(compare.activeCell).toHaveText(margin)
  await compare.page.keyboard.press('Shift+T')
  await expect(compare.table.getByRole('columnheader', { name: 'KSTM' })).toBeVisible()
  await expect(compare.activeCell).toHaveText(margin)
  await expect(compare.activeCell).toBeFocused()
  await compare.page.keyboard.press('Enter')
  await expect(compare.source).toContainText('Operating margin')
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('what is selected is drawn by a key, taken as a picture, and kept with the comparison', async ({ workspace }) => {
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  await compare.row('Operating margin').getByRole('gridcell').nth(2).click()
  await compare.page.keyboard.press('Escape')
  await compare.activeCell.focus()
  await compare.page.keyboard.press('c')
  const charts = compare.screen.getByRole('region', { name: 'Chart the selection' })
  await expect(charts.getByRole('img', { name: /^Operating margin, CY.*KSTM: .*VSPO: / })).toBeVisible()
  await compare.page.keyboard.press('ArrowDown')
  await expect(charts.getByRole('img', { name: /^Net margin/ })).toBeVisible()
  await charts.getByRole('radio', { name: 'Bars' }).check({ force: true })
  await expect(charts.getByRole('img', { name: /^Net margin, LTM: HLDN / })).toBeVisible()

  const save = (name: string) => fileSavedBy(compare.page, () => charts.getByRole('button', { name }).click())
  expect((await save('Save chart as picture')).fileName).toBe('HLDN KSTM VSPO.png')
  const drawing = await save('Save chart as SVG')
  expect(drawing.fileName).toBe('HLDN KSTM VSPO.svg')
  const svg = await readFile(drawing.path, 'utf8')
  for (const text of ['Net margin: HLDN KSTM VSPO', 'LTM', '(invented data), as of']) expect(svg).toContain(text)
  await charts.getByRole('button', { name: 'Copy chart as picture' }).click()
  await expect(workspace.status).toContainText('Copied the chart')
  expect(await copiedTypes(compare.page)).toEqual(['image/png'])

  expect(await workspace.accessibilityFaults()).toEqual([])
  await compare.page.reload()
  await expect(charts.getByRole('radio', { name: 'Bars' })).toBeChecked()
  await compare.activeCell.focus()
  await compare.page.keyboard.press('c')
  await expect(charts).toBeHidden()
})

test('charts stand at the side of a wide table and say what they leave out; a column keeps its width when it is saved', async ({
  workspace,
}) => {
  const { page } = workspace
  await page.setViewportSize({ width: 1440, height: 900 })
  const compare = await ComparePage.open(workspace, 'HLDN', 'KSTM', 'VSPO')
  await compare.showsFigures('HLDN', 'KSTM', 'VSPO')
  await compare.activeCell.focus()
  await page.keyboard.press('c')
  const charts = compare.screen.getByRole('region', { name: 'Chart the selection' })
  await page.keyboard.press('Control+a')
  await expect(charts).toContainText('4 of 16 lines charted')
  const left = async () => (await charts.boundingBox())?.x ?? 0
  await expect.poll(left).toBeGreaterThan(900)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(left).toBeLessThan(100)
  await page.keyboard.press('c')
  await expect(charts).toBeHidden()

  const boxIn = async (of: ComparePage) => {
    const box = await of.table.locator('[role=columnheader][aria-colindex="3"]').last().boundingBox()
    return box ?? { x: 0, y: 0, width: 0 }
  }
  const width = async (of: ComparePage) => (await boxIn(of)).width
  const box = await boxIn(compare)
  await page.mouse.move(box.x + box.width - 1, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 39, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => width(compare)).toBe(box.width + 40)
  await compare.saved('Save as…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Wide')
  await page.keyboard.press('Enter')
  const kept = new ComparePage(workspace, 'Wide')
  await kept.showsFigures('HLDN')
  await expect.poll(() => width(kept)).toBe(box.width + 40)
  const edge = await boxIn(kept)
  await page.mouse.dblclick(edge.x + edge.width - 1, edge.y + 10)
  await expect.poll(() => width(kept)).toBe(box.width)
})

test('six companies and their median stand whole on a new comparison, with quarterly trends; the median stays in a narrow window', async ({
  workspace,
}) => {
  const { page } = workspace
  await page.setViewportSize({ width: 1440, height: 900 })
  const symbols = ['HLDN', 'KSTM', 'VSPO', 'TMSN', 'BKAN', 'ESKD']
  const compare = await ComparePage.open(workspace, ...symbols)
  await compare.showsFigures(...symbols)
  await expect(compare.screen.getByRole('radio', { name: 'Calendarized' })).toBeChecked()
  await expect(compare.row('ROIC|Return on invested capital')).toContainText('%')
  const median = compare.table.getByRole('columnheader').filter({ hasText: /^Median/ })
  for (const head of [...symbols.map((symbol) => compare.company(symbol)), median]) {
    await expect(head).toBeInViewport({ ratio: 0.99 })
  }
  const trends = compare.screen.getByRole('region', { name: 'Quarterly trends' })
  await expect(trends.getByRole('img', { name: /^Operating margin, quarterly\. HLDN: / })).toBeVisible()
  await expect(trends.getByRole('img')).toHaveCount(12)
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(median).toBeInViewport({ ratio: 0.99 })
  await trends.getByRole('button', { name: 'Close the quarterly trends' }).click()
  await expect(trends).toBeHidden()
})
