import {
  FileDown,
  FileSearch,
  Highlighter,
  NotebookPen,
  Play,
  Quote,
  RefreshCw,
  Repeat,
  Scissors,
  Search,
  Table2,
} from 'lucide'
import type { HighlightColour } from '#contract/desk/notes.ts'
import type { Action } from '../workspace/actions.svelte.ts'
import type { CallPage } from './call-page.svelte.ts'
import { highlightColourNames, highlightColourOrder } from './colours.ts'

/** Sizes of the letters, pixels. */
export const readingSizes = { smallest: 15, largest: 21 } as const

export const exportFormats = [
  { format: 'docx', title: 'Word document', keys: ['Mod+E'] },
  { format: 'html', title: 'HTML', keys: [] },
  { format: 'markdown', title: 'Markdown', keys: [] },
] as const
export type ExportFormat = (typeof exportFormats)[number]['format']

/** What the reader's actions do beside the page's own state. */
export interface CallHands {
  /** Puts the keys into the find field. */
  find(): void
  highlight(colour: HighlightColour): void
  highlightAndWrite(): void
  copyQuote(as: 'text' | 'row'): void
  /** The sound of the passage, with its quote. */
  saveClip(): void
  saveAs(format: ExportFormat): void
  togglePanel(view: 'call' | 'notes' | 'source'): void
  /** To the same speaker in the company's call before. */
  goBefore(): void
  openTimes(): void
  refresh(): void
  setSize(size: number): void
  toggleConfidence(): void
  /** From the turn that the keys act on. */
  playHere(): void
  /** From where listening stopped. */
  play(): void
  readonly playOff: string | null
  loopHere(): void
  follow(): void
  readonly looping: boolean
  /** Why the text cannot go along with a recording. */
  readonly followOff: string | null
  readonly size: number
  readonly confidence: boolean
  readonly refreshOff: string | null
}

export const notLoaded = 'its recording is not loaded'

export function callActions(page: CallPage, hands: CallHands): readonly Action[] {
  const nothing = () => (page.call.answer && page.call.answer.source !== 'none' ? null : 'there is no transcript yet')
  const action = (
    id: string,
    title: string,
    keys: readonly string[],
    run: () => void,
    more: Partial<Action> = {},
  ): Action => ({
    id: `call.${id}`,
    title,
    group: 'Call',
    keys,
    off: nothing,
    run,
    ...more,
  })
  const noHit = () => nothing() ?? (page.find.hits.length === 0 ? 'nothing is found' : null)
  const { smallest, largest } = readingSizes
  return [
    action('find', 'Find in this call', ['/', 'Mod+F'], () => hands.find(), { icon: Search }),
    action('next-hit', 'Next hit', ['N'], () => page.stepHit(1), { off: noHit }),
    action('previous-hit', 'Hit before', ['Shift+N'], () => page.stepHit(-1), { off: noHit }),
    action('play', 'Play from this turn', ['Enter'], () => hands.playHere(), { icon: Play }),
    // With a recording loaded the key is the player's.
    action('listen', 'Play this call', ['Space'], () => hands.play(), {
      icon: Play,
      off: () => nothing() ?? hands.playOff,
    }),
    action('loop', hands.looping ? 'Stop looping' : 'Loop this turn', ['O'], () => hands.loopHere(), {
      icon: Repeat,
      off: () => nothing() ?? (hands.followOff === notLoaded ? notLoaded : null),
    }),
    action('follow', 'Follow the recording', ['F'], () => hands.follow(), { off: () => nothing() ?? hands.followOff }),
    action('next-turn', 'Next turn', ['J'], () => page.step(1), { keysOnly: true }),
    action('previous-turn', 'Turn before', ['K'], () => page.step(-1), { keysOnly: true }),
    action('next-speech', 'The speaker’s next turn', ['S'], () => page.stepSpeech(1)),
    action('previous-speech', 'The speaker’s turn before', ['Shift+S'], () => page.stepSpeech(-1)),
    action('next-chapter', 'Next chapter', ['Alt+ArrowDown'], () => page.stepChapter(1)),
    action('previous-chapter', 'Chapter before', ['Alt+ArrowUp'], () => page.stepChapter(-1)),
    action('before', 'The same speaker in the call before', ['B'], () => hands.goBefore()),
    action('note', 'Highlight and write a note', ['M'], () => hands.highlightAndWrite(), { icon: NotebookPen }),
    ...highlightColourOrder.map((colour, index) =>
      action(
        `highlight-${colour}`,
        `Highlight in ${highlightColourNames[colour].toLowerCase()}`,
        [String(index + 1)],
        () => hands.highlight(colour),
        { icon: Highlighter },
      ),
    ),
    action('quote', 'Copy as a quote', ['Q'], () => hands.copyQuote('text'), { icon: Quote }),
    action('quote-row', 'Copy as a row for a spreadsheet', ['Shift+Q'], () => hands.copyQuote('row'), { icon: Table2 }),
    action('clip', 'Save the sound of it, with its quote', ['Shift+P'], () => hands.saveClip(), { icon: Scissors }),
    ...exportFormats.map(({ format, title, keys }) =>
      action(`save-${format}`, `Save transcript and notes: ${title}`, keys, () => hands.saveAs(format), {
        icon: FileDown,
      }),
    ),
    action('panel', 'Call panel', ['D'], () => hands.togglePanel('call'), { off: () => null }),
    action('source', 'Source of this call', ['Shift+O'], () => hands.togglePanel('source'), { icon: FileSearch }),
    action('notes', 'Notes of this call', ['Shift+D'], () => hands.togglePanel('notes')),
    action('larger', 'Larger letters', ['+', '='], () => hands.setSize(hands.size + 1), {
      off: () => (hands.size >= largest ? 'they are as large as they get' : null),
    }),
    action('smaller', 'Smaller letters', ['-'], () => hands.setSize(hands.size - 1), {
      off: () => (hands.size <= smallest ? 'they are as small as they get' : null),
    }),
    action('confidence', hands.confidence ? 'Hide marks of confidence' : 'Show marks of confidence', ['C'], () =>
      hands.toggleConfidence(),
    ),
    action('times', 'Times of this call: unit and offset', ['T'], () => hands.openTimes()),
    action('refresh', 'Refresh this call', ['R'], () => hands.refresh(), {
      icon: RefreshCw,
      group: 'Library',
      off: () => hands.refreshOff,
    }),
  ]
}
