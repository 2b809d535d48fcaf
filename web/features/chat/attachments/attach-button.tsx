import { memo } from "react"
import { pickFiles } from "../../../platform/files/file-picker.ts"
import { texts } from "../../../platform/language/texts.ts"
import { attachFiles } from "../../../state/attachment-store.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Menu } from "../../../ui/menu.tsx"
import { useMedia } from "../../../ui/use-media.ts"
import styles from "../composer/composer.module.css"

/** The file types that the browser's window offers first. Other texts can be chosen, too: their content decides. */
const texty =
  "text/*,.md,.csv,.tsv,.json,.jsonl,.xml,.yaml,.yml,.toml,.ini,.log,.sql,.py,.js,.ts,.tsx,.java,.c,.cpp,.cs,.go,.rs,.php,.rb,.sh,.tex,.srt"
const pictures = "image/*,.heic,.heif"
const documents = `application/pdf,.pdf,${texty}`

/** Opens the choice of files; on a phone also its photos and its camera. */
export const AttachButton = memo(function AttachButton({ sessionId }: { readonly sessionId: string }) {
  const t = texts().composer
  const isTouch = useMedia("(pointer: coarse)")
  const attach = (files: readonly File[]) => void attachFiles(sessionId, files)
  const face = (
    <>
      <Icon name="clip" size={16} />
      <span>{t.attach}</span>
    </>
  )
  const look = { type: "button", className: styles.attach, title: t.attachHint, "aria-label": t.attach } as const
  if (!isTouch) {
    return (
      <button {...look} onClick={() => pickFiles({ accept: `${pictures},${documents}` }, attach)}>
        {face}
      </button>
    )
  }
  return (
    <Menu
      label={t.attach}
      items={[
        { id: "photos", text: t.photos, icon: "image", onSelect: () => pickFiles({ accept: pictures }, attach) },
        {
          id: "camera",
          text: t.camera,
          icon: "camera",
          onSelect: () => pickFiles({ accept: "image/*", camera: true }, attach),
        },
        { id: "file", text: t.file, icon: "file", onSelect: () => pickFiles({ accept: documents }, attach) },
      ]}
      trigger={(trigger) => (
        <button {...look} {...trigger}>
          {face}
        </button>
      )}
    />
  )
})
