import { useContext, useState } from "react"
import { texts } from "../platform/language/texts.ts"
import { lazyPart } from "../ui/lazy-part.tsx"
import { OnPaper } from "./on-paper.ts"
import styles from "./picture.module.css"

const ImagePreview = lazyPart(() => import("../ui/image-preview.tsx"))

export interface PictureProps {
  readonly src: string
  readonly description: string
  /** The file's name for a download, without its extension. */
  readonly fileName?: string
  readonly onError?: () => void
}

/** A picture of a message; a press shows it on the whole screen. */
export function Picture({ src, description, fileName = "imagem", onError }: PictureProps) {
  const [isOpen, setOpen] = useState(false)
  const loading = useContext(OnPaper) ? "eager" : "lazy"
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={texts().chat.openImage(description)}
        onClick={() => setOpen(true)}
      >
        <img
          className={styles.image}
          src={src}
          alt={description}
          loading={loading}
          decoding="async"
          onError={onError}
        />
      </button>
      {isOpen && (
        <ImagePreview
          onMissing={() => setOpen(false)}
          src={src}
          description={description}
          fileName={`${fileName}${endingOf(src)}`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** ".png" for a picture that says so. */
function endingOf(src: string): string {
  const type = /^data:image\/(\w+)/.exec(src)?.[1]
  return type === undefined ? "" : `.${type === "jpeg" ? "jpg" : type}`
}
