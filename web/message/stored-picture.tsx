import { readImageReference, type StoredImage } from "#core/conversation/image-reference.ts"
import { useStoredImage } from "../platform/images/stored-image.ts"
import { texts } from "../platform/language/texts.ts"
import { Icon } from "../ui/icon.tsx"
import { Picture } from "../markdown/picture.tsx"
import styles from "./pictures.module.css"

/** A picture of the browser's store. Its place on the screen is as large as it will be before it is read. */
export function StoredPicture({
  reference,
  description,
}: {
  readonly reference: string
  readonly description: string
}) {
  const stored = useStoredImage(reference)
  if (typeof stored === "object") return <Picture src={stored.address} description={description} />
  if (stored === "lost") {
    return (
      <span className={styles.lostImage}>
        <Icon name="image" />
        {texts().composer.lostImage}
      </span>
    )
  }
  const size = readImageReference(reference)
  return <span className={styles.imageToCome} role="img" aria-label={description} style={size && sizeOnScreen(size)} />
}

/** As the style sheet sizes a picture: its own size, at most as wide as the message and 70 % as high as the screen. */
function sizeOnScreen({ widthPx, heightPx }: StoredImage) {
  const ratio = widthPx / Math.max(1, heightPx)
  return { aspectRatio: String(ratio), inlineSize: `min(${widthPx}px, calc(70vh * ${ratio}))` }
}
