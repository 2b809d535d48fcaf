import type { PriceLevel } from "#core/models/price-level.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import type { ShownAbility } from "../composer/offered-models.ts"
import { classNames } from "../../../ui/class-names.ts"
import styles from "./model-marks.module.css"

/** The icons of a model in the selector. Each has an accessible name and the same tooltip. */

const bulb =
  "M12 2.5a6.8 6.8 0 0 0-4 12.3c.8.6 1.3 1.4 1.3 2.2h5.4c0-.8.5-1.6 1.3-2.2a6.8 6.8 0 0 0-4-12.3ZM9.6 18.6h4.8l-.7 2.6h-3.4Z"
const bolt = "M13.4 2 5 13.4h5.8L9.6 22 18.6 9.8h-6L13.4 2Z"

/** Five bulbs or bolts, as many of them lit as the model has. */
export function Stars({
  kind,
  value,
  label,
  isQuiet,
}: {
  readonly kind: "reasoning" | "speed"
  readonly value: number
  readonly label: string
  readonly isQuiet: boolean
}) {
  return (
    <span className={styles.tip} title={label}>
      <svg
        className={classNames(styles.stars, isQuiet && styles.quiet)}
        viewBox="0 0 110 24"
        role="img"
        aria-label={label}
      >
        {[0, 1, 2, 3, 4].map((at) => (
          <path
            key={at}
            className={at < value ? styles.lit : undefined}
            d={kind === "reasoning" ? bulb : bolt}
            transform={`translate(${at * 21.5} 0)`}
          />
        ))}
      </svg>
    </span>
  )
}

const pictures: Readonly<Record<ShownAbility, string>> = {
  draws:
    "M7 5h10a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM9 8.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM5 18l5-5 3 3 3-3 3 3",
  sees: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  thinks:
    "M8 15.5a4.2 4.2 0 0 1-.9-8.3 5.6 5.6 0 0 1 10.6.8 3.8 3.8 0 0 1-.7 7.5H8ZM8.5 18.4a1 1 0 1 0 .01 0ZM5 21.2h.01",
  tools: "M20 7.5 16.5 11 13 7.5 16.5 4a5 5 0 0 0-6.2 6.6L4 16.9A2.2 2.2 0 0 0 7.1 20l6.3-6.3A5 5 0 0 0 20 7.5Z",
  long: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5ZM12 6.5v13",
  searches: "M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16",
}

/** What an ability is called: what a picture's model can do is what it is good at. */
export function abilityName(ability: ShownAbility): string {
  const { abilities, goodAt } = chapterTexts("model-list")
  return ability === "draws" ? goodAt.pictures : abilities[ability]
}

export interface AbilitiesProps {
  readonly has: readonly ShownAbility[]
  /** Those that any model of the list has: each has its place, so that the eye can run down the list. */
  readonly of: readonly ShownAbility[]
  readonly isQuiet: boolean
}

export function Abilities({ has, of, isQuiet }: AbilitiesProps) {
  return (
    <span className={classNames(styles.abilities, isQuiet && styles.quiet)}>
      {of.map((ability) =>
        has.includes(ability) ? (
          <span key={ability} className={styles.tip} title={abilityName(ability)}>
            <svg className={styles.ability} viewBox="0 0 24 24" role="img" aria-label={abilityName(ability)}>
              <path d={pictures[ability]} />
            </svg>
          </span>
        ) : (
          <span key={ability} />
        ),
      )}
    </span>
  )
}

/** R$ to R$$$$. */
export function PriceMarks({ level }: { readonly level: PriceLevel }) {
  const label = chapterTexts("model-list").priceLevel(level)
  return (
    <span className={styles.marks} role="img" aria-label={label} title={label}>
      <span aria-hidden="true">
        R{"$".repeat(level)}
        <i>{"$".repeat(4 - level)}</i>
      </span>
    </span>
  )
}
