import { readFileSync } from "node:fs"
import { z } from "zod"
import type { ScriptedModel } from "./scripted-models.ts"
import { capFields, samplings, toolUses } from "#core/gateway/model-abilities.ts"
import { modelKinds } from "#core/models/model-row.ts"

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const texts = z.array(z.string())

/** What can be said of a scripted model in a file; answers of its own cannot. */
const scriptFile = z.array(
  z.strictObject({
    id: z.string().min(1),
    kind: z.enum(modelKinds).optional(),
    from: instant.optional(),
    until: instant.optional(),
    announced: z.iso.date().optional(),
    reroutesTo: z.string().optional(),
    notForKeys: texts.optional(),
    window: z.int().positive().optional(),
    refuses: z.array(z.union([z.string(), z.strictObject({ field: z.string(), values: texts })])).optional(),
    efforts: texts.optional(),
    sampling: z.enum(samplings).optional(),
    tools: z.enum(toolUses).optional(),
    forcedTool: z.boolean().optional(),
    verbosity: z.boolean().optional(),
    capField: z.enum(capFields).optional(),
    outputMost: z.int().positive().optional(),
    blind: z.boolean().optional(),
    pictureOptions: z.literal("gpt-image").optional(),
  }),
)

/** The models of a file, for the fake provider started by hand. Throws where it is none. */
export function readScript(file: string): readonly ScriptedModel[] {
  return scriptFile.parse(JSON.parse(readFileSync(file, "utf8")))
}
