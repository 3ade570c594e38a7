import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleService } from '../sample-service.ts'
import type { WorkspacePage } from './workspace-page.ts'

export type SettingsSection =
  | 'Workspaces'
  | 'Library'
  | 'Storage'
  | 'Recordings'
  | 'Refresh'
  | 'Network'
  | 'Appearance'
  | 'Keys'
  | 'Accessibility'
  | 'Assistants'
  | 'Diagnostics'
  | 'About'

/** Settings: workspaces with their keys and connections, the library, how it looks. */
export class SettingsPage {
  readonly page: Page
  readonly screen: Locator
  readonly baseUrl: Locator
  readonly key: Locator
  readonly name: Locator
  readonly connect: Locator
  readonly save: Locator
  readonly test: Locator
  /** The seven operations, after a test of the connection. */
  readonly report: Locator

  constructor(workspace: WorkspacePage) {
    this.page = workspace.page
    this.screen = workspace.pageOf('Settings')
    this.baseUrl = this.screen.getByRole('textbox', { name: 'Base URL' })
    // A password field has no role.
    this.key = this.screen.getByLabel(/API key$/)
    this.name = this.screen.getByRole('textbox', { name: 'Name', exact: true })
    this.connect = this.screen.getByRole('button', { name: 'Connect', exact: true })
    this.save = this.screen.getByRole('button', { name: 'Save' })
    this.test = this.screen.getByRole('button', { name: 'Test connection' })
    this.report = this.screen.getByRole('table', { name: 'The seven operations of the service' })
  }

  async open(section: SettingsSection): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+,')
    await this.screen.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: section }).click()
  }

  async setTextSize(percent: number): Promise<void> {
    await this.open('Appearance')
    await this.page.getByRole('radiogroup', { name: 'Text size' }).getByText(`${percent}%`).click()
    await expect(this.page.locator('html')).toHaveCSS('zoom', String(percent / 100))
  }

  /** One line of the list of workspaces. */
  listed(name: string): Locator {
    return this.screen.getByRole('table', { name: 'Workspaces' }).getByRole('row').filter({ hasText: name })
  }

  /** The line of an operation in the report. */
  operation(title: string): Locator {
    return this.report.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: title, exact: true }) })
  }

  enter(name: string): Locator {
    return this.screen.getByRole('button', { name: `Open ${name}`, exact: true }).last()
  }

  /** What stands beneath a field. */
  async refusal(field: Locator): Promise<string | null> {
    const note = await field.getAttribute('aria-describedby')
    const refused = (await field.getAttribute('aria-invalid')) === 'true'
    return note !== null && refused ? this.page.locator(`[id="${note}"]`).innerText() : null
  }

  /** Makes a workspace of the service, tests it with its key, and opens it. */
  async connectTo({ origin, key }: Pick<SampleService, 'origin' | 'key'>, name: string): Promise<void> {
    await this.open('Workspaces')
    await this.screen.getByRole('button', { name: 'New workspace' }).click()
    await this.baseUrl.fill(origin)
    await this.key.fill(key)
    await this.name.fill(name)
    await this.connect.click()
    await expect(this.report).toContainText('Works')
    await this.enter(name).click()
    await expect(this.page.getByRole('banner', { name: 'Workspace and command' })).toContainText(name)
    // The name changes a moment before the tabs: keys pressed between the two would go to the workspace that is left.
    await expect(this.page.getByRole('tab', { name: 'Settings' })).toHaveCount(0)
  }
}
