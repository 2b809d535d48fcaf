import { useId, useRef, useState } from "react"
import { longestPrompt, takesForm } from "#core/imagegen/drawing-request.ts"
import { formatCount } from "../../platform/language/format.ts"
import { formatBalance, formatMoney } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectIsPremium, selectShownBalance, useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { isShownOnly } from "../../state/may-use-media.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { Select } from "../../ui/select.tsx"
import { ask } from "./drawing-deeds.ts"
import { changeDrawingDraft, useDrawingDraft } from "./drawing-draft.ts"
import { Line, SizeFields, StabilityFields } from "./drawing-fields.tsx"
import styles from "./drawing-form.module.css"
import { paramsOf, versionOf } from "./drawing-params.ts"
import { mayDraw, modelChoices, priceOf } from "./model-choices.ts"

/** What a picture is to be, and what it will cost. `onAsked`: it is in the queue. */
export function DrawingForm({ onAsked }: { readonly onAsked: () => void }) {
  const t = chapterTexts("images")
  const draft = useDrawingDraft()
  const access = useAccess()
  const defaults = useConfig(({ modelConfig }) => modelConfig)
  const [fault, setFault] = useState<"required" | "too-long">()
  const prompt = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const choices = modelChoices(access)
  const choice = choices.find((one) => one.id === draft.choice) ?? choices[0]
  const version = versionOf(choice, draft)
  const params = choice && paramsOf(choice, version, draft, defaults)
  const price =
    choice && params && !choice.isOwn ? priceOf(choice, { model: choice.model, version }, params) : undefined
  const most = longestPrompt(choice?.provider ?? "stability")
  const isAllowed = mayDraw(access, choice)

  const isStoring = useRef(false)
  const generate = async () => {
    if (isStoring.current) return
    if (draft.prompt.trim() === "") return refuse("required")
    if (draft.prompt.length > most) return refuse("too-long")
    if (choice === undefined || params === undefined || !isAllowed || (price === undefined && !choice.isOwn)) return
    setFault(undefined)
    const { provider, model } = choice
    isStoring.current = true
    const isStored = await ask({ provider, model, ...(version !== undefined && { version }), params })
    isStoring.current = false
    // Where there was no room for it, nothing was asked: its words stay.
    if (!isStored) return
    // What was written meanwhile is for another picture.
    if (useDrawingDraft.getState().prompt === draft.prompt) changeDrawingDraft({ prompt: "" })
    if (prompt.current !== null) onAsked()
  }
  const refuse = (why: "required" | "too-long") => {
    setFault(why)
    prompt.current?.focus()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void generate()
      }}
    >
      <div className={styles.fields}>
        <div className={styles.line}>
          <label htmlFor={`${id}-prompt`}>{t.prompt}</label>
          <span className={styles.faint}>{t.lengthOf(formatCount(draft.prompt.length), formatCount(most))}</span>
          <textarea
            ref={prompt}
            id={`${id}-prompt`}
            className={classNames(field.field, styles.prompt)}
            dir="auto"
            rows={4}
            required
            aria-required="true"
            aria-invalid={fault !== undefined}
            aria-describedby={fault && `${id}-fault`}
            placeholder={t.pleaseInput(t.prompt)}
            value={draft.prompt}
            onChange={({ target }) => {
              changeDrawingDraft({ prompt: target.value })
              if (target.value.trim() !== "") setFault(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
              event.preventDefault()
              void generate()
            }}
          />
          <p id={`${id}-fault`} role="alert" className={styles.fault}>
            {fault === "required" ? t.required(t.prompt) : fault === "too-long" ? t.tooLong(formatCount(most)) : ""}
          </p>
        </div>
        {choice === undefined ? (
          <p role="note" className={styles.note}>
            {t.noModels}
          </p>
        ) : (
          <>
            <Line name={t.model} id={`${id}-model`}>
              <Select
                id={`${id}-model`}
                value={choice.id}
                options={choices.map(({ id: value, text }) => ({ value, text }))}
                onChange={(value) => changeDrawingDraft({ choice: value })}
              />
            </Line>
            {choice.versions.length > 0 && (
              <Line name={t.version} id={`${id}-version`}>
                <Select
                  id={`${id}-version`}
                  value={version ?? ""}
                  options={choice.versions.map((one) => ({ value: one.version, text: one.text }))}
                  onChange={(value) => changeDrawingDraft({ version: value })}
                />
              </Line>
            )}
            {takesForm(choice.provider) ? (
              <StabilityFields choice={choice} version={version} draft={draft} id={id} />
            ) : (
              <SizeFields choice={choice} params={params ?? { prompt: "" }} id={id} />
            )}
          </>
        )}
      </div>
      <div className={styles.foot}>
        {choice !== undefined && !isAllowed && <NeedsCode />}
        {choice !== undefined && isShownOnly(access) && (
          <p role="note" className={styles.note}>
            {t.demo}
          </p>
        )}
        {choice !== undefined && isAllowed && price === undefined && !choice.isOwn && (
          <p role="note" className={styles.note}>
            {t.noPrice}
          </p>
        )}
        <Button type="submit" variant="primary" className={styles.generate}>
          {price === undefined ? t.generate : `${t.generate} · ${formatMoney(price, 6)}`}
        </Button>
        <Underneath />
      </div>
    </form>
  )
}

/** What else is worth knowing before the press. */
function Underneath() {
  const t = chapterTexts("images")
  const isPremium = useAccess(selectIsPremium)
  const balance = useAccess(selectShownBalance)
  return (
    <p className={styles.faint}>
      {t.canLeave}
      {isPremium && ` ${t.balance(formatBalance(balance))}`}
    </p>
  )
}

function NeedsCode() {
  const t = chapterTexts("images")
  const plansUrl = useAccess((state) => state.config.plansUrl)
  return (
    <div role="note" className={styles.note}>
      <p>{t.needsCode}</p>
      <div className={styles.chips}>
        <ButtonLink href="/settings" icon="key">
          {texts().shell.enterCode}
        </ButtonLink>
        {plansUrl && <ButtonLink href={plansUrl}>{texts().shell.seePlans}</ButtonLink>}
      </div>
    </div>
  )
}
