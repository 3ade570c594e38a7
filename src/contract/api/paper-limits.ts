/** Characters of the user's own texts on printed documents. */
export const longestPaperHeader = 80
export const longestPaperDisclaimer = 400
/** Of one booklet: two pages each, and a PDF that a mail still takes. */
export const mostBookletCompanies = 100
export const longestBookletTitle = 120
