import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import type { ModelWithProvider } from "#core/models/new-model.ts"
import { answersWithPicture, isLiteral } from "#core/models/played-roles.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { useAccess } from "../state/access-store.ts"
import { useModelList } from "../state/model-list.ts"
import { SelectControl } from "../ui/setting-controls.tsx"
import { useModelForm } from "./model-form.tsx"

/** The value of the choice that leaves the model to whoever knows best. */
export const recommended = ""

/** A choice among the models that this user is offered. */
export function ModelSelect({
  value,
  first,
  without,
  onChange,
}: {
  readonly value: string
  readonly first?: { readonly value: string; readonly text: string }
  /** Models that cannot be chosen here, by name and provider. */
  readonly without?: (model: ModelWithProvider) => boolean
  readonly onChange: (chosen: ListedModel | undefined) => void
}) {
  const models = useModelList().filter(
    (one) => one.available && !without?.({ model: one.name, providerName: providerNameOf(one) }),
  )
  const several = new Set(models.map(({ provider }) => provider)).size > 1
  const options = models.map((model) => ({
    value: `${model.name}@${providerNameOf(model)}`,
    text: several ? `${model.displayName} (${providerNameOf(model)})` : model.displayName,
  }))
  // One that is not offered any more is still the one that is set.
  const isKnown = value === recommended || options.some((option) => option.value === value)
  const all = [
    ...(first ? [first] : []),
    ...(isKnown ? [] : [{ value, text: value.split("@")[0] ?? value }]),
    ...options,
  ]
  return (
    <SelectControl
      isWide
      value={value}
      options={all}
      onChange={(chosen) => onChange(models[options.findIndex((option) => option.value === chosen)])}
    />
  )
}

/** The model that writes titles and summaries. */
export function CompressModel() {
  const { value, onChange } = useModelForm()
  const { compressModel: model, compressProviderName: providerName } = value
  const { compressModel, compressProviderName } = defaultModelConfig
  const roles = useAccess(({ config }) => config.roles)
  return (
    <ModelSelect
      value={isLiteral({ model, providerName }, "compress") ? recommended : `${model}@${providerName}`}
      first={{ value: recommended, text: chapterTexts("settings").modelDefault }}
      without={(one) => answersWithPicture(one, roles)}
      onChange={(chosen) =>
        onChange(
          chosen
            ? { compressModel: chosen.name, compressProviderName: providerNameOf(chosen) }
            : { compressModel, compressProviderName },
        )
      }
    />
  )
}
