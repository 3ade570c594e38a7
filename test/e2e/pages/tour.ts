import { expect, type Locator, type Page } from '@playwright/test'
import { CallComparisonPage } from './call-comparison-page.ts'
import { CallPage } from './call-page.ts'
import { CallsPage } from './calls-page.ts'
import { CompanyPage } from './company-page.ts'
import { ComparePage } from './compare-page.ts'
import { ExportDialog } from './export-dialog.ts'
import { Palette } from './palette.ts'
import { PlayerBar } from './player-bar.ts'
import { PrintDialog } from './print-dialog.ts'
import { ScatterPage } from './scatter-page.ts'
import { SecuritiesSearchPage } from './securities-search-page.ts'
import { SettingsPage, type SettingsSection } from './settings-page.ts'
import { TranscriptSearchPage } from './transcript-search-page.ts'
import { WatchlistPage } from './watchlist-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Screens of the window's rail. */
const railScreens = [
  'Home',
  'Watchlists',
  'Search',
  'Compare',
  'Screener',
  'Calls',
  'Ratings and news',
  'Full text',
  'Alerts',
  'Offline',
] as const
/** Codes of the views of a company, as they are typed in the command field. */
const companyCodes = ['DES', 'FA', 'EVT', 'TRAN', 'GUID', 'ANR', 'CN', 'INS', 'RST', 'PROF'] as const
const settingsSections = [
  'Workspaces',
  'Library',
  'Storage',
  'Recordings',
  'Refresh',
  'Network',
  'Appearance',
  'Keys',
  'Accessibility',
  'Assistants',
  'Diagnostics',
  'About',
] as const satisfies readonly SettingsSection[]

const rowsOf = (page: Page): Locator => page.getByRole('tabpanel').getByRole('row').locator('visible=true')
/** What is there last on a page without skeleton: its parts appear when the core has answered. */
const lastToAppear: Readonly<Record<string, (page: Page) => Locator>> = {
  Home: (page) => page.getByRole('region', { name: 'Watchlists' }),
  'Ratings and news': (page) => rowsOf(page).nth(1),
  EVT: (page) => rowsOf(page).nth(1),
  GUID: (page) => rowsOf(page).nth(1).or(page.getByText('No transcript is stored yet.')).first(),
  Storage: (page) => rowsOf(page).nth(1),
}

/** Halden Instruments, third quarter of 2026: the call whose recording the sample has. */
const speech = 'f143806b-5345-4aa7-a2b3-a4b77d013853'

/** A walk through the program with the data of the sample. Each step is shown when its name comes, and left when the next is asked for. */
export class Tour {
  readonly #workspace: WorkspacePage

  constructor(workspace: WorkspacePage) {
    this.#workspace = workspace
  }

  async *screens(): AsyncGenerator<string> {
    for (const name of railScreens) {
      await this.#workspace.rail.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      yield* this.#arrived(name)
    }
  }

  /** The overview, statements, call and so on of one company. */
  async *companyViews(): AsyncGenerator<string> {
    for (const code of companyCodes) {
      await this.command(`${code} HLDN`)
      await expect(this.#workspace.activeTab).toContainText(/HLDN|Halden/)
      yield* this.#arrived(code)
    }
  }

  async *settings(): AsyncGenerator<string> {
    const settings = new SettingsPage(this.#workspace)
    for (const section of settingsSections) {
      await settings.open(section)
      await this.#isFilled(section)
      yield `Settings, ${section}`
    }
    await this.#leave()
  }

  /** What is opened over a page by keys that work everywhere. */
  async *overlays(): AsyncGenerator<string> {
    const palette = new Palette(this.#workspace)
    for (const text of ['', 'FA HLDN', 'zzzz']) {
      await palette.open(text)
      yield `command field, “${text}”`
      await this.#escape(palette.dialog)
    }
    yield* this.#dialog('keyboard help', () => this.#workspace.press('F1'))
    await this.#workspace.activeTab.click({ button: 'right' })
    yield* this.#menu('menu of a tab')
    await this.#workspace.title.getByRole('button', { name: /Sample/ }).click()
    yield* this.#menu('menu of workspaces')
  }

  /** Statements with the source of a figure, and what is exported and printed from them. */
  async *statements(): AsyncGenerator<string> {
    const company = await CompanyPage.open(this.#workspace, 'HLDN')
    await company.hasKeys()
    await this.#workspace.press('Control+Home')
    await this.#workspace.press('ArrowRight')
    await this.#workspace.press('Shift+F10')
    yield* this.#menu('menu of a figure')
    await this.#workspace.press('Enter')
    await expect(company.source).toBeVisible()
    yield 'source of a figure'
    await this.#workspace.press('Escape')
    yield* this.#dialog('export', async () => {
      await ExportDialog.open(this.#workspace)
    })
    for (const [code, title] of [
      ['TEAR', 'Tear sheet'],
      ['BRF', 'Earnings brief'],
    ] as const)
      yield* this.#dialog(title, async () => {
        await this.command(`${code} HLDN`)
        await expect(new PrintDialog(this.#workspace, title).pages.first()).toBeVisible()
      })
    await this.#leave()
  }

  /** A call with its recording, panels, what is found in it and the call it is compared with. */
  async *call(): AsyncGenerator<string> {
    const call = await CallPage.open(this.#workspace, speech)
    await call.isRead()
    const player = new PlayerBar(this.#workspace)
    // The focus comes from the tab that was left; a tab would take the key for itself.
    await expect(this.#workspace.activeTab).not.toBeFocused()
    await this.#workspace.press('Space')
    await expect(player.pause).toBeVisible()
    await player.pause.click()
    yield 'call with its player'
    await player.speed.click()
    yield* this.#menu('menu of speeds')
    await call.showFigures()
    yield 'figures of a call'
    await call.showNotes()
    yield 'notes of a call'
    await this.#workspace.press('Control+f')
    await call.findField.fill('margin')
    await expect(call.found.first()).toBeVisible()
    yield 'words found in a call'
    // The first clears the field, the second leaves it.
    await this.#workspace.press('Escape')
    await this.#workspace.press('Escape')
    await this.#workspace.press('Shift+C')
    await expect(new CallComparisonPage(this.#workspace).passages).toBeVisible()
    yield 'comparison of calls'
    await this.#leave()
  }

  /** Lists with rows in them, and the menu of a row. */
  async *lists(): AsyncGenerator<string> {
    const securities = await SecuritiesSearchPage.open(this.#workspace)
    await securities.search('industrial')
    await expect(securities.rows.first()).toBeVisible()
    yield 'found securities'
    await securities.rows.first().click({ button: 'right' })
    yield* this.#menu('menu of a security')
    await this.#leave()
    const calls = await CallsPage.open(this.#workspace)
    await calls.rows.first().click({ button: 'right' })
    yield* this.#menu('menu of a call')
    await this.#leave()
    const transcripts = await TranscriptSearchPage.open(this.#workspace)
    await transcripts.search('margin')
    await expect(transcripts.hits.first()).toBeVisible()
    yield 'found passages'
    await transcripts.hits.first().click({ button: 'right' })
    yield* this.#menu('menu of a passage')
    for (const view of ['Term grid', 'Who asks'] as const) {
      await transcripts.view(view)
      yield view
    }
    await this.#leave()
    await this.command('VRFY')
    await expect(this.#workspace.drawer.getByRole('article', { name: 'Turn to check' })).toBeVisible()
    yield 'transcript checks'
    await this.#leave()
    const list = await WatchlistPage.open(this.#workspace)
    await expect(list.table).toBeVisible()
    yield 'watchlist'
    await this.#leave()
  }

  /** Companies side by side. */
  async *comparisons(): AsyncGenerator<string> {
    const compare = await ComparePage.open(this.#workspace, 'HLDN', 'VSPO', 'KSTM')
    await compare.showsFigures('HLDN', 'VSPO', 'KSTM')
    yield 'comparison'
    await compare.view('Restatements')
    yield 'restatements of a comparison'
    await this.#leave()
    await (await ScatterPage.open(this.#workspace, 'HLDN', 'VSPO', 'KSTM')).shows('HLDN', 'VSPO', 'KSTM')
    yield 'scatter'
    await this.#leave()
  }

  /** Types in the command field and takes what it offers first. */
  async command(text: string): Promise<void> {
    const palette = new Palette(this.#workspace)
    await palette.open(text)
    await this.#workspace.press('Enter')
    await expect(palette.dialog).toHaveCount(0)
  }

  async *#arrived(name: string): AsyncGenerator<string> {
    const { page } = this.#workspace
    const panel = page.getByRole('tabpanel')
    await expect(panel.locator('h1:visible')).toHaveCount(1)
    await expect(panel.locator('[aria-busy=true]:visible')).toHaveCount(0)
    await expect(panel.locator('.skeleton:visible')).toHaveCount(0)
    await this.#isFilled(name)
    yield name
    await this.#leave()
  }

  async #isFilled(name: string): Promise<void> {
    const last = lastToAppear[name]?.(this.#workspace.page)
    if (last) await expect(last).toBeVisible()
  }

  /** Closes the tab, so that what follows is not looked at among many hidden pages. */
  async #leave(): Promise<void> {
    const { activeTab } = this.#workspace
    if ((await activeTab.innerText()).trim() !== 'Home') await activeTab.click({ button: 'middle' })
  }

  async *#dialog(name: string, open: () => Promise<void>): AsyncGenerator<string> {
    await open()
    const dialog = this.#workspace.page.getByRole('dialog')
    await expect(dialog.first()).toBeVisible()
    yield name
    await this.#escape(dialog)
  }

  async *#menu(name: string): AsyncGenerator<string> {
    const menu = this.#workspace.page.getByRole('menu')
    await expect(menu.first()).toBeVisible()
    yield name
    await this.#escape(menu)
  }

  async #escape(over: Locator): Promise<void> {
    await this.#workspace.press('Escape')
    await expect(over).toHaveCount(0)
  }
}
