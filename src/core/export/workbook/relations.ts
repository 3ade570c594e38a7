/** Writes the relations part of an Office file, which links its parts. */

export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export interface Relation {
  readonly id: string
  /** The type of the relation, without the namespace that all types begin with. */
  readonly type: string
  readonly target: string
}

/** The part with another part's references. */
export function relationsXml(relations: readonly Relation[]): string {
  const each = relations.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packageRelations}">${each.join('')}</Relationships>`
}
