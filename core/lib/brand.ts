declare const brand: unique symbol

/** A primitive that carries its meaning in its type: `Brand<number, "MicroReais">` is not any number. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
