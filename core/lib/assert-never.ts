/** Ends a `switch` over a closed union: adding a member without a case becomes a type error here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}
