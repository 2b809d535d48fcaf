import { memo } from "react"
import { pickFiles } from "../../../platform/files/file-picker.ts"
import { texts } from "../../../platform/language/texts.ts"
import { attachFiles } from "../../../state/attachment-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { composerMenu } from "../../../state/contributions.ts"
import { menuItems } from "../../../ui/action.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Menu } from "../../../ui/menu.tsx"
import { useMedia } from "../../../ui/use-media.ts"
import styles from "../composer/composer.module.css"

/** The file types that the browser's window offers first. Other texts can be chosen, too: their content decides. */
const texty =
  "text/*,.md,.csv,.tsv,.json,.jsonl,.xml,.yaml,.yml,.toml,.ini,.log,.sql,.py,.js,.ts,.tsx,.java,.c,.cpp,.cs,.go,.rs,.php,.rb,.sh,.tex,.srt"
const pictures = "image/*,.heic,.heif"
const documents = `application/pdf,.pdf,${texty}`

/** Opens the choice of files; on a phone also its photos and its camera, and everywhere what other features offer here. */
export const AttachButton = memo(function AttachButton({ sessionId }: { readonly sessionId: string }) {
  const t = texts().composer
  const isTouch = useMedia("(pointer: coarse)")
  const attach = (files: readonly File[]) => void attachFiles(sessionId, files)
  const face = <Icon name="plus" size={20} />
  const look = { type: "button", className: styles.attach, title: t.attachHint, "aria-label": t.attach } as const
  const session = useConversations((state) => state.sessions[sessionId])
  const others = session === undefined ? [] : menuItems(composerMenu(), session)
  const any = () => pickFiles({ accept: `${pictures},${documents}` }, attach)
  if (!isTouch && others.length === 0) {
    return (
      <button {...look} onClick={any}>
        {face}
      </button>
    )
  }
  return (
    <Menu
      label={t.attach}
      items={[
        ...(isTouch
          ? ([
              { id: "photos", text: t.photos, icon: "image", onSelect: () => pickFiles({ accept: pictures }, attach) },
              {
                id: "camera",
                text: t.camera,
                icon: "camera",
                onSelect: () => pickFiles({ accept: "image/*", camera: true }, attach),
              },
              { id: "file", text: t.file, icon: "file", onSelect: () => pickFiles({ accept: documents }, attach) },
            ] as const)
          : ([{ id: "file", text: t.file, icon: "file", onSelect: any }] as const)),
        ...others,
      ]}
      trigger={(trigger) => (
        <button {...look} {...trigger}>
          {face}
        </button>
      )}
    />
  )
})
