import { imagesOf, type Content } from "#core/gateway/content.ts"
import { MessageImage } from "./markdown/message-image.tsx"

/** The pictures of a message. */
export function MessageImages({ content }: { readonly content: Content }) {
  return imagesOf(content).map(({ image_url }, index) => (
    <MessageImage key={index} src={image_url.url} description="" inLink={false} />
  ))
}
