import { texts } from "../platform/language/texts.ts"
import { Icon } from "../ui/icon.tsx"
import { isMedia, rasterImage, webAddress } from "./image-source.ts"
import styles from "./picture.module.css"
import { Picture } from "./picture.tsx"
import { RemotePicture } from "./remote-picture.tsx"

export interface MessageImageProps {
  readonly src: string
  readonly description: string
  readonly inLink: boolean
}

/**
 * A picture of an answer. One that lies on the web is not fetched until the reader asks: its address alone could carry
 * the conversation to a stranger's server. Sound and film open in a tab of their own.
 */
export function MessageImage({ src, description, inLink }: MessageImageProps) {
  const inside = rasterImage(src)
  if (inside !== undefined) {
    if (inLink) return <img className={styles.image} src={inside} alt={description} loading="lazy" />
    return <Picture src={inside} description={description} />
  }

  const address = webAddress(src)
  if (address === undefined || inLink) return <>{description}</>
  if (isMedia(address)) {
    return (
      <a className={styles.imageButton} href={address.href} target="_blank" rel="noopener noreferrer">
        <Icon name="external" />
        <span>
          {description && <b>{description}</b>}
          <small>{texts().chat.openMedia(address.host)}</small>
        </span>
      </a>
    )
  }
  return <RemotePicture address={address} description={description} />
}
