/** An expected failure is a value; bugs are thrown. */
export type Result<Value, Trouble> = Ok<Value> | Err<Trouble>
export interface Ok<Value> {
  readonly ok: true
  readonly value: Value
}
export interface Err<Trouble> {
  readonly ok: false
  readonly error: Trouble
}

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value }
}

export function err<Trouble>(error: Trouble): Err<Trouble> {
  return { ok: false, error }
}
