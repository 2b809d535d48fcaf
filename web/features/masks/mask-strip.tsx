import { MaskPicture } from "../../avatar/mask-picture.tsx"
import { Link } from "../../platform/browser/links.ts"
import { texts } from "../../platform/language/texts.ts"
import { loadMasks, useSuggestedMasks } from "../../state/suggested-masks.ts"
import { IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { sayPartMissing } from "../../ui/lazy-part.tsx"
import styles from "./mask-strip.module.css"

/** Masks to begin with, on a conversation in which nothing was said. Their room is kept until they are known. */
export function MaskStrip() {
  const t = texts().chat
  const masks = useSuggestedMasks()
  if (masks?.length === 0) return null
  const press = (run: (masks: Awaited<ReturnType<typeof loadMasks>>) => Promise<unknown>) =>
    void loadMasks().then(run).catch(sayPartMissing)
  return (
    <section className={styles.strip} aria-label={t.masks}>
      <div className={styles.head}>
        <h3>{t.masks}</h3>
        <Link href="/masks">{t.allMasks}</Link>
        <IconButton icon="close" label={t.noMasks} onClick={() => press(({ hideMaskSplash }) => hideMaskSplash())} />
      </div>
      <ul role="list">
        {masks?.map(({ id, name, avatar, builtin }) => (
          <li key={id}>
            <button type="button" onClick={() => press(({ beginFromOffered }) => beginFromOffered(String(id)))}>
              <span aria-hidden="true">
                <MaskPicture avatar={avatar} builtin={builtin} fallback={<Icon name="chat" />} />
              </span>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
