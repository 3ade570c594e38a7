/** Says in a Word document which language words are in, for screen readers and spelling. */

import type { IRunOptions } from 'docx'

/** @param language as BCP 47. Word asks for it by kind of script, which it knows from the words. */
export function languageRun(language: string): IRunOptions {
  return { language: { value: language, eastAsia: language, bidirectional: language } }
}
