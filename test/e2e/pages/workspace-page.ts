import { expect, type Locator, type Page } from '@playwright/test'
import { themedAxeFaults } from '../axe.ts'

/** The window around every page: title and command bar, rail, tabs, drawer, status bar. */
export class WorkspacePage {
  readonly page: Page
  readonly title: Locator
  readonly rail: Locator
  readonly tabs: Locator
  readonly drawer: Locator
  readonly status: Locator
  readonly keyboardHelp: Locator

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('banner', { name: 'Workspace and command' })
    this.rail = page.getByRole('navigation', { name: 'Main' })
    this.tabs = page.getByRole('tab')
    this.drawer = page.locator('[data-region=drawer]')
    this.status = page.getByRole('contentinfo', { name: 'Status' })
    this.keyboardHelp = page.getByRole('dialog', { name: 'Keys' })
  }

  async isOpen(): Promise<void> {
    await expect(this.title).toBeVisible()
  }

  /** The window that opens while something is done in this one. */
  async windowOpenedBy(action: () => Promise<unknown>): Promise<WorkspacePage> {
    const opening = this.page.context().waitForEvent('page')
    await action()
    const opened = new WorkspacePage(await opening)
    await opened.isOpen()
    return opened
  }

  /** Another window of the program, at Home. */
  async newWindow(): Promise<WorkspacePage> {
    return this.windowOpenedBy(() => this.press('Alt+n'))
  }

  /** Those on screen: one, or two side by side. */
  get pages(): Locator {
    return this.page.getByRole('tabpanel')
  }

  /** The page of the tab with this name. */
  pageOf(tab: string | RegExp): Locator {
    return this.page.getByRole('tabpanel', { name: tab })
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name })
  }

  get activeTab(): Locator {
    return this.page.getByRole('tab', { selected: true })
  }

  /** An entry of the menu that is open: an action, one of several choices, or a switch. */
  menuEntry(name: string | RegExp): Locator {
    return this.page
      .getByRole('menuitem', { name })
      .or(this.page.getByRole('menuitemradio', { name }))
      .or(this.page.getByRole('menuitemcheckbox', { name }))
  }

  /** One of the lines above every page: sample data, a damaged file. */
  notice(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByText(text)
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys)
  }

  /** Which part of the window has the focus: `title`, `rail`, `tabs`, `page`, `drawer`, `status`. */
  async focusedRegion(): Promise<string | null> {
    return this.page.evaluate(
      () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null,
    )
  }

  /** Nothing is wider than the window: no text is clipped by its edge. What a new width changes is changed in the next frame. */
  async sidewaysOverflow(): Promise<number> {
    return this.page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
  }

  /** What axe finds against WCAG 2.2 A and AA, in light, dark and forced colors, one line each. */
  async accessibilityFaults(): Promise<string[]> {
    return themedAxeFaults(this.page)
  }
}
