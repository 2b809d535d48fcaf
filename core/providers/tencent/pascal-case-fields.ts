/**
 * Hunyuan writes the names of its fields with capitals (`top_p` is `TopP`). Only names of fields are turned: texts, and
 * the arguments of tools, which travel as text, stay as they are.
 */
export type PascalCased<Value> = Value extends readonly (infer Item)[]
  ? readonly PascalCased<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value as Name extends string ? CapitalisedName<Name> : never]: PascalCased<Value[Name]>
      }
    : Value

type CapitalisedName<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${CapitalisedName<Tail>}`
  : Capitalize<Name>

/** A value of JSON with all names in PascalCase, in depth. */
export function pascalCased<Value>(value: Value): PascalCased<Value> {
  return turned(value) as PascalCased<Value>
}

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [capitalisedName(name), turned(inner)]))
}

function capitalisedName(name: string): string {
  return name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
}
