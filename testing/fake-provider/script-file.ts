import { readFileSync } from "node:fs"
import * as v from "valibot"
import type { ScriptedModel } from "./scripted-models.ts"
import { capFields, samplings, toolUses } from "#core/gateway/model-abilities.ts"
import { modelKinds } from "#core/models/model-row.ts"
import { isoDay, strict, text, wholeNumber } from "../../server/schemas.ts"

const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => Date.parse(text)),
)
const texts = v.array(v.string())

/** The options of a scripted model that a file can have; answers written in code are none. */
const scriptFile = v.array(
  strict({
    id: text(1, 200),
    kind: v.optional(v.picklist(modelKinds)),
    from: v.optional(instant),
    until: v.optional(instant),
    announced: v.optional(isoDay),
    reroutesTo: v.optional(v.string()),
    notForKeys: v.optional(texts),
    window: v.optional(wholeNumber(1, 100_000_000)),
    refuses: v.optional(v.array(v.union([v.string(), strict({ field: v.string(), values: texts })]))),
    efforts: v.optional(texts),
    sampling: v.optional(v.picklist(samplings)),
    tools: v.optional(v.picklist(toolUses)),
    forcedTool: v.optional(v.boolean()),
    verbosity: v.optional(v.boolean()),
    capField: v.optional(v.picklist(capFields)),
    outputMost: v.optional(wholeNumber(1, 100_000_000)),
    blind: v.optional(v.boolean()),
    pictureOptions: v.optional(v.literal("gpt-image")),
  }),
)

/** The models of a file, for the fake provider started by hand. Throws where it is none. */
export function readScript(file: string): readonly ScriptedModel[] {
  return v.parse(scriptFile, JSON.parse(readFileSync(file, "utf8")))
}
