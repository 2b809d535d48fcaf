import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { samplings, toolUses, type ModelAbilities } from "#core/gateway/model-abilities.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { goodAts, type GoodAt } from "#core/models/model-row.ts"
import { goodAtOf, ratingOf, type Rating } from "#core/models/ratings.ts"
import type { ModelFacts } from "./server-config.ts"

export type ToldAbilities = Partial<
  Pick<
    ModelAbilities,
    "efforts" | "sampling" | "verbosity" | "tools" | "thinks" | "structured" | "window" | "outputMost"
  >
> & {
  /** It searches the web by itself. */
  readonly searches?: boolean
}

/** Reads the abilities that the server reports, field by field; an invalid field is left out. */
export function abilitiesIn(facts: ModelFacts | undefined): ToldAbilities {
  const told = fieldsOf(facts?.abilities)
  const { efforts, window, outputMost } = told
  const sampling = samplings.find((one) => one === told["sampling"])
  const tools = toolUses.find((one) => one === told["tools"])
  const flags = (["verbosity", "thinks", "structured", "searches"] as const).flatMap((name) => {
    const value = told[name]
    return typeof value === "boolean" ? [[name, value] as const] : []
  })
  return {
    ...(Array.isArray(efforts) ? { efforts: reasoningEfforts.filter((one) => efforts.includes(one)) } : {}),
    ...(sampling === undefined ? {} : { sampling }),
    ...(tools === undefined ? {} : { tools }),
    ...(typeof window === "number" && window > 0 ? { window } : {}),
    ...(typeof outputMost === "number" && outputMost > 0 ? { outputMost } : {}),
    ...Object.fromEntries(flags),
  }
}

/** A model's reported rating, else one by its name. */
export function ratingIn(facts: Pick<ModelFacts, "name" | "rating">): Rating {
  const [reasoning, speed] = Array.isArray(facts.rating) ? (facts.rating as readonly unknown[]) : []
  return isRate(reasoning) && isRate(speed) ? { reasoning, speed } : ratingOf(facts.name)
}

/** The purpose of a model as reported, else by its rating. */
export function goodAtIn(facts: Pick<ModelFacts, "name" | "rating" | "goodAt">): GoodAt {
  return goodAts.find((one) => one === facts.goodAt) ?? goodAtOf(ratingIn(facts))
}

function isRate(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && value <= 5
}
