import { useSyncExternalStore } from "react"

/** A value that components observe and anyone may set: for windows that are opened by a call instead of by a prop. */
export interface Emitter<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createEmitter<Value>(initial: Value): Emitter<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useEmitter<Value>(emitter: Emitter<Value>): Value {
  return useSyncExternalStore(emitter.subscribe, emitter.get, emitter.get)
}
