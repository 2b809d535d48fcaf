import { useId, useRef, useState, type ReactNode } from "react"
import type { DrawingParams } from "#core/imagegen/drawing.ts"
import { longestPrompt, stabilityTakes, takesForm } from "#core/imagegen/drawing-request.ts"
import { imageDefaults, imageQualities, imageStyles } from "#core/imagegen/image-choices.ts"
import { aspectRatios, outputFormats, stylePresets } from "#core/providers/stability/generate-request.ts"
import { formatCount } from "../../platform/language/format.ts"
import { formatBalance, formatMoney } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectIsPremium, selectShownBalance, useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { isShownOnly } from "../../state/may-use-media.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { Icon } from "../../ui/icon.tsx"
import { Select } from "../../ui/select.tsx"
import { ask } from "./drawing-deeds.ts"
import { changeDrawingDraft, useDrawingDraft, type DrawingDraft } from "./drawing-draft.ts"
import styles from "./images.module.css"
import { mayDraw, modelChoices, pricedSizes, priceOf, type ModelChoice } from "./model-choices.ts"

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

  const generate = () => {
    if (draft.prompt.trim() === "") return refuse("required")
    if (draft.prompt.length > most) return refuse("too-long")
    if (choice === undefined || params === undefined || !isAllowed || (price === undefined && !choice.isOwn)) return
    setFault(undefined)
    const { provider, model } = choice
    void ask({ provider, model, ...(version !== undefined && { version }), params })
    changeDrawingDraft({ prompt: "" })
    onAsked()
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
        generate()
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
              generate()
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

function Line({ name, id, children }: { readonly name: string; readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{name}</label>
      {children}
    </div>
  )
}

interface StabilityFieldsProps {
  readonly choice: ModelChoice
  readonly version: string | undefined
  readonly draft: DrawingDraft
  readonly id: string
}

function StabilityFields({ choice, version, draft, id }: StabilityFieldsProps) {
  const t = chapterTexts("images")
  const takes = stabilityTakes(choice.model, version)
  const formats = outputFormats.filter((format) => takes.webp || format !== "webp")
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t.ratio}</legend>
        <div className={styles.ratios}>
          {aspectRatios.map((ratio) => (
            <label key={ratio} className={styles.ratio}>
              <input
                type="radio"
                name={`${id}-ratio`}
                checked={draft.aspectRatio === ratio}
                onChange={() => changeDrawingDraft({ aspectRatio: ratio })}
              />
              <span>
                <i style={shapeOf(ratio)} aria-hidden="true" />
                {ratio}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {takes.style && (
        <fieldset className={styles.group}>
          <legend>{t.style}</legend>
          <div className={styles.chips}>
            {(["", ...stylePresets] as const).map((style) => (
              <label key={style} className={styles.chip}>
                <input
                  type="radio"
                  name={`${id}-style`}
                  checked={draft.style === style}
                  onChange={() => changeDrawingDraft({ style })}
                />
                <span>{style === "" ? t.none : t.styles[style]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <details className={styles.more}>
        <summary>
          <Icon name="chevron" size={16} />
          {takes.negativePrompt ? t.more : t.moreOptions}
        </summary>
        {takes.negativePrompt && (
          <Line name={t.avoid} id={`${id}-avoid`}>
            <input
              id={`${id}-avoid`}
              className={field.field}
              dir="auto"
              maxLength={10_000}
              placeholder={t.avoidHint}
              value={draft.negativePrompt}
              onChange={({ target }) => changeDrawingDraft({ negativePrompt: target.value })}
            />
          </Line>
        )}
        <Line name={t.format} id={`${id}-format`}>
          <Select
            id={`${id}-format`}
            value={formatOf(draft, takes.webp)}
            options={formats.map((format) => ({ value: format, text: format.toUpperCase() }))}
            onChange={(outputFormat) => changeDrawingDraft({ outputFormat })}
          />
        </Line>
        <Line name={t.seed} id={`${id}-seed`}>
          <input
            id={`${id}-seed`}
            className={field.field}
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={10}
            aria-describedby={`${id}-seed-hint`}
            value={draft.seed}
            onChange={({ target }) => changeDrawingDraft({ seed: target.value.replaceAll(/\D/g, "") })}
          />
          <small id={`${id}-seed-hint`} className={styles.faint}>
            {t.seedHint}
          </small>
        </Line>
      </details>
    </>
  )
}

function SizeFields({
  choice,
  params,
  id,
}: {
  readonly choice: ModelChoice
  readonly params: DrawingParams
  readonly id: string
}) {
  const t = chapterTexts("images")
  const { sizes, qualitiesOf } = pricedSizes(choice)
  const { size = "", quality = "", style = "" } = params
  const qualities = qualitiesOf(size)
  const named = (name: string) => (name in t.qualities ? t.qualities[name as keyof typeof t.qualities] : name)
  return (
    <>
      {sizes[0] !== "any" && (
        <Line name={t.size} id={`${id}-size`}>
          <Select
            id={`${id}-size`}
            value={size}
            options={sizes.map((value) => ({ value, text: value.replace("x", " × ") }))}
            onChange={(value) => changeDrawingDraft({ size: value })}
          />
        </Line>
      )}
      {qualities.length > 1 && (
        <Line name={t.quality} id={`${id}-quality`}>
          <Select
            id={`${id}-quality`}
            value={quality}
            options={qualities.map((value) => ({ value, text: named(value) }))}
            onChange={(value) => changeDrawingDraft({ quality: value })}
          />
        </Line>
      )}
      {choice.offers[0]?.calledAs === undefined && choice.model.startsWith("dall-e-") && (
        <Line name={t.style} id={`${id}-style`}>
          <Select
            id={`${id}-style`}
            value={style}
            options={imageStyles.map((value) => ({ value, text: t[value] }))}
            onChange={(value) => changeDrawingDraft({ style: value })}
          />
        </Line>
      )}
    </>
  )
}

/** A shape of the same proportion, for the eye. */
function shapeOf(ratio: string): { readonly inlineSize: number; readonly blockSize: number } {
  const [wide = 1, high = 1] = ratio.split(":").map(Number)
  const longer = 26
  return {
    inlineSize: Math.round((longer * wide) / Math.max(wide, high)),
    blockSize: Math.round((longer * high) / Math.max(wide, high)),
  }
}

function versionOf(choice: ModelChoice | undefined, { version }: DrawingDraft): string | undefined {
  if (choice === undefined || choice.versions.length === 0) return undefined
  return choice.versions.find((one) => one.version === version)?.version ?? choice.versions[0]?.version
}

function formatOf({ outputFormat }: DrawingDraft, takesWebp: boolean): (typeof outputFormats)[number] {
  const known = outputFormats.find((one) => one === outputFormat) ?? "png"
  return known === "webp" && !takesWebp ? "png" : known
}

/** What is sent of the form: only what the model takes. */
function paramsOf(
  choice: ModelChoice,
  version: string | undefined,
  draft: DrawingDraft,
  defaults: { readonly size: string; readonly quality: string; readonly style: string },
): DrawingParams {
  const prompt = draft.prompt.trim()
  if (!takesForm(choice.provider)) {
    const { sizes, qualitiesOf } = pricedSizes(choice)
    const size = firstOf([draft.size, defaults.size, imageDefaults.size], sizes)
    const quality = firstOf([draft.quality, defaults.quality, imageDefaults.quality], qualitiesOf(size))
    const style = imageStyles.find((one) => one === draft.style || one === defaults.style) ?? imageDefaults.style
    return { prompt, size, quality, style }
  }
  const takes = stabilityTakes(choice.model, version)
  const seed = draft.seed === "" ? undefined : Math.min(Number(draft.seed), 4_294_967_294)
  return {
    prompt,
    aspectRatio: draft.aspectRatio,
    outputFormat: formatOf(draft, takes.webp),
    ...(takes.negativePrompt && draft.negativePrompt.trim() !== "" && { negativePrompt: draft.negativePrompt.trim() }),
    ...(takes.style && stylePresets.some((one) => one === draft.style) && { style: draft.style }),
    ...(seed !== undefined && seed > 0 && { seed }),
  }
}

/** The first wish that is offered, else the first offer. */
function firstOf(wishes: readonly string[], offered: readonly string[]): string {
  return wishes.find((wish) => offered.includes(wish)) ?? offered[0] ?? wishes.at(-1) ?? imageQualities[0]
}
