import fc from "fast-check"

/** Names that a careless reader finds on every object. */
const oddNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "length",
  "then",
  "",
]

/** Texts on which patterns, encoders and numbers stumble. */
const oddTexts = [
  "",
  "\ud800",
  "\udc00a",
  "\u0000",
  "NaN",
  "Infinity",
  "1e999",
  "-0",
  "null",
  "[DONE]",
  "a".repeat(100_000),
  " ".repeat(100_000),
  "/\n".repeat(50_000),
  "\u0301".repeat(50_000),
  "[](".repeat(33_000),
  "data:image/png;base64,",
  "https://[::1",
  "%",
  "%25",
  "../..",
  "null\r\nx: y",
]

const oddNumbers = [0, -0, -1, 0.1, 1e308, -1e308, Infinity, 2 ** 31, 2 ** 53, 2 ** 64, 5e-324]

/** Nested so deep that nothing recursive may follow it, in whatever brackets. */
function deep(levels: number, isList: boolean): unknown {
  let value: unknown = "x"
  for (let level = 0; level < levels; level += 1) value = isList ? [value] : { a: value }
  return value
}

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, ...oddNumbers),
  fc.constantFrom(...oddTexts),
  fc
    .constantFrom([300, true], [300, false], [10_000, true], [10_000, false])
    .map(([levels, isList]) => deep(Number(levels), Boolean(isList))),
  fc.constantFrom(1_000, 20_000).map((items) => Array.from({ length: items }, () => ({}))),
  fc.jsonValue(),
)

/** Arbitrary JSON values made of odd parts. `names`: further field names. */
export function oddJson(names: readonly string[]): fc.Arbitrary<unknown> {
  const name = fc.constantFrom(...oddNames, ...names)
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      oddValue,
      fc.array(fc.tuple(name, tie("value")), { maxLength: 5 }).map(objectOf),
      fc.array(tie("value"), { maxLength: 4 }),
    ),
  })).value
}

/** An object with these fields of its own, `__proto__` among them, as JSON.parse makes it. */
function objectOf(fields: readonly (readonly [string, unknown])[]): object {
  const made = {}
  for (const [name, value] of fields)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true })
  return made
}

/** A good value with one to three of its places changed: replaced, taken away, or joined by an odd name. */
export function mutated(good: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(good)
  const change = fc.record({
    at: fc.nat({ max: Math.max(places.length - 1, 0) }),
    how: fc.constantFrom("replace", "replace", "remove", "add", "list", "double"),
    name: fc.constantFrom(...oddNames),
    value: oddValue,
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let value: unknown = structuredClone(good)
    for (const { at, how, name, value: odd } of changes) value = changed(value, places[at] ?? [], { how, name, odd })
    return value
  })
}

type Path = readonly (string | number)[]

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, item]) =>
    placesIn(item, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return [path, ...inner]
}

interface Change {
  readonly how: string
  readonly name: string
  readonly odd: unknown
}

function changed(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path
  if (step === undefined) {
    const { how, name, odd } = change
    if (how === "list") return [value]
    if (how === "double") return Array.isArray(value) ? [...value, ...value] : [value, value]
    if (how === "add" && typeof value === "object" && value !== null && !Array.isArray(value))
      return objectOf([...Object.entries(value), [name, odd]])
    return how === "remove" ? undefined : odd
  }
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? changed(item, rest, change) : item))
  if (typeof value !== "object" || value === null) return value
  return objectOf(
    Object.entries(value).map(([name, item]) => [name, name === step ? changed(item, rest, change) : item]),
  )
}
