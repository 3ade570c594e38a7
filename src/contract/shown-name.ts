/** Names that somebody else wrote, as far as a screen and a terminal can show them. */

/** They end a line, reorder the text around them, or are obeyed by a terminal. */
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u

export const hiddenCharacters = 'control characters, or no visible characters'

/** Whether a name is on one line, in its own order, and can be seen. */
export function isShownName(name: string): boolean {
  return visible.test(name) && !control.test(name)
}
