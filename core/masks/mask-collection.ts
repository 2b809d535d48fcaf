import { recordId } from "../conversation/read-message.ts"
import { readContent } from "../gateway/read-content.ts"
import { fieldsOf } from "../lib/fields.ts"
import { isRecordId } from "../lib/record-id.ts"
import { flag, listOf, oneOf, optional, readerOf, recordOf, text, time } from "../lib/stored-shape.ts"
import { defaultModelConfig, type ModelConfig } from "../settings/model-config.ts"
import type { Collection } from "../storage/collection.ts"
import { presetRoles, readMask, readSomeSettings, type Mask, type Preset } from "./mask.ts"

/** The version of the collection `nk-mask` in backups. */
export const maskSchemaVersion = 3.1

const usual = new Map<string, unknown>(Object.entries(defaultModelConfig))

const someSettings = readerOf<Partial<ModelConfig>>(
  (stored) => Object.entries(fieldsOf(stored)).every(([name, value]) => typeof value === typeof usual.get(name)),
  (stored) => ({ value: readSomeSettings(stored), isWhole: false }),
)

const ours = recordOf<Mask>({
  id: recordId,
  avatar: text,
  name: text,
  context: listOf(recordOf<Preset>({ id: recordId, role: oneOf(presetRoles), content: readContent, date: oneOf([0]) })),
  hideContext: optional(flag),
  syncGlobalConfig: flag,
  modelConfig: someSettings,
  lang: text,
  builtin: oneOf([false]),
  createdAt: time,
  plugin: optional(listOf(text)),
  enableArtifacts: optional(flag),
  enableCodeFold: optional(flag),
})

/** The user's masks as they are saved. NextChat's, which lie there in its own shape, are read as ours. */
export const maskCollection = {
  name: "masks" as const,
  version: maskSchemaVersion,
  read: readerOf<Mask>(
    (stored) => ours(stored)?.isWhole === true,
    (stored) => {
      const { id } = fieldsOf(stored)
      const value = isRecordId(id) ? readMask(stored, id, (at) => `${id}.${at}`) : undefined
      return value && { value, isWhole: true }
    },
  ),
  shape: {
    nested: ["modelConfig"],
    together: { model: ["modelConfig.model", "modelConfig.providerName"] },
    texts: ["context"],
    least: ["createdAt"],
    computed: ["builtin"],
  },
} satisfies Collection<Mask>
