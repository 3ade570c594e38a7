import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openedItems } from './opened-items.ts'
import { CallPage } from './pages/call-page.ts'
import { CompanyPage } from './pages/company-page.ts'
import { ComparePage } from './pages/compare-page.ts'
import { Palette } from './pages/palette.ts'
import { PlayerBar } from './pages/player-bar.ts'
import { WorkspacePage } from './pages/workspace-page.ts'
import { fileSavedBy } from './saved-files.ts'

/** Sixteen companies, three thousand names and some recordings take their time on a busy machine. */
const sampleIsLoaded = (page: Page) => expect(page.getByText('first start, loaded')).toBeVisible({ timeout: 90_000 })

test.describe('a new profile', () => {
  test.use({ profileState: 'first start' })

  test('a first start loads the sample in the background, and its three steps open a statement, a call that plays and a comparison', async ({
    page,
  }) => {
    const workspace = new WorkspacePage(page)
    await workspace.isOpen()
    const home = workspace.pageOf('Home')
    await expect(home.getByText('This is sample data: every company, person and figure is invented.')).toBeVisible()
    await expect(home.getByRole('table', { name: 'Income statement of HLDN, millions' })).toContainText('Revenue')
    await sampleIsLoaded(page)
    // As restated, like everywhere else.
    await expect(home.getByRole('table', { name: 'Income statement of HLDN, millions' })).toContainText('1,296.8')

    await workspace.press('1')
    await expect(workspace.activeTab).toHaveText('HLDN Financials')
    await workspace.tab('Home').click()
    await workspace.press('3')
    await expect(workspace.activeTab).toHaveText(/Compar/)
    await expect(new ComparePage(workspace).row('Operating margin')).toContainText('15.1%')
    await workspace.tab('Home').click()
    await workspace.press('2')
    await expect(workspace.activeTab).toHaveText(/HLDN/)
    await new PlayerBar(workspace).isHeardBeyond(2)
  })
})

test.describe('a profile with the sample', () => {
  test.use({ profileState: 'loaded sample' })

  test('at the second start Home is the usual one, and the sample is there: names, lists, a saved search', async ({
    app,
  }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    const home = workspace.pageOf('Home')
    await expect(home.getByRole('complementary', { name: 'Your work' })).toContainText('Sample coverage 16')
    await expect(home.getByText('This is sample data')).toHaveCount(0)
    // Little is new: the companies are below.
    await expect(home.getByRole('grid', { name: 'New items' })).toBeVisible()
    await expect(
      home.getByRole('table', { name: /^Sample coverage/ }).getByRole('row', { name: /^KSTM/ }),
    ).toContainText(/Q3 FY2026.*\+\d\.\d%/)
    await workspace.press('/')
    await workspace.page.keyboard.type('halden')
    // The tab is named after what is typed in it as soon as the typing pauses.
    const search = workspace.pageOf(/^(Search|“halden”)$/)
    await expect(search.getByRole('row', { name: /Halden Instruments/ }).first()).toBeVisible()
  })

  test('the command field finds what was saved by its name, and the latest call of a company before its list', async ({
    app,
  }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    const palette = new Palette(workspace)
    await palette.open('precision instruments, l')
    await expect(palette.active).toContainText('Precision instruments, LTM')
    await workspace.press('Enter')
    const compare = new ComparePage(workspace, /Precision instruments, LTM/)
    await compare.showsFigures('HLDN', 'KSTM')
    await expect.poll(() => openedItems(app.profile)).toContainEqual(expect.stringMatching(/^compare/))
    await palette.open('TRAN HLDN')
    await expect(palette.active).toContainText('Latest call: ')
    await workspace.press('Enter')
    await expect(workspace.activeTab).toHaveText(/HLDN Q3 FY2026 call/)
    // The call on screen is the latest item, and is not offered: it is open.
    await expect.poll(() => openedItems(app.profile)).toContainEqual(expect.stringMatching(/^call/))
    await palette.open('')
    await expect(palette.group('Recent').getByRole('option').first()).toContainText('Precision instruments, LTM')
  })

  test('the sample workspace is deleted in Settings with one click, and Home offers to load it again', async ({
    app,
  }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    await workspace.press('Control+,')
    const settings = workspace.pageOf('Settings')
    await settings.getByRole('button', { name: 'Sample', exact: true }).click()
    await settings.getByRole('button', { name: 'Delete sample workspace' }).click()
    await expect(workspace.rail.getByRole('button', { name: 'Watchlists', exact: true })).toBeVisible()
    await workspace.tab('Home').click()
    await workspace.pageOf('Home').getByRole('button', { name: 'Load sample data' }).click()
    await sampleIsLoaded(workspace.page)
  })

  test('the four jobs of the first hour take at most five steps each: a key, or what is typed into a field', async ({
    app,
  }) => {
    const workspace = new WorkspacePage(app.page)
    await workspace.isOpen()
    let steps = 0
    const press = async (key: string) => {
      steps += 1
      await workspace.press(key)
    }
    const command = async (typed: string, offered: RegExp) => {
      await press('Control+k')
      steps += 1
      await workspace.page.keyboard.type(typed)
      await expect(new Palette(workspace).active).toContainText(offered)
      await press('Enter')
    }
    const done = (job: string) => {
      const taken = [job, steps] as const
      steps = 0
      return taken
    }

    await command('FA HLDN', /HLDN/)
    await new CompanyPage(workspace, 'HLDN').showsFigures()
    const statement = done('income statement')
    const { fileName } = await fileSavedBy(workspace.page, async () => {
      await press('Control+e')
      await expect(workspace.page.getByRole('dialog', { name: /Export/ })).toBeVisible()
      await press('Enter')
    })
    expect(fileName).toMatch(/\.xlsx$/)
    const workbook = done('workbook')
    await command('TRAN HLDN', /Latest call/)
    await expect(workspace.activeTab).toHaveText(/HLDN Q3 FY2026 call/)
    // The tab has its name before the call is read, which has the key.
    await expect(new CallPage(workspace).chapters).toBeVisible()
    await press('Space')
    await new PlayerBar(workspace).isHeardBeyond(2)
    const call = done('latest call, playing')
    await command('CMP HLDN KSTM VSPO TMSN ESKD', /HLDN/)
    await expect(new ComparePage(workspace).row('Revenue growth')).toContainText(/\+8\.9%.*5\.9%/)
    const comparison = done('five companies, growth and median')
    expect([statement, workbook, call, comparison]).toEqual([
      ['income statement', 3],
      ['workbook', 2],
      ['latest call, playing', 4],
      ['five companies, growth and median', 3],
    ])
  })
})
