import type { Mask } from "#core/masks/mask.ts"
import { MaskPicture } from "../avatar/mask-picture.tsx"
import { classNames } from "../ui/class-names.ts"
import { Icon } from "../ui/icon.tsx"
import styles from "./masks.module.css"

/** The picture of a mask on a tile. `isAccented`: it stands on its own, as in a preview. */
export function MaskTile({
  mask,
  isAccented = false,
}: {
  readonly mask: Pick<Mask, "avatar" | "builtin">
  readonly isAccented?: boolean
}) {
  return (
    <span className={classNames(styles.tile, isAccented && styles.accented)} aria-hidden="true">
      <MaskPicture avatar={mask.avatar} builtin={mask.builtin} fallback={<Icon name="chat" size={20} />} />
    </span>
  )
}
