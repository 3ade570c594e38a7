import type { Locator } from '@playwright/test'
import { bucket, credentials, type S3Store } from '../../core/publish/s3-store.ts'
import { SettingsPage } from './settings-page.ts'
import type { WorkspacePage } from './workspace-page.ts'

/** Settings, Storage, Publish, with an S3-compatible store as the target. */
export class PublishForm {
  readonly settings: SettingsPage
  readonly screen: Locator
  readonly endpoint: Locator
  readonly bucket: Locator
  readonly accessKeyId: Locator
  readonly secretAccessKey: Locator

  constructor(workspace: WorkspacePage) {
    this.settings = new SettingsPage(workspace)
    this.screen = this.settings.screen
    this.endpoint = this.screen.getByRole('textbox', { name: 'Endpoint' })
    this.bucket = this.screen.getByRole('textbox', { name: 'Bucket' })
    this.accessKeyId = this.screen.getByRole('textbox', { name: 'Access key ID' })
    // A password field has no role.
    this.secretAccessKey = this.screen.getByLabel('Secret access key')
  }

  async open(): Promise<void> {
    await this.settings.open('Storage')
  }

  async chooseS3(): Promise<void> {
    await this.screen.getByRole('radiogroup', { name: 'Publish to' }).getByText('S3-compatible storage').click()
  }

  async enterAddress({ endpoint }: S3Store): Promise<void> {
    await this.endpoint.fill(endpoint)
    await this.screen.getByRole('textbox', { name: 'AWS Region' }).fill('eu-central-1')
    await this.bucket.fill(bucket)
    await this.screen.getByRole('textbox', { name: 'Folder', exact: true }).fill('desk/tearsheet')
  }

  async enterKeys(secret: string = credentials.AWS_SECRET_ACCESS_KEY): Promise<void> {
    await this.accessKeyId.fill(credentials.AWS_ACCESS_KEY_ID)
    await this.secretAccessKey.fill(secret)
  }

  button(name: string): Locator {
    return this.screen.getByRole('button', { name, exact: true })
  }
}
