/** Extracts the reason from the body of a refused request. */

/** Longer ones are no sentence for a reader. Characters. */
const longest = 200

/**
 * The reason in the body of a refusal. The interface shows no error bodies, so the usual fields are read, from JSON only: a web
 * page is not from the service. Undefined when there is none.
 */
export function refusalReason(body: Buffer): string | undefined {
  const content = parse(body.toString('utf8'))
  const reason = textIn(content)
  if (reason === undefined) return undefined
  const plain = reason
    .replaceAll(/https?:\/\/\S+/gi, '[address]')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain === '' ? undefined : plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `{"message": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}` (RFC 9457), `{"errors": ["…"]}`. */
function textIn(content: unknown, depth = 0): string | undefined {
  if (typeof content === 'string' && depth > 0) return content
  if (typeof content !== 'object' || content === null || depth > 3) return undefined
  const fields: unknown[] = Array.isArray(content)
    ? content.slice(0, 1)
    : ['message', 'detail', 'error', 'errors', 'title', 'msg'].map((name) => Reflect.get(content, name) as unknown)
  for (const field of fields) {
    const text = textIn(field, depth + 1)
    if (text !== undefined && text.trim() !== '') return text
  }
  return undefined
}
