import { useState, type ReactNode } from "react"
import type { ImageAttachment } from "#core/conversation/attachment.ts"
import { imageReference } from "#core/conversation/image-reference.ts"
import { useStoredImage } from "../../../platform/images/stored-image.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import styles from "./attachments.module.css"

const ImagePreview = lazyPart(() => import("../../../ui/image-preview.tsx"))

/** A picture that will be sent; a press shows it on the whole screen. */
export function TrayImage({ image, children }: { readonly image: ImageAttachment; readonly children: ReactNode }) {
  const t = texts().composer
  const words = chapterTexts("attachments")
  const [isOpen, setOpen] = useState(false)
  const stored = useStoredImage(imageReference(image))
  const address = typeof stored === "object" ? stored.address : undefined
  return (
    <div className={styles.image}>
      <button
        type="button"
        className={styles.thumb}
        aria-label={words.viewImage(image.name)}
        title={stored === "lost" ? t.lostImage : image.name}
        onClick={() => setOpen(address !== undefined)}
      >
        {address !== undefined && <img src={address} alt="" />}
      </button>
      {children}
      {isOpen && address !== undefined && (
        <ImagePreview
          onMissing={() => setOpen(false)}
          src={address}
          description={image.name}
          fileName={image.name}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
