import { readImageReference } from "#core/conversation/image-reference.ts"
import { imagesOf, type Content } from "#core/gateway/content.ts"
import { texts } from "../platform/language/texts.ts"
import { MessageImage } from "../markdown/message-image.tsx"
import styles from "./pictures.module.css"
import { StoredPicture } from "./stored-picture.tsx"

export interface PicturesProps {
  readonly content: Content
  /** A model made them. */
  readonly made?: boolean
}

export default function Pictures({ content, made = false }: PicturesProps) {
  const images = imagesOf(content)
  const name = made ? texts().chat.madeImage : texts().chat.attachedImage
  return (
    <div className={styles.images}>
      {images.map(({ image_url: { url } }, index) => {
        const description = name(index + 1, images.length)
        if (readImageReference(url)) return <StoredPicture key={index} reference={url} description={description} />
        return <MessageImage key={index} src={url} description={description} inLink={false} />
      })}
    </div>
  )
}
