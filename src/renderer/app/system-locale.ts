/** The locale that formats of numbers, dates and times, weeks and paper follow where the user chose none. */

import type { ShellBridge } from '#contract/shell.ts'

/**
 * The system's regional formats, which may differ from the language of the window: English Windows with German formats. `language`: of the
 * browser, which counts where the shell knows no locale, or names one that nobody knows, as a Linux system without one does (`C`).
 */
export async function systemLocale(bridge: Pick<ShellBridge, 'systemLocale'>, language: string): Promise<string> {
  const named = await bridge.systemLocale?.()
  return named !== undefined && isKnown(named) ? named : language
}

function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}
