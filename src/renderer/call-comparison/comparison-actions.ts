/** The actions of a call comparison, for palette and keys. */

import { BookOpen, Copy, Play, Unlink } from 'lucide'
import type { PassageKind } from '#contract/api/call-comparison.ts'
import type { Action } from '../app/actions.svelte.ts'
import { bindCommands, handlersFor } from '../app/commands/bind-commands.ts'
import type { ComparisonPage } from './comparison-page.svelte.ts'
import type { Grouping } from './comparison-rows.ts'
import { passageKindOrder } from './comparison-text.ts'

export type ComparisonView = 'passages' | 'questions'

export interface ComparisonCommands {
  readonly view: ComparisonView
  readonly playOff: string | null
  setView(view: ComparisonView): void
  play(): void
  open(): void
  togglePanel(): void
  /** Says that the current pair is not the same passage, or withdraws that. */
  toggleSplit(): void
  copy(): void
}

export function comparisonActions(page: ComparisonPage, commands: ComparisonCommands): readonly Action[] {
  const nothing = () => {
    if (commands.view === 'questions') return 'questions are shown'
    return page.passage === null ? 'no passages are shown' : null
  }
  const noComparison = () => (page.passages.length === 0 ? 'nothing is compared' : null)
  const noChange = () => nothing() ?? (page.changes === 0 ? 'no changes are shown' : null)
  const apart = () => (page.together ? null : 'each call is shown as spoken')
  const noPair = () => {
    const { passage } = page
    const isPair = passage !== null && passage.earlier !== null && passage.later !== null
    return nothing() ?? (isPair || passage?.splitFrom ? null : 'the other call has no passage like it')
  }
  const by = (grouping: Grouping) => ({
    off: () => noComparison() ?? apart() ?? (page.grouping === grouping ? 'on screen' : null),
    run: () => {
      page.grouping = grouping
    },
  })
  return bindCommands('callComparison', {
    'comparison.next-change': { off: noChange, run: () => page.stepChange(1) },
    'comparison.previous-change': { off: noChange, run: () => page.stepChange(-1) },
    'comparison.next': { off: nothing, run: () => page.step(1) },
    'comparison.previous': { off: nothing, run: () => page.step(-1) },
    'comparison.side': { off: nothing, run: () => page.changeSide() },
    'comparison.play': { icon: Play, off: () => nothing() ?? commands.playOff, run: () => commands.play() },
    'comparison.open': { icon: BookOpen, off: nothing, run: () => commands.open() },
    'comparison.split': {
      icon: Unlink,
      ...(page.passage?.splitFrom && { title: 'Undo “Not the same passage”' }),
      off: noPair,
      run: () => commands.toggleSplit(),
    },
    'comparison.fold': {
      off: () => (commands.view === 'questions' ? 'questions are shown' : (noComparison() ?? apart())),
      run: () => page.foldCurrent(),
    },
    ...handlersFor('comparison.kind-', passageKindOrder, (kind: PassageKind) => ({
      off: noComparison,
      run: () => page.toggleKind(kind),
    })),
    'comparison.by-topic': by('topic'),
    'comparison.by-speaker': by('speaker'),
    'comparison.as-spoken': by('spoken'),
    'comparison.together': {
      title: page.together ? 'Scroll each call separately' : 'Scroll together',
      off: () => (commands.view === 'questions' ? 'questions are shown' : noComparison()),
      run: () => page.toggleTogether(),
    },
    'comparison.questions': {
      title: commands.view === 'questions' ? 'Show passages' : 'Show questions',
      off: noComparison,
      run: () => commands.setView(commands.view === 'questions' ? 'passages' : 'questions'),
    },
    'comparison.panel': { off: noComparison, run: () => commands.togglePanel() },
    'comparison.copy': { icon: Copy, off: noComparison, run: () => commands.copy() },
  })
}
