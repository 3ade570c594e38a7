/** Formats figures on screen. The core's exported files use the same rules. */

/** Figures on screen are written as in the core's documents. */
export * from '#contract/api/figure-text.ts'
