/** Figures on screen are written as in the core's documents. */
export * from '#contract/api/figure-text.ts'
