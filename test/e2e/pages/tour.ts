import { expect, type Locator } from '@playwright/test'
import { Palette } from './palette.ts'
import { SettingsPage, type SettingsSection } from './settings-page.ts'
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
  'Diagnostics',
  'About',
] as const satisfies readonly SettingsSection[]

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
    yield name
    await this.#leave()
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
