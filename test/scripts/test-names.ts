import ts from 'typescript'

/** The names of tests and their groups in a source file, which a report shows. */
export function namesOfTests(source: string): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const [name] = ts.isCallExpression(node) ? node.arguments : []
    if (ts.isCallExpression(node) && name && ts.isStringLiteralLike(name) && isTest(node.expression))
      names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, true))
  return names
}

/** `test`, `describe`, and what is made of them: `test.skipIf(…)`, `describe.each(…)`. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'test' || called.text === 'describe'
  return (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) && isTest(called.expression)
}
