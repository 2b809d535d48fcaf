import { useEffect, useState } from "react"
import { useLocation } from "../../platform/browser/links.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { beginFromId, beginFromMask, hideMaskSplash } from "../../state/begin-from-mask.ts"
import { focusComposer } from "../../state/composer-focus.ts"
import { useConfig } from "../../state/config-store.ts"
import { createSession } from "../../state/conversation-list.ts"
import { useMasks } from "../../state/mask-store.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Screen } from "../../ui/screen.tsx"
import { MaskButton } from "../../masks/mask-button.tsx"
import { MaskList } from "../../masks/mask-list.tsx"
import styles from "./new-chat.module.css"
import { ReceivedMask } from "./received-mask.tsx"
import { dropMaskId, takeMaskLink, type MaskLink } from "./mask-link-of-page.ts"

/** The choice of a mask for a new conversation, which may begin without one; and what a link to a mask opens. */
export default function NewChatScreen() {
  const t = chapterTexts("masks")
  const [, navigate] = useLocation()
  const [link, setLink] = useState<MaskLink>()
  const [isUnknown, setUnknown] = useState(false)
  const lacksBuiltin = useMasks((state) => state.lacksBuiltin)
  const isOff = useConfig((config) => config.dontShowMaskSplashScreen)
  useEffect(() => {
    const follow = () => {
      setUnknown(false)
      void takeMaskLink().then(setLink)
    }
    follow()
    addEventListener("hashchange", follow)
    return () => removeEventListener("hashchange", follow)
    // The address is read when the screen opens, and when its fragment changes.
  }, [])
  const id = link?.kind === "id" ? link.id : undefined
  useEffect(() => {
    // Until the built-in masks are here the link waits: the list offers to try again.
    if (id === undefined || lacksBuiltin) return
    const open = async () => {
      const came = await beginFromId(id)
      if (came === "not-loaded") return
      dropMaskId()
      setLink(undefined)
      if (came === "unknown") setUnknown(true)
      else navigate("/chat", { replace: true })
    }
    void open()
    // Only what the link names, and whether it can be looked up, opens it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, lacksBuiltin])
  const start = () => {
    createSession()
    navigate("/chat")
    focusComposer()
  }
  const hide = async () => {
    if (await hideMaskSplash()) start()
  }
  return (
    <Screen title={t.chooseTitle} wide aside={<ButtonLink href="/masks">{t.seeAll}</ButtonLink>}>
      <div className={styles.intro}>
        <p>{t.chooseHint}</p>
        <Button icon="chat" variant="primary" onClick={start}>
          {t.startNow}
        </Button>
        {!isOff && (
          <Button variant="quiet" onClick={() => void hide()}>
            {t.never}
          </Button>
        )}
      </div>
      {isUnknown && (
        <div role="alert" className={styles.trouble}>
          <b>{t.notFound}</b>
          <p>{t.notFoundHint}</p>
        </div>
      )}
      {link?.kind === "broken" && (
        <div role="alert" className={styles.trouble}>
          <b>{t.brokenLink}</b>
          <p>{t.brokenLinkHint}</p>
        </div>
      )}
      <MaskList needsBuiltin={id !== undefined}>
        {(mask) => (
          <li key={mask.id} className={styles.card}>
            <MaskButton
              mask={mask}
              label={t.talkWith(mask.name || t.unnamed)}
              onPress={() => void beginFromMask(mask).then(() => navigate("/chat"))}
            />
          </li>
        )}
      </MaskList>
      {link?.kind === "mask" && <ReceivedMask mask={link.mask} onClose={() => setLink(undefined)} />}
    </Screen>
  )
}
