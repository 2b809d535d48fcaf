import { memo, useState } from "react"
import type { ListedMask } from "#core/masks/find-masks.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { IconButton } from "../../ui/button.tsx"
import { Menu, type MenuItem } from "../../ui/menu.tsx"
import { MaskButton } from "../../masks/mask-button.tsx"
import styles from "./masks-screen.module.css"

export interface MaskDeeds {
  readonly talk: (mask: ListedMask) => void
  readonly open: (mask: ListedMask) => void
  readonly clone: (mask: ListedMask) => void
  readonly download: (mask: ListedMask) => void
  readonly share: (mask: ListedMask) => void
  readonly remove: (mask: ListedMask) => void
}

/** A mask in the list: a press on it begins a conversation; its menu has everything else. */
export const MaskCard = memo(function MaskCard({
  mask,
  deeds,
  isOpen,
}: {
  readonly mask: ListedMask
  readonly deeds: MaskDeeds
  /** It is shown beside the list. */
  readonly isOpen: boolean
}) {
  const t = chapterTexts("masks")
  const name = mask.name || t.unnamed
  // A menu weighs more than all the rest of a card, and few of a list are ever opened.
  const [hasMenu, setHasMenu] = useState(false)
  return (
    <li className={styles.card} data-open={isOpen}>
      <MaskButton mask={mask} label={t.talkWith(name)} onPress={() => deeds.talk(mask)} />
      {hasMenu ? (
        <Menu
          defaultOpen
          label={t.optionsOf(name)}
          trigger={(properties) => <IconButton {...properties} icon="more" label={t.optionsOf(name)} />}
          items={maskItems(mask, deeds)}
        />
      ) : (
        <IconButton
          icon="more"
          label={t.optionsOf(name)}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => setHasMenu(true)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
            event.preventDefault()
            setHasMenu(true)
          }}
        />
      )}
    </li>
  )
})

/** What can be done with a mask; one that comes with the program is neither changed nor deleted. */
function maskItems(mask: ListedMask, deeds: MaskDeeds): readonly MenuItem[] {
  const t = chapterTexts("masks")
  const all: readonly (MenuItem | false)[] = [
    { id: "talk", text: t.talk, icon: "chat", onSelect: () => deeds.talk(mask) },
    mask.builtin
      ? { id: "view", text: t.view, icon: "eye", onSelect: () => deeds.open(mask) }
      : { id: "edit", text: t.edit, icon: "edit", onSelect: () => deeds.open(mask) },
    { id: "clone", text: t.clone, icon: "copy", onSelect: () => deeds.clone(mask) },
    { id: "share", text: t.share, icon: "share", onSelect: () => deeds.share(mask) },
    { id: "download", text: t.download, icon: "download", onSelect: () => deeds.download(mask) },
    !mask.builtin && { id: "delete", text: t.delete, icon: "trash", danger: true, onSelect: () => deeds.remove(mask) },
  ]
  return all.filter((item) => item !== false)
}
