import { expect, type Locator, type Page } from '@playwright/test'
import type { WorkspacePage } from './workspace-page.ts'

/** One call in the reader: its chapters, its words, find, and the panel beside it. */
export class CallPage {
  readonly page: Page
  readonly workspace: WorkspacePage
  readonly screen: Locator
  readonly transcript: Locator
  readonly chapters: Locator
  readonly findField: Locator
  readonly panel: Locator

  constructor(workspace: WorkspacePage) {
    this.workspace = workspace
    this.page = workspace.page
    this.screen = this.page.getByRole('tabpanel').filter({ has: this.page.getByRole('feed') })
    this.transcript = this.page.getByRole('feed', { name: 'Transcript' })
    this.chapters = this.page.getByRole('navigation', { name: 'Chapters' })
    this.findField = this.page.getByRole('search', { name: 'In this call' }).getByRole('textbox')
    this.panel = workspace.drawer
  }

  /** Goes to the call as a step of the window's history does. */
  static async open(workspace: WorkspacePage, callId: string, turn = -1): Promise<CallPage> {
    await workspace.page.evaluate(
      (location) => {
        const last = history.state as { readonly depth: number }
        const state = { ...last, location, depth: last.depth + 1 }
        history.pushState(state, '')
        dispatchEvent(new PopStateEvent('popstate', { state }))
      },
      { screen: 'call', callId, title: '', turn },
    )
    return new CallPage(workspace)
  }

  /** Its text is drawn, and all of it has come: it gives its name to its tab then, and takes the keys. */
  async isRead(): Promise<void> {
    await expect(this.turns.first()).toBeVisible()
    await expect(this.workspace.activeTab).not.toHaveText('Call')
  }

  /** Those that are drawn. */
  get turns(): Locator {
    return this.transcript.getByRole('article')
  }

  /** By its position in the call, from 1. */
  turn(number: number): Locator {
    return this.transcript.locator(`[aria-posinset="${number}"]`)
  }

  /** The one that the keys act on. */
  get currentTurn(): Locator {
    return this.transcript.locator('article[tabindex="0"]')
  }

  /** The one that the recording is at. */
  get playedTurn(): Locator {
    return this.transcript.locator('article[aria-current]')
  }

  chapter(name: string | RegExp): Locator {
    return this.chapters.getByRole('button', { name })
  }

  get found(): Locator {
    return this.page.getByRole('search', { name: 'In this call' }).locator('.position')
  }

  /** The words that are marked under this name where they are drawn, as the browser paints them. */
  async marked(name: 'find' | 'find-now' | 'violet' | 'amber' | 'green' | 'red' | 'spoken'): Promise<string[]> {
    return this.page.evaluate(
      (key) => Array.from(CSS.highlights.get(key) ?? [], (range) => (range instanceof Range ? range.toString() : '')),
      `call-${name}`,
    )
  }

  /** As by dragging over it. */
  async selectWords(turn: Locator, words: string): Promise<void> {
    await turn.evaluate((article, wanted) => {
      const text = article.querySelector('.text')
      const from = text?.textContent.indexOf(wanted) ?? -1
      if (!text || from < 0) throw new Error(`the turn does not say ${wanted}`)
      // Marked figures divide the text.
      const placeOf = (letter: number): readonly [Node, number] => {
        const pieces = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        let left = letter
        for (let piece = pieces.nextNode(); piece instanceof Text; piece = pieces.nextNode()) {
          if (left <= piece.length) return [piece, left]
          left -= piece.length
        }
        throw new Error('the text ends before')
      }
      const [start, end] = [placeOf(from), placeOf(from + wanted.length)]
      // The page reads the selection at the event for it, which the browser does a moment later.
      return new Promise((resolve) => {
        document.addEventListener('selectionchange', resolve, { once: true })
        document.getSelection()?.setBaseAndExtent(...start, ...end)
      })
    }, words)
  }

  /** "31 figures: 18 agree, 1 differs, 12 not comparable", as numbers. */
  async figureCounts(): Promise<Record<'all' | 'agree' | 'restated' | 'differ' | 'rest', number>> {
    const line = this.screen.getByText(/^\d+ figures?:/)
    const parts =
      /^(?<all>\d+) figures?: (?<agree>\d+) agrees?, (?:(?<restated>\d+) restated since, )?(?<differ>\d+) differs?, (?<rest>\d+) not comparable$/
    await expect(line).toHaveText(parts)
    const text = ((await line.textContent()) ?? '').replaceAll(/\s+/g, ' ')
    const { all, agree, restated = '0', differ, rest } = parts.exec(text)?.groups ?? {}
    return {
      all: Number(all),
      agree: Number(agree),
      restated: Number(restated),
      differ: Number(differ),
      rest: Number(rest),
    }
  }

  /** The figures that are marked where the text is drawn. */
  get figureMarks(): Locator {
    return this.transcript.locator('[data-figure]')
  }

  get figureRows(): Locator {
    return this.panel.getByRole('grid', { name: 'Figures spoken in this call' }).locator('[aria-selected]')
  }

  async showFigures(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Figures/ }).click()
  }

  async chooseFrom(menu: string, item: string | RegExp): Promise<void> {
    await this.screen.getByRole('button', { name: menu, exact: true }).click()
    await this.workspace.menuEntry(item).click()
  }

  async showNotes(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Notes/ }).click()
  }
}
