import type { Preset } from "#core/masks/mask.ts"
import { contentText, imagesOf } from "#core/gateway/content.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import styles from "./masks.module.css"

/** All preset messages of a mask, to read: nothing is left out, whatever a conversation would hide. */
export function PresetsView({ context }: { readonly context: readonly Pick<Preset, "id" | "role" | "content">[] }) {
  const t = chapterTexts("masks")
  return (
    // In a window with nothing else in it, long messages are scrolled by the keyboard, too.
    <ol className={styles.presets} aria-label={t.presets} tabIndex={0}>
      {context.map(({ id, role, content }) => (
        <li key={id}>
          <b className={styles.role} data-role={role}>
            {t.roles[role === "tool" ? "user" : role]}
          </b>
          <p dir="auto">
            {contentText(content)}
            {imagesOf(content).length > 0 && ` [${imagesOf(content).length} × 🖼]`}
          </p>
        </li>
      ))}
    </ol>
  )
}
