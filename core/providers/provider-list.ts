import { type ReasoningEffort, reasoningEfforts } from "../gateway/chat-request.ts"
import { objectOf, objectsOf, textOf } from "../lib/fields.ts"

/** A model as its provider's own list has it; an absent field is not told there. */
export interface ListedByProvider {
  readonly id: string
  /** The day it announces to switch it off; null: none is announced. */
  readonly off?: string | null
  readonly window?: number
  readonly inputMost?: number
  readonly outputMost?: number
  readonly efforts?: readonly ReasoningEffort[]
}

/** A provider's own list of its models, and how it is read. */
export interface ProviderList {
  /** With its query; put behind the provider's base address. */
  readonly path: string
  /** Besides the key's. `version`: of the API, as the operator has configured it. */
  headers?(version: string): Readonly<Record<string, string>>
  /** A model that is not in it cannot be called with this key. Google's list holds the dead, too, and leaves living ones out. */
  readonly tellsPresence: boolean
  /** The models. Entries that are no models are left out; a field of the wrong type counts as missing. */
  read(json: unknown): readonly ListedByProvider[]
}

/** The readable fields of one model of a list; an absent one is not told. */
type Told = { readonly [Field in keyof ListedByProvider]: ListedByProvider[Field] | undefined }

/** Reads `{[field]: [model, …]}`: `read` gives what one model tells, and undefined where it is none. */
export function listReader(
  field: string,
  read: (model: Readonly<Record<string, unknown>>) => Told | undefined,
): ProviderList["read"] {
  return (json) =>
    objectsOf(objectOf(json)?.[field]).flatMap((model) => {
      const told = read(model)
      return told === undefined ? [] : (withoutUntold(told) as ListedByProvider)
    })
}

function withoutUntold(told: Told): object {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}

/** A model's name; undefined where there is none. */
export function listedId(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}

/** A number of tokens; undefined where it is none, or beyond belief. */
export function listedTokens(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= 100_000_000 ? Number(value) : undefined
}

/** A day, `YYYY-MM-DD`, or null where none is announced; undefined for what is neither. */
export function listedDay(value: unknown): string | null | undefined {
  if (value === null) return null
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(textOf(value) ?? "") ?? []).map(Number)
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  return isDay ? textOf(value) : undefined
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeap ? 29 : 28
}

/** The efforts that `accepts` says a model accepts; undefined where there is none. */
export function listedEfforts(accepts: (effort: string) => boolean): readonly ReasoningEffort[] | undefined {
  const efforts = reasoningEfforts.filter(accepts)
  return efforts.length === 0 ? undefined : efforts
}
