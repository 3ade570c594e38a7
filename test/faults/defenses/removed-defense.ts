/** A defense of the program that is taken out for a moment, to see that the test of its promises fails. */
export interface RemovedDefense {
  /** Ids of docs/promises.md. */
  readonly promises: readonly string[]
  /** What is missing then, in plain words. */
  readonly removed: string
  /** The source that holds the defense, with the text of it and what stands there instead. */
  readonly source: string
  readonly text: string
  readonly instead: string
  /** The test that must fail: its file and its name, or the name of its group. */
  readonly test: string
  readonly name: string
}
