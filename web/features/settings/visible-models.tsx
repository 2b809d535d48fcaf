import { useState } from "react"
import { withModelShown } from "#core/models/custom-models.ts"
import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { goodAtIn } from "../../platform/gateway/read-model-facts.ts"
import { modelFacts } from "../../state/model-facts.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { useModelList, usePlainModelList } from "../../state/model-list.ts"
import { Button } from "../../ui/button.tsx"
import { Selector } from "../../ui/selector.tsx"

/** Which models are offered when one is chosen: the custom-models string, for who would rather tick than write. */
export function VisibleModels() {
  const { chat } = texts()
  const { goodAt } = chapterTexts("model-list")
  const settings = chapterTexts("settings")
  const [isOpen, setOpen] = useState(false)
  const plain = usePlainModelList()
  const models = useModelList()
  const shown = models.filter(({ available }) => available)
  const several = new Set(models.map(({ provider }) => provider)).size > 1
  const toggle = (value: string) => {
    const { customModels, change } = useConfig.getState()
    const model = models.find((one) => valueOf(one) === value)
    if (model) change({ customModels: withModelShown(plain, customModels, model, !model.available) })
  }
  return (
    <>
      <Button
        icon="check"
        aria-haspopup="dialog"
        aria-label={`${settings.customModels}: ${settings.customModelsPickButton(shown.length)}`}
        onClick={() => setOpen(true)}
      >
        {settings.customModelsPickButton(shown.length)}
      </Button>
      {isOpen && (
        <Selector
          title={chat.models}
          multiple
          items={models.map((model) => ({
            value: valueOf(model),
            title: model.displayName,
            subtitle: [...(several ? [providerNameOf(model)] : []), goodAt[goodAtIn(factsOf(model))]].join(" · "),
            disabled: isOffered(plain, model) ? undefined : chat.modelOff,
          }))}
          selected={shown.map(valueOf)}
          onSelect={toggle}
          onClose={() => setOpen(false)}
        >
          <p>{settings.customModelsPick}</p>
        </Selector>
      )}
    </>
  )
}

function valueOf(model: ListedModel): string {
  return `${model.name}@${providerNameOf(model)}`
}

/** Whether a model is offered. The string cannot enable a model that the server does not have, but it can add one. */
function isOffered(plain: readonly ListedModel[], { name, provider }: ListedModel): boolean {
  const known = plain.find((model) => model.name === name && model.provider === provider)
  return known === undefined || known.available
}

function factsOf(model: ListedModel) {
  const { name } = model
  return modelFacts({ model: name, providerName: providerNameOf(model) }) ?? { name }
}
