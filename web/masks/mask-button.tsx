import { useId } from "react"
import { aboutOf, type ListedMask } from "#core/masks/find-masks.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import styles from "./mask-button.module.css"
import { MaskTile } from "./mask-tile.tsx"

/** A mask in a list, all of which is one button. `label`: what that is called; the mask's name where absent. */
export function MaskButton({
  mask,
  label,
  onPress,
}: {
  readonly mask: ListedMask
  readonly label?: string
  readonly onPress: () => void
}) {
  const about = useId()
  const name = mask.name || chapterTexts("masks").unnamed
  return (
    <div className={styles.mask}>
      <MaskTile mask={mask} />
      <div className={styles.words}>
        <b dir="auto">{name}</b>
        <span dir="auto" id={about}>
          {aboutOf(mask)}
        </span>
      </div>
      {/* It lies over the words, so that it is called by what it does and still pressed anywhere. */}
      <button
        type="button"
        className={styles.button}
        aria-label={label ?? name}
        aria-describedby={about}
        onClick={onPress}
      />
    </div>
  )
}
