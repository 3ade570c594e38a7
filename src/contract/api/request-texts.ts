/**
 * Texts in requests, each with the most characters that a window has reason to send (docs/promises.md E8). They are for inputs alone:
 * what is stored or was received is read whatever its length.
 */

import { z } from 'zod'

/** What the program or the service named: a list, a call, a saved search, a version of a content by its hash, a column. */
export const requestedId = z.string().max(300)

/** A company by its symbol. */
export const requestedSymbol = z.string().max(100)

/** A line of figures: a field, `own.<id>` of a named metric, or `=` and a formula. */
export const requestedField = z.string().max(2001)

/** A name or word of the service, as it was received: a speaker, a status, a value of a facet. */
export const requestedName = z.string().max(1000)
