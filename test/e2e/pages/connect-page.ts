import type { Locator } from '@playwright/test'
import type { SampleService } from '../sample-service.ts'
import { Palette } from './palette.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** The guided page that connects a data service. */
export class ConnectPage {
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly baseUrl: Locator
  readonly key: Locator
  readonly name: Locator
  /** The pasted coverage. */
  readonly list: Locator
  /** What the lines were recognized as. */
  readonly found: Locator
  readonly exchanges: Locator
  readonly costs: Locator
  readonly report: Locator

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.screen = workspace.pageOf('Connect')
    this.baseUrl = this.screen.getByRole('textbox', { name: 'Base URL' })
    // A password field has no role.
    this.key = this.screen.getByLabel(/API key$/)
    this.name = this.screen.getByRole('textbox', { name: 'Name', exact: true })
    this.list = this.screen.getByRole('textbox', { name: 'Your list' })
    this.found = this.screen.getByRole('list', { name: 'Recognized lines' }).getByRole('listitem')
    this.exchanges = this.screen.getByRole('table', { name: 'Exchanges' })
    this.costs = this.screen.getByRole('table', { name: 'Requests and sizes' })
    this.report = this.screen.getByRole('table', { name: 'The seven operations of the service' })
  }

  static async open(workspace: WorkspacePage): Promise<ConnectPage> {
    const palette = new Palette(workspace)
    await palette.open('Connect your data')
    await palette.group('Commands').getByRole('option').first().click()
    return new ConnectPage(workspace)
  }

  /** Address, key and name, and Enter. */
  async connect({ origin, key }: Pick<SampleService, 'origin' | 'key'>, name: string): Promise<void> {
    await this.baseUrl.fill(origin)
    await this.key.fill(key)
    await this.name.fill(name)
    await this.name.press('Enter')
  }
}
