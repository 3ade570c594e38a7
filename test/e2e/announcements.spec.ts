import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Listener } from './listen.ts'
import { CallPage } from './pages/call-page.ts'
import { CallsPage } from './pages/calls-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ExportDialog } from './pages/export-dialog.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { SecuritiesSearchPage } from './pages/securities-search-page.ts'
import { SettingsPage } from './pages/settings-page.ts'
import { WatchlistPage } from './pages/watchlist-page.ts'
import { fileSavedBy } from './saved-files.ts'

/** Halden Instruments, third quarter of 2026: the sample's call with real speech. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

test('the regions are there and empty before anything is said, and there are no others', async ({ workspace }) => {
  const { page } = workspace
  await expect(page.locator('[aria-live]')).toHaveCount(2)
  await expect(page.locator('[role=status]')).toHaveAttribute('aria-live', 'polite')
  await expect(page.locator('[role=alert]')).toHaveAttribute('aria-live', 'assertive')
  for (const region of await page.locator('[aria-live]').all()) await expect(region).toHaveText('')
})

test('results, none, and the order that they were put into are read out', async ({ workspace }) => {
  const search = await SecuritiesSearchPage.open(workspace)
  const listener = await Listener.listen(workspace.page)
  await search.search('HLDN')
  await search.box.press('Control+Enter')
  await listener.hears('1 security of 1')
  await search.search('Zzzzqq')
  await listener.hears('No match for “Zzzzqq”')
  const calls = await CallsPage.open(workspace)
  await listener.hears(/^\d+ calls$/)
  await calls.orderBy('Title')
  await listener.hears('Sorted by Title, ascending.')
  await calls.orderBy('Title')
  await listener.hears('Sorted by Title, descending.')
})

test('a list that is made, what is deleted and the way back are read out', async ({ workspace }) => {
  const listener = await Listener.listen(workspace.page)
  const list = await WatchlistPage.open(workspace)
  await list.screen.getByRole('button', { name: 'New watchlist' }).click()
  await workspace.page.getByRole('textbox', { name: 'Name' }).fill('Coverage')
  await workspace.press('Enter')
  await listener.hears('Coverage created.')
  await list.add('HLDN KSTM')
  await listener.hears('2 companies added to Coverage.')
  await list.row('HLDN').getByRole('gridcell').first().click()
  await workspace.press('Delete')
  await listener.hears('HLDN removed from Coverage. Undo')
  await workspace.page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.row('HLDN')).toBeVisible()
})

test('a drawer that opens is read out by its title, and the same sentence twice when it happens twice', async ({
  workspace,
}) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.hasKeys()
  const listener = await Listener.listen(workspace.page)
  await workspace.press('Enter')
  await listener.hears(/drawer opened\.$/)
  await listener.forget()
  for (const times of [1, 2]) {
    await company.source.getByRole('button', { name: 'Copy' }).first().click()
    await expect
      .poll(async () => (await listener.heard()).filter((text) => text.startsWith('Copied')))
      .toHaveLength(times)
  }
})

test('a download is read out in steps of ten percent, and its end', async ({ workspace, service }) => {
  const settings = new SettingsPage(workspace)
  await settings.connectTo(service, 'Desk')
  await settings.open('Recordings')
  await settings.screen.getByRole('combobox', { name: 'Bandwidth limit' }).selectOption('50 KB/s')
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  const listener = await Listener.listen(workspace.page)
  await call.panel.getByRole('button', { name: 'Download' }).click()
  await workspace.page.getByRole('menuitem', { name: /MP3/ }).click()
  await listener.hears(/^Recording of .* downloaded\.$/)
  const shares = (await listener.heard()).flatMap((text) => /^Recording of .*: (\d+)%$/.exec(text)?.[1] ?? [])
  expect(shares.length).toBeGreaterThan(3)
  expect(shares).toEqual([...new Set(shares)].toSorted((left, right) => Number(left) - Number(right)))
  for (const share of shares) expect(Number(share) % 10, share).toBe(0)
})

test('the end of a publication, a backup and a pack is read out', async ({ app, workspace }) => {
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  const folder = join(app.profile, '..', 'written')
  mkdirSync(folder)
  const settings = new SettingsPage(workspace)
  await settings.open('Storage')
  // The sizes stand above the forms, and push them down when they come.
  await expect(settings.screen).toContainText('On disk')
  const listener = await Listener.listen(workspace.page)
  await settings.screen.getByRole('textbox', { name: 'Publication folder' }).fill(folder)
  await workspace.press('Enter')
  await listener.hears(/^Published: \d+ files of \d+ written, /)
  const backup = settings.screen.getByRole('button', { name: 'Back up everything' })
  // Off as long as the core is still said to publish.
  await expect(backup).toBeEnabled()
  // The heading, which has the focus while the form is away, is then above what is visible.
  await backup.evaluate((button) => button.scrollIntoView({ block: 'start' }))
  await backup.press('Enter')
  await listener.hears(/complete and saved: .*\.tar$/)
  const createPack = settings.screen.getByRole('button', { name: 'Create pack…' })
  await expect(createPack).toBeEnabled()
  await createPack.press('Enter')
  const making = workspace.page.getByRole('dialog')
  await making.getByRole('textbox', { name: 'Companies' }).fill('HLDN')
  await listener.hears(/^1 company, .*About \d/)
  await making.getByRole('textbox', { name: 'Author' }).fill('Ada')
  await making.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await workspace.press('Enter')
  await listener.hears(/^Pack created: 1 company, /)
})

test('a service that fails is read out, and what is shown meanwhile', async ({ workspace, service }) => {
  await new SettingsPage(workspace).connectTo(service, 'Live')
  const company = await CompanyPage.open(workspace, 'HLDN')
  await company.showsFigures()
  await service.start(['--fail', 'fundamentals.enhanced=401'])
  const listener = await Listener.listen(workspace.page)
  await workspace.press('r')
  await listener.hears(/The API key was rejected.*Still showing data as of/)
})

test('a program that has ended interrupts whatever is read', async ({ app, workspace }) => {
  test.skip(app.browser === null, 'Electron restarts the core automatically')
  const listener = await Listener.listen(workspace.page)
  await app.browser?.endProgram()
  await listener.hears(/^! /)
})

test('while a recording plays nothing is said and the focus stays; what still counts is said when it is paused', async ({
  workspace,
}) => {
  const player = new PlayerBar(workspace)
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.panel.getByRole('button', { name: 'Play', exact: true }).click()
  await player.isHeardBeyond(0)
  await call.turn(1).focus()
  const listener = await Listener.listen(workspace.page)
  const focused = () => workspace.page.evaluate(() => document.activeElement?.id ?? '')
  await workspace.press('/')
  await call.findField.fill('margin')
  await expect(call.found).toHaveText(/\d+ \/ \d+/)
  const field = await focused()
  const begun = await player.seconds()
  await player.isHeardBeyond(begun + 5)
  expect(await focused()).toBe(field)
  expect(await listener.heard()).toEqual([])
  await player.pause.click()
  await listener.hears(/\d+ of \d+/)
})

test('a recording that goes through turns leaves the focus on the turn that the user went to', async ({
  workspace,
}) => {
  const player = new PlayerBar(workspace)
  const call = await CallPage.open(workspace, speech)
  await call.isRead()
  await call.turn(2).focus()
  await workspace.press('Enter')
  await player.isHeardBeyond(0)
  const listener = await Listener.listen(workspace.page)
  const played = new Set<string | null>()
  const focusedWhile: boolean[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const here = await call.playedTurn.getAttribute('aria-posinset')
    played.add(here)
    focusedWhile.push(await call.turn(2).evaluate((article) => document.activeElement === article))
    await expect(call.playedTurn).not.toHaveAttribute('aria-posinset', here ?? '')
  }
  expect([played.size, focusedWhile]).toEqual([3, [true, true, true]])
  await expect(call.turn(2)).toBeFocused()
  expect(await listener.heard()).toEqual([])
  // The keys act on the turn that is heard, and the focus goes along once the user goes somewhere.
  await workspace.press('j')
  await expect(call.currentTurn).toBeFocused()
  await expect(call.turn(2)).not.toBeFocused()
})

test('without the screen, announcements and focus say what each step did: find a company, play the answers, compare, export', async ({
  workspace,
}) => {
  const { page } = workspace
  const listener = await Listener.listen(page)
  const transcript: Record<string, readonly string[]> = {}
  const places: Record<string, readonly string[] | null> = {}
  /** The names of the table, row and column that the focused cell is in, as they are read out with it. */
  const place = async () => {
    const cell = page.locator('[role=gridcell]:focus')
    if ((await cell.count()) === 0) return null
    const grid = page.getByRole('grid').filter({ has: cell })
    const row = grid.getByRole('row').filter({ has: cell })
    const column = Number(await cell.getAttribute('aria-colindex'))
    const head = grid.locator(`[role=columnheader][aria-colindex="${column}"]`).last()
    const nameOf = async (of: Locator) => /"((?:[^"\\]|\\.)*)"/.exec(await of.ariaSnapshot())?.[1] ?? ''
    return Promise.all([grid, row.getByRole('rowheader'), head].map(nameOf))
  }
  /** What the step said, once it has said all of this. */
  const step = async (name: string, ...expected: readonly RegExp[]) => {
    for (const pattern of expected) await listener.hears(pattern)
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      const [type, label] =
        activeElement instanceof HTMLInputElement ? [activeElement.type, activeElement.labels?.[0] ?? null] : []
      const role = activeElement?.getAttribute('role') ?? type ?? activeElement?.tagName.toLowerCase() ?? ''
      const name = activeElement?.getAttribute('aria-label') ?? (label ?? activeElement)?.textContent ?? ''
      return `${role}: ${name.trim().slice(0, 80)}`
    })
    transcript[name] = [await page.title(), focused, ...(await listener.heard())]
    places[name] = await place()
    await listener.forget()
  }
  const run = async (text: string, entry: RegExp) => {
    await workspace.press('Control+k')
    await page.keyboard.type(text)
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveText(entry)
    await workspace.press('Enter')
  }

  await run('FA HLDN', /HLDN/)
  const company = new CompanyPage(workspace, 'HLDN')
  await company.showsFigures()
  await expect.poll(() => page.title()).toContain('HLDN')
  // Until the company's name is read, its tables are named by the symbol.
  await expect(page.getByRole('grid', { name: /^Halden Instruments/ })).toBeVisible()
  await company.hasKeys()
  await step('find a company')

  await run('TRAN HLDN', /HLDN/)
  const calls = new CallsPage(workspace, /^HLDN/)
  await expect(calls.current).toBeVisible()
  await expect(calls.grid).toBeFocused()
  await step('its calls', /^[1-9]\d* calls?$/)
  await workspace.press('Enter')
  const call = new CallPage(workspace)
  await call.isRead()
  await expect.poll(() => page.title()).toMatch(/call - Tearsheet$/)
  await expect(call.currentTurn).toBeFocused()
  await step('its latest call')

  const player = new PlayerBar(workspace)
  await run('Play this call', /Play this call/)
  await player.isHeardBeyond(0)
  for (let at = 0; at < 8 && (await workspace.focusedRegion()) !== 'player'; at++) await workspace.press('F6')
  const onRadio = () =>
    page.evaluate(() => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'radio')
  for (let at = 0; at < 16 && !(await onRadio()); at++) await workspace.press('Tab')
  await workspace.press('ArrowRight')
  await expect(player.bar.getByRole('radio', { name: 'Q&A' })).toBeChecked()
  await player.isHeardBeyond(await player.seconds())
  await step('play the answers')

  for (let at = 0; at < 8 && (await workspace.focusedRegion()) !== 'page'; at++) await workspace.press('F6')
  await workspace.press('Space')
  await expect(player.play).toBeVisible()
  await run('CMP HLDN KSTM VSPO', /Compare/)
  const active = page.locator('[role=gridcell][data-active]:visible')
  await expect(active).toHaveText(/\d/)
  await expect(active).toBeFocused()
  await step('compare')

  await workspace.press('Control+e')
  await expect(new ExportDialog(page).dialog).toBeVisible()
  await fileSavedBy(page, () => workspace.press('Enter'))
  await expect(new ExportDialog(page).dialog).toBeHidden()
  await expect(active).toBeFocused()
  await step('export', /^Saved .*\.xlsx/)

  await test.info().attach('transcript', { body: JSON.stringify(transcript, null, 2), contentType: 'application/json' })
  expect(Object.entries(transcript).map(([name, [title, focused]]) => [name, title, focused])).toEqual([
    ['find a company', 'HLDN Financials - Tearsheet', expect.stringMatching(/^gridcell: [\d,.]+/)],
    ['its calls', 'HLDN Calls - Tearsheet', expect.stringMatching(/^(grid: Calls|row: )/)],
    ['its latest call', 'HLDN Q3 FY2026 call - Tearsheet', expect.stringMatching(/^article: /)],
    // Playing leaves the focus on what chose the answers.
    ['play the answers', 'HLDN Q3 FY2026 call - Tearsheet', 'radio: Q&A'],
    ['compare', 'HLDN, KSTM, VSPO Compare - Tearsheet', expect.stringMatching(/^gridcell: [\d,.]+/)],
    ['export', 'HLDN, KSTM, VSPO Compare - Tearsheet', expect.stringMatching(/^gridcell: [\d,.]+/)],
  ])
  // The company that was found by its symbol is named, and each figure has its line, its company and its period.
  expect(places['find a company']).toEqual([
    'Halden Instruments, Income, quarterly',
    expect.stringMatching(/^Revenue/),
    expect.stringMatching(/^Q\d FY20\d\d/),
  ])
  expect(places['compare']).toEqual([
    'Comparison of HLDN, KSTM, VSPO',
    expect.stringMatching(/^Revenue/),
    expect.stringMatching(/^LTM, HLDN, ends /),
  ])
  // The recording itself is heard, and nothing over it.
  expect(transcript['play the answers']?.slice(2)).toEqual([])
  expect(transcript['export']?.slice(2)).toEqual([
    expect.stringMatching(/^Exporting HLDN KSTM VSPO [\d-]+\.$/),
    // Electron knows where, and offers to show it.
    expect.stringMatching(/^Saved (?:.*[\\/])?HLDN KSTM VSPO [\d-]+\.xlsx, \d+ rows\.(?: Show in folder)?$/),
  ])
})
