import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** The player at the foot of the window. */
export class PlayerBar {
  readonly page: Page
  readonly bar: Locator
  readonly slider: Locator
  readonly play: Locator
  readonly pause: Locator
  readonly speed: Locator

  constructor({ page }: WorkspacePage) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Player' })
    this.slider = this.bar.getByRole('slider', { name: 'Place in the recording' })
    this.play = this.bar.getByRole('button', { name: 'Play', exact: true })
    this.pause = this.bar.getByRole('button', { name: 'Pause', exact: true })
    this.speed = this.bar.getByRole('button', { name: /^Speed/ })
  }

  /** Whole seconds from the start of the recording. */
  async seconds(): Promise<number> {
    return Number(await this.slider.inputValue())
  }

  async length(): Promise<number> {
    return Number(await this.slider.getAttribute('max'))
  }

  async goTo(seconds: number): Promise<void> {
    await this.slider.fill(String(seconds))
  }

  /** Sound comes: the place moves on by itself. */
  async isHeardBeyond(seconds: number): Promise<void> {
    await expect.poll(() => this.seconds()).toBeGreaterThan(seconds)
  }
}
