import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textsOfJson, textsOfMarkdown, textsOfSvelte, textsOfTypeScript, type Texts } from './readable-text.ts'
import { namesOfTests } from './test-names.ts'
import { retiredIn, retiredWordsOf, type RetiredWord } from './retired-words.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
const { onScreen, spellings, inComments } = retiredWordsOf(read('docs/glossary.md'))

const isCode = (file: string) => /\.(?:ts|svelte|[cm]?js)$/.test(file)
const pages = files.filter((file) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(file) && file !== 'docs/glossary.md')
/** Quotes the texts of earlier versions, by which their workbooks are updated. */
const renamedLabels = 'src/core/export/workbook-update/renamed-labels.ts'
/** A list of English words that say nothing of a subject. */
const stopWords = 'src/core/overview/stop-words.ts'
/** What speakers of calls say. */
const wordsOfTalk = 'src/core/spoken-figures/words-of-talk.ts'
const unread = new Set([renamedLabels, stopWords, wordsOfTalk])
const program = files.filter((file) => /^(?:src|scripts)\//.test(file) && isCode(file) && !unread.has(file))
/** What the invented companies say and write. */
const sample = files.filter((file) => /^resources\/sample\/.*\.json$/.test(file))
// These tests quote the words.
const tests = files.filter((file) => /^test\/(?!scripts\/)/.test(file) && isCode(file))

const textsOf = new Map(
  [...pages, ...program, ...sample, ...tests].map((file): [string, Texts] => {
    const source = read(file)
    if (file.endsWith('.md')) return [file, textsOfMarkdown(source)]
    if (file.endsWith('.json')) return [file, textsOfJson(source)]
    return [file, file.endsWith('.svelte') ? textsOfSvelte(source) : textsOfTypeScript(source)]
  }),
)

function finds(which: readonly string[], words: readonly RetiredWord[], texts: (of: Texts) => readonly string[]) {
  return which.flatMap((file) =>
    texts(textsOf.get(file) ?? { readable: [], comments: [] }).flatMap((text) =>
      retiredIn(text, words).map((word) => `${file}: ${word} (${text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)})`),
    ),
  )
}

test('nobody reads a retired word on the screen, in an export, in a failure or in the documents', () => {
  expect(finds([...pages, ...program], onScreen, ({ readable }) => readable)).toEqual([])
})

test('the companies of the sample spell as analysts in New York do', () => {
  expect(finds(sample, spellings, ({ readable }) => readable)).toEqual([])
})

test('comments are in plain English', () => {
  expect(finds([...program, ...tests], inComments, ({ comments }) => comments)).toEqual([])
})

test('the names of tests are in the words of the screen', () => {
  const words = [...onScreen, ...inComments]
  const found = tests
    .filter((file) => /\.(?:test|spec)\.ts$/.test(file))
    .flatMap((file) => namesOfTests(read(file)).map((name) => [file, name, retiredIn(name, words).join(', ')] as const))
  expect(found.filter(([, , retired]) => retired !== '')).toEqual([])
})

const wordsOn = (texts: Texts) => texts.readable.flatMap((text) => retiredIn(text, onScreen))

describe('a retired word is found', () => {
  test.each([
    ['the text of a template', '<p>Figures held by the library</p>', ['held']],
    ['a text beside an expression', '<p>{count} companies were asked</p>', ['asked']],
    ['a title', '<button title="Take off the list">x</button>', ['take off']],
    ['an aria-label', '<button aria-label="Heed the split">x</button>', ['heed*']],
    ['a placeholder', '<input placeholder="Reckoned here" />', ['reckon*']],
    ['a label handed to a component', '<Field label="Held in the library" />', ['held']],
    ['a sentence of an expression', "<p>{gone ? 'Asked in vain' : ''}</p>", ['asked', 'in vain']],
    ['a sentence with a value', '<p>{`Asked ${count} times`}</p>', ['asked']],
    ['a sentence of the script', '<script lang="ts">const says = \'It was fetched anew\'</script>', ['anew']],
  ])('in %s', (_, source, words) => {
    expect(wordsOn(textsOfSvelte(source))).toEqual(words)
  })

  test.each([
    ['a sentence', "throw failure('The user is told why')", ['told']],
    ['a label', "const label = { title: 'Reckoned' }", ['reckon*']],
    ['a sentence with a value', 'const s = `Set beside ${other} of the list`', ['beside']],
    ['both halves of a condition', "say(few ? 'Refreshed by itself' : 'Not as it came')", ['by itself', 'as it came']],
  ])('in %s of the code', (_, source, words) => {
    expect(wordsOn(textsOfTypeScript(source))).toEqual(words)
  })

  test('in a page of the documents, not in its code', () => {
    const page = 'Nothing is held.\n\n```\nconst held = 1\n```\n\n`told` is a name, [beside](held.md) is text.'
    expect(wordsOn(textsOfMarkdown(page))).toEqual(['held', 'beside'])
  })

  test('in comments of scripts, templates and styles', () => {
    const { comments } = textsOfSvelte(
      '<!-- asked in vain --><script lang="ts">\n// made anew\nconst a = 1 /* lest it fail */\n</script>\n<style>/* reckoned */ p { color: red }</style>',
    )
    expect(comments.flatMap((text) => retiredIn(text, inComments)).toSorted()).toEqual([
      'anew',
      'in vain',
      'lest',
      'reckon*',
    ])
    const last = textsOfTypeScript('function f() {\n  g()\n  // as it came\n}').comments
    expect(last.flatMap((text) => retiredIn(text, inComments))).toEqual(['as it came'])
  })
})

test('a retired word is found in the name of a test, of a group and of rows of tests, not in what they do', () => {
  const source =
    "describe('is held', () => { test.skipIf(isSlow)('is told', () => say('in vain')); describe.each([['anew']])('%s is asked', () => {}) })"
  expect(namesOfTests(source).map((name) => retiredIn(name, onScreen))).toEqual([['held'], ['told'], ['asked']])
})

describe('no alarm is given', () => {
  test.each([
    ['names of code', "import { held } from './held.ts'\ntype State = 'held' | 'asked'\nconst state = 'held'\n"],
    ['names of styles', "const row = document.querySelector('.held')"],
    ['statements of SQL', 'db.prepare(`SELECT held, asked FROM told WHERE beside = ?`)'],
    ['longer words', "const says = 'Householder loans were withheld, the mistold story of Renewal'"],
    ['words joined by a hyphen', "const says = 'Publicly-held companies, and held-to-maturity debt'"],
  ])('for %s', (_, source) => {
    expect(wordsOn(textsOfTypeScript(source))).toEqual([])
  })

  test('for classes, styles and data of a template', () => {
    const template =
      '<div class="row held" data-state="was asked" style="color: red">Rows</div><style>.held { }</style>'
    expect(wordsOn(textsOfSvelte(template))).toEqual([])
  })
})

test('the glossary names the words that were on the screen once', () => {
  const words = onScreen.map(({ word }) => word)
  expect(words).toEqual(
    expect.arrayContaining(['held', 'anew', 'reckon*', 'by itself', 'in vain', 'asked', 'beside', 'told', 'take off']),
  )
  expect(inComments.map(({ word }) => word)).toEqual(expect.arrayContaining(['reckon*', 'anew', 'heed*', 'lest']))
})
