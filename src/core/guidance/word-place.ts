/** Words of a turn: from and to which character. */
export interface WordPlace {
  readonly turn: number
  readonly from: number
  readonly to: number
}
