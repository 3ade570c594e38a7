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
import type { HighlightColour } from '#contract/api/notes.ts'
import type { Action } from '../app/actions.svelte.ts'
import type { CallPage } from './call-page.svelte.ts'
import { highlightColourNames, highlightColourOrder } from './highlight-colours.ts'

/** Sizes of the letters, pixels. */
const readingSizes = { smallest: 15, largest: 21 } as const

export const exportFormats = [
  { format: 'docx', title: 'Word document', keys: ['Mod+E'] },
  { format: 'html', title: 'HTML', keys: [] },
  { format: 'markdown', title: 'Markdown', keys: [] },
] as const
export type ExportFormat = (typeof exportFormats)[number]['format']

/** What the reader's actions do beside the page's own state. */
export interface CallCommands {
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
  readonly whyNoRefresh: string | null
}

export const notLoaded = 'the recording is not loaded'

export function callActions(page: CallPage, commands: CallCommands): readonly Action[] {
  const nothing = () => (page.call.result && page.call.result.source !== 'none' ? null : 'there is no transcript yet')
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
  const noHit = () => nothing() ?? (page.find.hits.length === 0 ? 'no hits' : null)
  const { smallest, largest } = readingSizes
  return [
    action('find', 'Find in this call', ['/', 'Mod+F'], () => commands.find(), { icon: Search }),
    action('next-hit', 'Next hit', ['N'], () => page.stepHit(1), { off: noHit }),
    action('previous-hit', 'Previous hit', ['Shift+N'], () => page.stepHit(-1), { off: noHit }),
    action('play', 'Play from this turn', ['Enter'], () => commands.playHere(), { icon: Play }),
    // With a recording loaded the key is the player's.
    action('listen', 'Play this call', ['Space'], () => commands.play(), {
      icon: Play,
      off: () => nothing() ?? commands.playOff,
    }),
    action('loop', commands.looping ? 'Stop looping' : 'Loop this turn', ['O'], () => commands.loopHere(), {
      icon: Repeat,
      off: () => nothing() ?? (commands.followOff === notLoaded ? notLoaded : null),
    }),
    action('follow', 'Follow the recording', ['F'], () => commands.follow(), {
      off: () => nothing() ?? commands.followOff,
    }),
    action('next-turn', 'Next turn', ['J'], () => page.step(1), { keysOnly: true }),
    action('previous-turn', 'Previous turn', ['K'], () => page.step(-1), { keysOnly: true }),
    action('next-speech', 'Next turn by this speaker', ['S'], () => page.stepSpeech(1)),
    action('previous-speech', 'Previous turn by this speaker', ['Shift+S'], () => page.stepSpeech(-1)),
    action('next-chapter', 'Next chapter', ['Alt+ArrowDown'], () => page.stepChapter(1)),
    action('previous-chapter', 'Previous chapter', ['Alt+ArrowUp'], () => page.stepChapter(-1)),
    action('before', 'This speaker on the previous call', ['B'], () => commands.goBefore()),
    action('note', 'Highlight and add note', ['M'], () => commands.highlightAndWrite(), { icon: NotebookPen }),
    ...highlightColourOrder.map((colour, index) =>
      action(
        `highlight-${colour}`,
        `Highlight in ${highlightColourNames[colour].toLowerCase()}`,
        [String(index + 1)],
        () => commands.highlight(colour),
        { icon: Highlighter },
      ),
    ),
    action('quote', 'Copy quote', ['Q'], () => commands.copyQuote('text'), { icon: Quote }),
    action('quote-row', 'Copy quote as spreadsheet row', ['Shift+Q'], () => commands.copyQuote('row'), {
      icon: Table2,
    }),
    action('clip', 'Save audio clip with quote', ['Shift+P'], () => commands.saveClip(), { icon: Scissors }),
    ...exportFormats.map(({ format, title, keys }) =>
      action(`save-${format}`, `Save transcript and notes: ${title}`, keys, () => commands.saveAs(format), {
        icon: FileDown,
      }),
    ),
    action('panel', 'Call panel', ['D'], () => commands.togglePanel('call'), { off: () => null }),
    action('source', 'Call source', ['Shift+O'], () => commands.togglePanel('source'), { icon: FileSearch }),
    action('notes', 'Call notes', ['Shift+D'], () => commands.togglePanel('notes')),
    action('larger', 'Increase text size', ['+', '='], () => commands.setSize(commands.size + 1), {
      off: () => (commands.size >= largest ? 'largest size' : null),
    }),
    action('smaller', 'Decrease text size', ['-'], () => commands.setSize(commands.size - 1), {
      off: () => (commands.size <= smallest ? 'smallest size' : null),
    }),
    action('confidence', commands.confidence ? 'Hide confidence marks' : 'Show confidence marks', ['C'], () =>
      commands.toggleConfidence(),
    ),
    action('times', 'Timestamp settings…', ['T'], () => commands.openTimes()),
    action('refresh', 'Refresh this call', ['R'], () => commands.refresh(), {
      icon: RefreshCw,
      group: 'Library',
      off: () => commands.whyNoRefresh,
    }),
  ]
}
