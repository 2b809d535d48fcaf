import { imagesOf, type Content } from "#core/gateway/content.ts"
import { texts } from "../../platform/texts.ts"
import { MessageImage } from "./markdown/message-image.tsx"
import styles from "./message-list.module.css"

/** The pictures of a message: what a reader attached, or what a model made. */
export function MessageImages({ content, made = false }: { readonly content: Content; readonly made?: boolean }) {
  const images = imagesOf(content)
  if (images.length === 0) return null
  const name = made ? texts().chat.madeImage : texts().chat.attachedImage
  return (
    <div className={styles.images}>
      {images.map(({ image_url }, index) => (
        <MessageImage key={index} src={image_url.url} description={name(index + 1, images.length)} inLink={false} />
      ))}
    </div>
  )
}
