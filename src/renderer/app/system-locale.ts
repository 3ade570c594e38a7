/** The locale that formats of numbers, dates and times, weeks and paper follow where the user chose none. */

import type { ShellBridge } from '#contract/shell.ts'

/**
 * The system's regional formats, which may differ from the language of the window: English Windows with German formats. `language`: of the
 * browser, which counts where the shell knows no locale, or names one that nobody knows, as a Linux system without one does (`C`).
 */
export async function systemLocale(bridge: Pick<ShellBridge, 'systemLocale'>, language: string): Promise<string> {
  const named = await bridge.systemLocale?.()
  if (named === undefined) return language
  const locale = languageTag(named)
  return isKnown(locale) ? locale : language
}

/** macOS writes `en_DE`, and `en_US@rg=dezzzz` for American English with the formats of another region, of which the latter count. */
function languageTag(named: string): string {
  const [name = '', keywords = ''] = named.split('@')
  const [language = '', ...parts] = name.split(/[-_]/)
  const region = /(?:^|;)rg=([a-z]{2})zzzz/i.exec(keywords)?.[1]
  const isRegion = (part: string) => /^[A-Z]{2}$/i.test(part)
  return [
    language,
    ...parts.filter((part) => region === undefined || !isRegion(part)),
    ...(region ? [region.toUpperCase()] : []),
  ].join('-')
}

function isKnown(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}
