import { parse } from 'svelte/compiler'
import ts from 'typescript'

/** The texts of a file: what a user may read, and the comments for engineers. */
export interface Texts {
  readonly readable: readonly string[]
  readonly comments: readonly string[]
}

export function textsOfTypeScript(source: string): Texts {
  const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true)
  const readable: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) readable.push(node.text)
    if (ts.isTemplateExpression(node)) {
      readable.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { readable: readable.filter(isReadable), comments: commentsIn(file) }
}

function commentsIn(file: ts.SourceFile): string[] {
  const found = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    const ranges = [node.pos, node.end].flatMap((at) => [
      ...(ts.getLeadingCommentRanges(file.text, at) ?? []),
      ...(ts.getTrailingCommentRanges(file.text, at) ?? []),
    ])
    for (const { pos, end } of ranges) found.set(pos, file.text.slice(pos, end))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found.values()]
}

/** Attributes whose values nobody reads. */
const unread = /^(?:class|style|id|for|href|src|name|type|role|data-.*|d|viewBox|bind:.*|use:.*)$/

export function textsOfSvelte(source: string): Texts {
  const root = parse(source, { modern: true })
  const readable: string[] = []
  const comments: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    const { type } = value
    if (/^(?:Import|Export\w*From|ExportAll|TSLiteralType|StyleSheet)/.test(type) && type !== 'ImportExpression') return
    if (type === 'Attribute' && unread.test(String(value['name']))) return
    if (type === 'Text') readable.push(String(value['data']))
    if (type === 'Comment') comments.push(String(value['data']))
    if (type === 'Literal' && typeof value['value'] === 'string') readable.push(value['value'])
    if (type === 'TemplateLiteral') {
      const quasis = value['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
      readable.push(quasis.map(({ value: { cooked } }) => cooked).join('…'))
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(root.module)
  visit(root.instance)
  visit(root.fragment)
  for (const [, script = ''] of source.matchAll(/<script[^>]*>([^]*?)<\/script>/g)) {
    comments.push(...textsOfTypeScript(script).comments)
  }
  for (const [, style = ''] of source.matchAll(/<style[^>]*>([^]*?)<\/style>/g)) {
    comments.push(...Array.from(style.matchAll(/\/\*[^]*?\*\//g), ([comment]) => comment))
  }
  return { readable: readable.filter((text, index) => isReadable(text) && readable.indexOf(text) === index), comments }
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The prose of a page: without code, links' addresses and examples in code style. */
export function textsOfMarkdown(source: string): Texts {
  const prose = source
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '…')
    .replaceAll(/\]\([^)]*\)/g, ']')
  return { readable: prose.split(/\n{2,}|\n(?=[|#-])/).filter(isReadable), comments: [] }
}

const statement = /^\s*(?:select|insert|update|delete|create|alter|drop|with|pragma|from|where)\b[^]*[(=_*]/i
const partOfStatement = /\b(?:SELECT|FROM|AS|MATERIALIZED)\b| >=? /

/** A sentence, several words, or a word with a capital: names in code and SQL are none of these. */
function isReadable(text: string): boolean {
  if (statement.test(text) || partOfStatement.test(text)) return false
  return /\p{L}{2,}[,;:]?\s+[\p{L}…]/u.test(text) || /^\s*\p{Lu}\p{Ll}+[.…:]?\s*$/u.test(text)
}

/** All texts of a JSON document but the names of its properties. */
export function textsOfJson(source: string): Texts {
  const readable: string[] = []
  JSON.parse(source, (_, value: unknown) => {
    if (typeof value === 'string') readable.push(value)
    return value
  })
  return { readable, comments: [] }
}
