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
  /** Of the call that is loaded, with the chapter that it is in; opens the call. */
  readonly title: Locator
  readonly queue: Locator
  /** What is in the queue, while it is open. */
  readonly queued: Locator

  constructor({ page }: WorkspacePage) {
    this.page = page
    this.bar = page.getByRole('region', { name: 'Player' })
    this.slider = this.bar.getByRole('slider', { name: 'Playback position' })
    this.play = this.bar.getByRole('button', { name: 'Play', exact: true })
    this.pause = this.bar.getByRole('button', { name: 'Pause', exact: true })
    this.speed = this.bar.getByRole('button', { name: /^Speed/ })
    this.title = this.bar.getByTitle('Open the call')
    this.queue = this.bar.getByRole('button', { name: /^Queue/ })
    this.queued = page.getByRole('list', { name: 'Up next' }).getByRole('listitem')
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

  /** Chooses the passages to play by their name in the bar. */
  async choose(plan: string): Promise<void> {
    await this.bar.getByText(plan, { exact: true }).click()
    await expect(this.bar.getByRole('radio', { name: plan })).toBeChecked()
  }

  /** Of what is played, as the slider shows it: seconds. */
  async spans(): Promise<{ from: number; to: number }[]> {
    const path = (await this.bar.locator('svg.chosen path').getAttribute('d')) ?? ''
    const length = await this.length()
    return Array.from(path.matchAll(/M([\d.]+) [\d.]+H([\d.]+)/g), ([, from, to]) => ({
      from: (Number(from) / 1000) * length,
      to: (Number(to) / 1000) * length,
    }))
  }

  /** Sound plays: the position moves on. */
  async isHeardBeyond(seconds: number): Promise<void> {
    await expect.poll(() => this.seconds()).toBeGreaterThan(seconds)
  }
}
