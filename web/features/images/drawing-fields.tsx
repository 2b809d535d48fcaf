import type { ReactNode } from "react"
import type { DrawingParams } from "#core/imagegen/drawing.ts"
import { stabilityTakes } from "#core/imagegen/drawing-request.ts"
import { imageStyles } from "#core/imagegen/image-choices.ts"
import { aspectRatios, outputFormats, stylePresets } from "#core/providers/stability/generate-request.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import field from "../../ui/field.module.css"
import { Icon } from "../../ui/icon.tsx"
import { Select } from "../../ui/select.tsx"
import { changeDrawingDraft, type DrawingDraft } from "./drawing-draft.ts"
import styles from "./drawing-form.module.css"
import { formatOf } from "./drawing-params.ts"
import { pricedSizes, type ModelChoice } from "./model-choices.ts"

/** A field of the form with its name. */
export function Line({
  name,
  id,
  children,
}: {
  readonly name: string
  readonly id: string
  readonly children: ReactNode
}) {
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

/** What a model that takes a form can be told of a picture. */
export function StabilityFields({ choice, version, draft, id }: StabilityFieldsProps) {
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

/** What a model of the images API can be told of a picture: what it has prices for. */
export function SizeFields({
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
