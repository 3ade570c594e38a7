import { expect, test } from './fixtures.ts'
import { Palette } from './pages/palette.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { storedCalls, TranscriptSearchPage } from './pages/transcript-search-page.ts'
import { WorkspacePage } from './pages/workspace-page.ts'

const { speech, before } = storedCalls

test('an empty library says how it is filled, in one sentence with the way there', async ({ workspace }) => {
  const text = await TranscriptSearchPage.open(workspace)
  await expect(text.screen).toContainText('Searches every word of your downloaded transcripts, offline.')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await text.search('revenue')
  await expect(text.screen).toContainText('No hits')
  await expect(text.screen).toContainText('Searches every word of your downloaded transcripts, offline.')
  await text.screen.getByRole('button', { name: 'Open a call' }).click()
  await expect(workspace.activeTab).toHaveText(/Calls/)
})

test('with the service gone, calls that were read are searched, narrowed, and opened at the turn, from the keyboard', async ({
  workspace,
  service,
}) => {
  await new SettingsPage(workspace).connectTo(service, 'Desk')
  await TranscriptSearchPage.store(workspace, speech, before)
  await service.stop()

  const text = await TranscriptSearchPage.open(workspace)
  await workspace.page.keyboard.type('(pricing OR mix) section:qa')
  await expect(text.summary).toContainText('in 2 calls, 1 company')
  expect(await text.signs()).toEqual(['(', 'OR', ')', 'section', ':'])
  await expect(text.screen).toContainText(/pricing also finds .*price/)
  await expect(workspace.status).toContainText('Searched: 2 calls, 1 company')
  const all = await text.count()
  const { page } = workspace
  await text.facet('Analysts').click()
  await expect.poll(() => text.count()).toBeLessThan(all)
  await text.facet('Analysts').click()
  await expect.poll(() => text.count()).toBe(all)

  await text.box.press('Enter')
  await expect(text.hits).toBeFocused()
  const first = await text.current.innerText()
  await workspace.press('j')
  await expect(text.current).not.toHaveText(first, { useInnerText: true })
  await workspace.press('k')
  await expect(text.current).toHaveText(first, { useInnerText: true })
  await expect(text.current.locator('mark').first()).toHaveText(/pric|mix/i)
  expect(await workspace.accessibilityFaults()).toEqual([])
  const said = await text.current.locator('mark').first().innerText()
  await workspace.press('Enter')
  await expect(workspace.activeTab).toHaveText(/call/)
  await expect(page.getByRole('feed', { name: 'Transcript' }).locator('article[tabindex="0"]')).toContainText(said)
})

test('what cannot be honoured is said under the box and marked at its place; what was found before stays', async ({
  workspace,
}) => {
  await TranscriptSearchPage.store(workspace, speech)
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('margin')
  await expect(text.summary).toContainText(/hits/)
  const rows = await text.hits.getByRole('row').count()
  await text.search('margin AND sentimental:high')
  await expect(text.summary).toContainText('Unknown field “sentimental”')
  await expect(text.summary).toContainText('Showing hits for “margin”.')
  await expect(text.screen.locator('.part.here')).toHaveText('sentimental')
  await expect(text.box).toHaveAccessibleDescription(/Unknown field/)
  expect(await text.hits.getByRole('row').count()).toBe(rows)
  expect(await text.signs()).toEqual(['AND'])
  await expect(workspace.status).toContainText('Invalid query')
  expect(await workspace.accessibilityFaults()).toEqual([])
  await workspace.press('Escape')
  await expect(text.box).toHaveValue('')
  await expect(text.hits).toHaveCount(0)
})

test('every hit of a call is a key away, and all hits go into a file with who said them and where', async ({
  workspace,
}) => {
  await TranscriptSearchPage.store(workspace, speech, before)
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('price OR margin OR quarter')
  const all = await text.count()
  await text.box.press('Enter')
  const few = await text.hits.getByRole('row').count()
  await workspace.press('ArrowRight')
  await expect.poll(() => text.hits.getByRole('row').count()).toBeGreaterThan(few)
  await workspace.press('ArrowLeft')
  await expect.poll(() => text.hits.getByRole('row').count()).toBe(few)

  await text.screen.getByRole('button', { name: 'Export hits' }).click()
  const [[name, content] = ['', Buffer.of()]] = await new ExportDialog(workspace.page).save('CSV')
  const table = content.toString('utf8')
  expect(name).toMatch(/^Hits \d{4}-\d\d-\d\d\.csv$/)
  expect(table).toMatch(/^\uFEFFSymbol,Company,Call,Date,Time,/)
  expect(table.trim().split('\r\n')).toHaveLength(all + 1)
  expect(table).toContain(speech)
  await expect(workspace.status).toContainText(`Saved ${name}, ${all} rows.`)

  await text.screen.getByRole('radio', { name: 'Table' }).check({ force: true })
  await expect(text.hits.getByRole('row').nth(1)).toContainText('HLDN')
  expect(await text.hits.getAttribute('aria-rowcount')).toBe(String(all + 1))
  await workspace.press('/')
  await expect(text.box).toBeFocused()
  expect(await workspace.accessibilityFaults()).toEqual([])
})

test('a saved search is there after a restart, says what came since, and can be renamed and forgotten', async ({
  workspace,
  app,
}) => {
  await TranscriptSearchPage.store(workspace, before)
  let text = await TranscriptSearchPage.open(workspace)
  await text.search('gross margin')
  await expect(text.summary).toContainText(/hits/)
  const seen = await text.count()
  await text.screen.getByRole('button', { name: 'Save search' }).click()
  const dialog = workspace.page.getByRole('dialog', { name: 'Save the search' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Margins')
  await workspace.press('Enter')
  await expect(workspace.status).toContainText('Saved as “Margins”.')

  await app.reopen()
  const again = new WorkspacePage(app.page)
  await again.isOpen()
  await TranscriptSearchPage.store(again, speech)
  text = await TranscriptSearchPage.open(again)
  // The tab came back with its query.
  await expect(text.box).toHaveValue('gross margin')
  await text.box.fill('')
  const saved = text.screen.getByRole('list', { name: 'Saved searches' })
  await expect(saved).toContainText(/Margins.*\d+ new/s)
  expect(await again.accessibilityFaults()).toEqual([])
  await saved.getByRole('button', { name: /^Margins/ }).click()
  await expect(text.box).toHaveValue('gross margin')
  await expect.poll(() => text.count()).toBeGreaterThan(seen)
  await expect(again.status).toContainText('new since your last visit')

  await text.box.fill('')
  await expect(saved).toContainText('Margins')
  await expect(saved).not.toContainText('new')
  await saved.getByRole('button', { name: 'Rename Margins' }).click()
  await again.page.getByRole('textbox', { name: 'Name' }).fill('Gross margin')
  await again.press('Enter')
  await saved.getByRole('button', { name: 'Delete Gross margin' }).click()
  await expect(saved).toHaveCount(0)
})

test('words that the user says are the same are found for one another', async ({ workspace }) => {
  await TranscriptSearchPage.store(workspace, speech)
  const text = await TranscriptSearchPage.open(workspace)
  await text.search('zebra')
  await expect(text.summary).toContainText('No hits')
  await expect(text.screen).toContainText('Download a watchlist for offline use to add more')
  await text.search('zebra NEAR/9 margin')
  await expect(text.screen).toContainText('are matched exactly')
  await text.search('')
  await text.screen.getByRole('button', { name: 'Synonyms' }).click()
  await workspace.page.keyboard.type('zebra, gross margin')
  await workspace.press('Enter')
  await expect(workspace.status).toContainText('Synonyms saved.')
  await text.search('zebra')
  await expect(text.screen).toContainText('zebra also finds gross margin')
  await expect(text.hits.locator('mark').first()).toHaveText(/gross margin/i)
})

test('a cell of the term grid says how often and in how many turns, and opens exactly those', async ({ workspace }) => {
  await TranscriptSearchPage.store(workspace, speech, before)
  const text = await TranscriptSearchPage.open(workspace)
  await text.view('Term grid')
  await text.addTerm('pric*')
  await text.addTerm('"no such phrase"')
  await expect(text.terms).toContainText('no mentions')
  const cell = text.terms.getByRole('gridcell').filter({ hasText: /\d/ }).first()
  const mentions = await cell.innerText()
  expect(await workspace.accessibilityFaults()).toEqual([])
  await text.terms.focus()
  await workspace.press('Home')
  await cell.click()
  const says = new RegExp(String.raw`${mentions} mentions? in (\d+) turns? of 1\s+call, [\d.]+ per 1,000 words`)
  await expect(text.screen).toContainText(says)
  const counted = Number(says.exec(await text.screen.innerText())?.[1])
  await workspace.press('Enter')
  await expect(text.box).toHaveValue('pric*')
  await expect(text.screen).toContainText(/Only HLDN, Q\d/)
  await expect.poll(() => text.count()).toBe(counted)
  await text.screen.getByRole('button', { name: 'Search all calls' }).click()
  await expect(text.screen).not.toContainText('Only HLDN')
  await expect.poll(() => text.count()).toBeGreaterThan(counted)
})

test('who asks lists the analysts with their houses, and opens the newest question', async ({ workspace }) => {
  await TranscriptSearchPage.store(workspace, speech, before)
  const text = await TranscriptSearchPage.open(workspace)
  await text.view('Who asks')
  const questioners = text.screen.getByRole('grid', { name: 'Who asks' })
  await expect(questioners.getByRole('row').filter({ hasText: 'Devin Aske' })).toContainText('Marlowe Pryce')
  await questioners.getByRole('columnheader', { name: 'Analyst' }).getByRole('button').click()
  const names = await questioners.getByRole('rowheader').allInnerTexts()
  expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'en')))
  expect(await workspace.accessibilityFaults()).toEqual([])
  await text.screen.getByRole('textbox', { name: 'Analyst or firm' }).fill('marlowe')
  await expect(questioners.getByRole('rowheader')).toHaveText(['Devin Aske'])
  await questioners.focus()
  await workspace.press('Enter')
  await expect(workspace.page.getByRole('feed', { name: 'Transcript' })).toContainText('Devin Aske')
})

test('TS with words searches at once, and nothing is wider than a window at 200 %', async ({ workspace }) => {
  await TranscriptSearchPage.store(workspace, speech)
  const palette = new Palette(workspace)
  await palette.open('ts pricing OR mix')
  await workspace.press('Enter')
  const text = new TranscriptSearchPage(workspace)
  await expect(text.box).toHaveValue('pricing OR mix')
  await expect(text.summary).toContainText(/hits/)
  await workspace.page.setViewportSize({ width: 720, height: 450 })
  expect(await workspace.sidewaysOverflow()).toBe(0)
  await text.screen.getByRole('button', { name: /^Filters/ }).click()
  await expect(workspace.page.getByRole('dialog', { name: 'Filters' })).toContainText('Analysts')
  expect(await workspace.accessibilityFaults()).toEqual([])
})
