/**
 * Limits of printed documents: lengths of header, disclaimer and booklet title, and companies per
 * booklet.
 */

/** Most characters of the user's header and footer on printed documents. */
export const longestPaperHeader = 80
export const longestPaperDisclaimer = 400
/** Most companies of one booklet: two pages each, as a PDF that can still be mailed. */
export const mostBookletCompanies = 100
export const longestBookletTitle = 120
