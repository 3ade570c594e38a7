import type { Near, Text } from './query.ts'
import type { QueryExpansion } from './query-expansion.ts'
import { wordsOf } from './words.ts'

/** Where something stands among the words of a text. */
export interface Occurrence {
  /** Index of its first word, and how many. */
  readonly at: number
  readonly length: number
}

export type Finder = (words: readonly string[]) => readonly Occurrence[]

/** Every place that belongs to what is looked for; of a NEAR, its words one by one. Words are those of `wordsOf`. */
export function finder(text: Text | Near, expansion: QueryExpansion): Finder {
  return text.kind === 'near' ? nearWordsFinder(operandsOf(text), text.within) : textFinder(text, expansion)
}

/** Every time it is said; of a NEAR, each stretch in which all of it stands together. They may overlap. */
export function sayingFinder(text: Text | Near, expansion: QueryExpansion): Finder {
  return text.kind === 'near' ? nearStretchFinder(operandsOf(text), text.within) : textFinder(text, expansion)
}

function textFinder(text: Text, expansion: QueryExpansion): Finder {
  if (text.kind !== 'word') return runFinder(wordsOf(text.text), text.kind === 'beginning' || text.beginning)
  const forms = expansion.formsOf(text.text)
  const single = new Set(forms.flatMap((form) => (form.length === 1 ? form : [])))
  const runs = forms.filter((form) => form.length > 1).map((form) => runFinder(form, false))
  return (words) => {
    const found: Occurrence[] = []
    for (let at = 0; at < words.length; at += 1) if (single.has(words[at] ?? '')) found.push({ at, length: 1 })
    return runs.length === 0 ? found : [...found, ...runs.flatMap((find) => find(words))]
  }
}

/** Words side by side; `goesOn`: the last may have more letters. */
function runFinder(run: readonly string[], goesOn: boolean): Finder {
  const end = run.length - 1
  const fits = (said: string | undefined, at: number) =>
    said !== undefined && (goesOn && at === end ? said.startsWith(run[at] ?? '') : said === run[at])
  return (words) => {
    const found: Occurrence[] = []
    for (let at = 0; at + end < words.length; at += 1)
      if (run.every((_, next) => fits(words[at + next], next))) found.push({ at, length: run.length })
    return found
  }
}

function operandsOf({ operands }: Near): Finder[] {
  return operands.map((operand) =>
    runFinder(wordsOf(operand.text), operand.kind === 'beginning' || (operand.kind === 'phrase' && operand.beginning)),
  )
}

/** FTS5's rule: from the end of each to the beginning of the last there are no more words than `within`. */
function isNear({ at, length }: Occurrence, last: Occurrence, within: number): boolean {
  return at <= last.at && at + length + within >= last.at
}

function nearWordsFinder(operands: readonly Finder[], within: number): Finder {
  return (words) => {
    const found = operands.map((find) => find(words))
    return found.flatMap((lasts, which) =>
      lasts.flatMap((last) => {
        const before = found.map((others, other) =>
          other === which ? [last] : others.filter((each) => isNear(each, last, within)),
        )
        return before.every((others) => others.length > 0) ? before.flat() : []
      }),
    )
  }
}

/** From left to right, each as short as its end allows; a word belongs to one of them only. */
function nearStretchFinder(operands: readonly Finder[], within: number): Finder {
  return (words) => {
    const found = operands.map((find) => find(words))
    const stretches: Occurrence[] = []
    let free = 0
    for (const last of found.flat().toSorted((left, right) => left.at - right.at)) {
      const members = found.map((others) => others.findLast((each) => each.at >= free && isNear(each, last, within)))
      if (last.at < free || members.some((member) => member === undefined)) continue
      const at = Math.min(...members.map((member) => member?.at ?? last.at))
      free = Math.max(...members.map((member) => (member ? member.at + member.length : 0)))
      stretches.push({ at, length: free - at })
    }
    return stretches
  }
}

/** Of what overlaps, what begins first, and of that the longest. */
export function disjoint(found: readonly Occurrence[]): readonly Occurrence[] {
  if (found.length < 2) return found
  let free = 0
  return found
    .toSorted((left, right) => left.at - right.at || right.length - left.length)
    .filter(({ at, length }) => {
      if (at < free) return false
      free = at + length
      return true
    })
}
