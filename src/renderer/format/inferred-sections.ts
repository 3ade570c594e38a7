/** The sentence that says why prepared remarks and Q&A are marked as inferred. */

/** Why prepared remarks and Q&A are marked as inferred, wherever they are. */
export const inferredSections = 'Inferred from the speakers’ roles: this call has no announced start of Q&A.'
