/**
 * The settings in the print dialog: paper size, sections, header, disclaimer and as-of date,
 * remembered for the next document.
 */

import type { PreferencePatch } from '#contract/api/api.ts'
import { usualPaper, type PaperSize } from '#contract/api/paper-size.ts'
import type { PaperDocument } from '../app/paper-document.ts'
import type { Preferences } from '../app/preferences.svelte.ts'
import { paperKinds, sectionKey } from './paper-sections.ts'
import type { PaperSettings } from './paper-settings.ts'

interface PaperWorkspace {
  /** Of the system's formats. */
  readonly locale: string
  readonly preferences: Pick<Preferences, 'now' | 'set'>
  fail(error: unknown): void
}

/** What the user chooses before a document is printed. All choices except the as-of date are remembered for the next document. */
export class PaperChoices implements PaperSettings {
  readonly #kind: PaperDocument['kind']
  readonly #workspace: PaperWorkspace
  readonly #sectionsOff = $derived.by(() => new Set(this.#workspace.preferences.now.paperSectionsOff))
  readonly size = $derived.by(() => this.#workspace.preferences.now.paperSize ?? usualPaper(this.#workspace.locale))
  /** Stored by `keepHeader`, once it is typed. */
  header = $state('')
  /** Stored by `keepDisclaimer`, once it is typed. */
  disclaimer = $state('')
  /** The day whose stored figures are printed, milliseconds since 1970; null: now. */
  asOf = $state<number | null>(null)

  constructor(kind: PaperDocument['kind'], asOf: number | null, workspace: PaperWorkspace) {
    this.#kind = kind
    this.#workspace = workspace
    this.header = workspace.preferences.now.paperHeader
    this.disclaimer = workspace.preferences.now.paperDisclaimer
    this.asOf = asOf
  }

  /** Those that the document may have, with their labels. */
  get sections() {
    return paperKinds[this.#kind].sections
  }

  readonly shows = (section: string): boolean => !this.#sectionsOff.has(sectionKey(this.#kind, section))

  toggle(section: string, isShown: boolean): void {
    const key = sectionKey(this.#kind, section)
    const others = this.#workspace.preferences.now.paperSectionsOff.filter((each) => each !== key)
    this.#keep({ paperSectionsOff: isShown ? others : [...others, key] })
  }

  choosePaper(paperSize: PaperSize): void {
    this.#keep({ paperSize })
  }

  keepHeader(): void {
    this.#keep({ paperHeader: this.header })
  }

  keepDisclaimer(): void {
    this.#keep({ paperDisclaimer: this.disclaimer })
  }

  #keep(change: PreferencePatch): void {
    this.#workspace.preferences.set(change).catch((error: unknown) => this.#workspace.fail(error))
  }
}
