/** Why prepared remarks and Q&A are marked as inferred, wherever they are. */
export const inferredSections =
  'Inferred from the speakers’ roles: nobody on this call announces that the questions begin.'
