/** The answer of an operation that wants its changes undone: a refused hold is a result, not an exception. */
export class Rollback<T> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}

export function rollback<T>(value: T): Rollback<T> {
  return new Rollback(value)
}
