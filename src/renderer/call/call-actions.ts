/**
 * The actions of an open call, for menus, palette and keys: find, copy, highlight, play, export,
 * text size.
 */

import {
  Building2 as Building,
  Copy,
  FileDown,
  FileSearch,
  Flag,
  GitCompare,
  Hash,
  Highlighter,
  Link as LinkIcon,
  NotebookPen,
  Play,
  Printer,
  Quote,
  RefreshCw,
  Repeat,
  Scissors,
  Search,
  Table2,
} from 'lucide'
import type { HighlightColor } from '#contract/api/notes.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands, handlersFor, type CommandHandler } from '../app/commands/bind-commands.ts'
import type { Forbidden } from '../app/policy-reasons.ts'
import type { CallPage } from './call-page.svelte.ts'
import type { CallFigures } from './figures/call-figures.svelte.ts'
import { highlightColorOrder } from './highlight-colors.ts'

/** Sizes of the letters, pixels. */
const readingSizes = { smallest: 15, largest: 21 } as const

export const exportFormats = ['docx', 'html', 'markdown'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What the reader's actions do besides changing the page. */
export interface CallCommands {
  /** Puts the keys into the find field. */
  find(): void
  highlight(color: HighlightColor): void
  highlightAndWrite(): void
  copyQuote(as: 'text' | 'row'): void
  /** A link that opens the call at this turn. */
  copyLink(): void
  readonly linkOff: string | null
  /** The sound of the passage, with its quote. */
  saveClip(): void
  saveAs(format: ExportFormat): void
  /** The earnings brief of this call, to be printed. */
  brief(): void
  togglePanel(view: 'call' | 'figures' | 'notes' | 'checks' | 'source'): void
  toggleFigures(): void
  readonly figuresShown: boolean
  /** The company's statements at what is reported for the selected figure. */
  openFigure(): void
  readonly openFigureOff: string | null
  copyFigures(): void
  /** Withdraws it where it was said before. */
  toggleWrongMatch(): void
  /** To the same speaker in the company's previous call. */
  goBefore(): void
  /** To the company's previous call, where it says the same or speaks of the same topic. */
  goBeforeTopic(): void
  compare(): void
  /** Why there is no previous call to go to. */
  readonly companyOff: string | null
  openTimes(): void
  refresh(): void
  setSize(size: number): void
  toggleConfidence(): void
  /** From the current turn. */
  playHere(): void
  /** From where playback stopped. */
  play(): void
  readonly playOff: string | null
  readonly forbidden: Forbidden
  loopHere(): void
  follow(): void
  readonly looping: boolean
  /** Why the text cannot go along with a recording. */
  readonly followOff: string | null
  readonly size: number
  readonly confidence: boolean
  readonly whyNoRefresh: string | null
}

export const notLoaded = 'no recording is loaded'

export function callActions(page: CallPage, figures: CallFigures, commands: CallCommands): readonly Action[] {
  const nothing = () => (page.call.result && page.call.result.source !== 'none' ? null : 'no transcript yet')
  const noHit = () => nothing() ?? (page.find.hits.length === 0 ? 'no hits' : null)
  const noFigure = () => {
    if (!commands.figuresShown) return nothing() ?? 'figures are hidden'
    return nothing() ?? (figures.counts.all === 0 ? 'no figures' : null)
  }
  const noFigureStep = () => noFigure() ?? (page.find.active ? 'find in this call is open' : null)
  const { selected } = figures
  const { smallest, largest } = readingSizes
  /** For commands that need a transcript. */
  const inText = (run: () => void, more: Partial<CommandHandler> = {}): CommandHandler => ({
    off: nothing,
    run,
    ...more,
  })
  return bindCommands('callReader', {
    'call.find': inText(() => commands.find(), { icon: Search }),
    'call.next-hit': { off: noHit, run: () => page.stepHit(1) },
    'call.previous-hit': { off: noHit, run: () => page.stepHit(-1) },
    'call.next-figure': { off: noFigureStep, run: () => void figures.step(1) },
    'call.previous-figure': { off: noFigureStep, run: () => void figures.step(-1) },
    'call.figures': inText(() => commands.toggleFigures(), {
      title: commands.figuresShown ? 'Hide figures spoken' : 'Show figures spoken',
      icon: Hash,
    }),
    'call.figure-list': { off: noFigure, run: () => commands.togglePanel('figures') },
    'call.checks': inText(() => commands.togglePanel('checks')),
    'call.copy-figures': { icon: Copy, off: noFigure, run: () => commands.copyFigures() },
    'call.wrong-match': {
      title: selected?.dismissed ? 'Undo wrong match' : 'Wrong match',
      icon: Flag,
      off: () => noFigure() ?? (selected === null ? 'no figure is selected' : null),
      run: () => commands.toggleWrongMatch(),
    },
    'call.open-figure': {
      icon: Building,
      off: () => noFigure() ?? commands.openFigureOff,
      run: () => commands.openFigure(),
    },
    'call.play': inText(() => commands.playHere(), {
      icon: Play,
      off: () => nothing() ?? commands.forbidden.recordings,
    }),
    'call.listen': {
      icon: Play,
      off: () => nothing() ?? commands.forbidden.recordings ?? commands.playOff,
      run: () => commands.play(),
    },
    'call.loop': {
      title: commands.looping ? 'Stop repeating' : 'Repeat this turn',
      icon: Repeat,
      off: () => nothing() ?? (commands.followOff === notLoaded ? notLoaded : null),
      run: () => commands.loopHere(),
    },
    'call.follow': { off: () => nothing() ?? commands.followOff, run: () => commands.follow() },
    'call.next-turn': inText(() => page.step(1)),
    'call.previous-turn': inText(() => page.step(-1)),
    'call.next-speech': inText(() => page.stepSpeech(1)),
    'call.previous-speech': inText(() => page.stepSpeech(-1)),
    'call.next-chapter': inText(() => page.stepChapter(1)),
    'call.previous-chapter': inText(() => page.stepChapter(-1)),
    'call.before': inText(() => commands.goBefore()),
    'call.before-topic': inText(() => commands.goBeforeTopic(), { off: () => nothing() ?? commands.companyOff }),
    'call.compare': { icon: GitCompare, off: () => commands.companyOff, run: () => commands.compare() },
    'call.note': inText(() => commands.highlightAndWrite(), { icon: NotebookPen }),
    ...handlersFor('call.highlight-', highlightColorOrder, (color) =>
      inText(() => commands.highlight(color), { icon: Highlighter }),
    ),
    'call.quote': inText(() => commands.copyQuote('text'), { icon: Quote }),
    'call.quote-row': inText(() => commands.copyQuote('row'), { icon: Table2 }),
    'call.link': inText(() => commands.copyLink(), { icon: LinkIcon, off: () => nothing() ?? commands.linkOff }),
    'call.clip': inText(() => commands.saveClip(), {
      icon: Scissors,
      off: () => nothing() ?? commands.forbidden.exports ?? commands.forbidden.recordings,
    }),
    'call.brief': {
      icon: Printer,
      off: () => nothing() ?? (page.call.result?.entry.symbol ? null : 'the call has no company'),
      run: () => commands.brief(),
    },
    ...handlersFor('call.save-', exportFormats, (format) =>
      inText(() => commands.saveAs(format), { icon: FileDown, off: () => nothing() ?? commands.forbidden.exports }),
    ),
    'call.panel': { run: () => commands.togglePanel('call') },
    'call.source': inText(() => commands.togglePanel('source'), { icon: FileSearch }),
    'call.notes': inText(() => commands.togglePanel('notes')),
    'call.larger': {
      off: () => (commands.size >= largest ? 'already the largest size' : null),
      run: () => commands.setSize(commands.size + 1),
    },
    'call.smaller': {
      off: () => (commands.size <= smallest ? 'already the smallest size' : null),
      run: () => commands.setSize(commands.size - 1),
    },
    'call.confidence': inText(() => commands.toggleConfidence(), {
      title: commands.confidence ? 'Hide confidence marks' : 'Show confidence marks',
    }),
    'call.times': inText(() => commands.openTimes()),
    'call.refresh': { icon: RefreshCw, off: () => commands.whyNoRefresh, run: () => commands.refresh() },
  })
}
