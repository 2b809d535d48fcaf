import type { Mask } from "#core/masks/mask.ts"
import { defaultModelConfig, type ModelConfig } from "#core/settings/model-config.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { useAccess } from "../state/access-store.ts"
import { findOffered } from "../state/begin-from-mask.ts"
import { sessionModel } from "../state/fresh-session.ts"
import { displayNameOf } from "../state/model-facts.ts"
import styles from "./masks.module.css"

/** What a mask brings besides its messages: the model it asks for, and who answers; its template; its other settings. */
export function MaskFacts({ mask }: { readonly mask: Mask }) {
  const t = chapterTexts("masks")
  // A link may be opened before the server has said what it offers, and to whom.
  useAccess()
  const names = chapterTexts("settings")
  const { model, providerName, template, ...rest } = mask.syncGlobalConfig ? {} : mask.modelConfig
  const found = model === undefined ? undefined : findOffered(model, providerName)
  const others: readonly (readonly [string, string])[] = Object.entries(rest).flatMap(([name, value]) => {
    const title = titles[name as keyof ModelConfig]
    const said = typeof value === "number" ? formatCount(value) : String(value)
    return title === undefined ? [] : [[names[title], said] as const]
  })
  return (
    <dl className={styles.facts}>
      <dt>{t.model}</dt>
      <dd>
        {model === undefined
          ? t.ownModel
          : found === undefined
            ? t.modelMissing(displayNameOf(model), displayNameOf(sessionModel().model))
            : `${displayNameOf(found.model)} (${found.providerName})`}
      </dd>
      {template !== undefined && template !== defaultModelConfig.template && (
        <>
          <dt>{t.template}</dt>
          <dd dir="auto">{template}</dd>
        </>
      )}
      {others.map(([title, value]) => (
        <div key={title} style={{ display: "contents" }}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The settings that are worth a line, by their titles in the settings' texts. */
const titles = {
  temperature: "temperature",
  top_p: "topP",
  max_tokens: "maxTokens",
  presence_penalty: "presencePenalty",
  frequency_penalty: "frequencyPenalty",
  reasoning_effort: "reasoningEffort",
  verbosity: "verbosity",
} as Partial<
  Record<
    keyof ModelConfig,
    "temperature" | "topP" | "maxTokens" | "presencePenalty" | "frequencyPenalty" | "reasoningEffort" | "verbosity"
  >
>
