/** The words that stand for what cannot be said as it is written, in the language of the interface. */
export interface SpokenWords {
  /** In the place of a block of code, a diagram and a formula that nobody could follow. */
  readonly code: string
  readonly diagram: string
  readonly formula: string
  readonly signs: SpokenSigns
}

/** Mathematical signs, as they are read out between their numbers. */
export interface SpokenSigns {
  readonly plus: string
  readonly minus: string
  readonly times: string
  readonly over: string
  readonly equals: string
  readonly notEqual: string
  readonly about: string
  readonly less: string
  readonly atMost: string
  readonly greater: string
  readonly atLeast: string
  readonly plusOrMinus: string
  readonly squared: string
  readonly cubed: string
  readonly power: string
  readonly root: string
  readonly sum: string
  readonly product: string
  readonly integral: string
  readonly infinity: string
  readonly from: string
  readonly to: string
}
