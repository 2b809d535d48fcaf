import { readImageReference } from "#core/conversation/image-reference.ts"
import { imagesOf, type Content } from "#core/gateway/content.ts"
import { texts } from "../../../platform/texts.ts"
import { MessageImage } from "../markdown/message-image.tsx"
import styles from "./message-images.module.css"
import { StoredPicture } from "./stored-picture.tsx"

/** The pictures of a message: what a reader attached, or what a model made. */
export function MessageImages({ content, made = false }: { readonly content: Content; readonly made?: boolean }) {
  const images = imagesOf(content)
  if (images.length === 0) return null
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
