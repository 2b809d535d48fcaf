import { useEffect, useRef, useState } from "react"
import { readInvitation } from "#core/vault/batch-body.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { canScan, scanCodes } from "../../platform/vault/scan-code.ts"
import { acceptInvitation, joinVault } from "../../platform/vault/vault-setup.ts"
import { closeVaultDialog, refreshVault, useVault } from "../../state/vault-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { deviceName } from "./device-name.ts"
import { failureWords } from "./failure-words.ts"
import styles from "./vault.module.css"

/** Twelve words typed, a link pasted, or a code seen by the camera: each opens the vault here. */
export function JoinDialog({ onBack }: { readonly onBack: () => void }) {
  const t = chapterTexts("vault")
  const hasOne = useVault(({ vault }) => vault !== undefined && vault !== null)
  const [text, setText] = useState("")
  const [trouble, setTrouble] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const [hasScanner, setHasScanner] = useState(false)
  useEffect(() => void canScan().then(setHasScanner), [])

  const join = async (typed: string) => {
    setBusy(true)
    setTrouble("")
    const words = await troubleOf(typed)
    setBusy(false)
    if (words !== undefined) return setTrouble(words)
    onBack()
    await refreshVault()
    showToast({ text: t.connected })
  }

  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.enterWords}
      actions={
        <>
          <Button onClick={onBack}>{t.back}</Button>
          <Button
            variant="primary"
            aria-busy={isBusy}
            disabled={text.trim() === ""}
            onClick={() => isBusy || void join(text)}
          >
            {t.connect}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{t.enterWordsHint}</p>
        {hasOne && <p className={styles.warning}>{t.replaces}</p>}
        <textarea
          className={styles.field}
          rows={4}
          dir="ltr"
          data-autofocus
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-label={t.field}
          aria-invalid={trouble !== ""}
          aria-describedby="vault-trouble"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setTrouble("")
          }}
        />
        <p id="vault-trouble" role="alert" className={styles.trouble}>
          {trouble}
        </p>
        {hasScanner && !isScanning && (
          <Button icon="camera" onClick={() => setScanning(true)}>
            {t.scan}
          </Button>
        )}
        {isScanning && (
          <Scanner
            onSeen={(link) => {
              setScanning(false)
              setText(link)
              void join(link)
            }}
            onMissing={() => {
              setScanning(false)
              setTrouble(t.noCamera)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Joins; the words to say where that did not come about. */
async function troubleOf(typed: string): Promise<string | undefined> {
  const t = chapterTexts("vault")
  const invitation = readInvitation(typed)
  if (invitation !== undefined) {
    const failure = await acceptInvitation(invitation, deviceName())
    return failure && failureWords(failure)
  }
  const { secretOf } = await import("../../platform/vault/secret-words.ts")
  const read = secretOf(typed)
  if ("secret" in read) {
    const failure = await joinVault(read.secret, deviceName())
    return failure && failureWords(failure)
  }
  const { trouble } = read
  if (trouble === "checksum") return t.checksum
  if (trouble.kind === "count") return t.counted(formatCount(trouble.count))
  const said = t.wrongWord(formatCount(trouble.at + 1), trouble.word)
  return trouble.meant === undefined ? said : `${said} ${t.meant(trouble.meant)}`
}

interface ScannerProps {
  readonly onSeen: (link: string) => void
  readonly onMissing: () => void
}

function Scanner({ onSeen, onMissing }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    if (video.current === null) return
    scanCodes(video.current, (seen) => {
      if (readInvitation(seen) === undefined) return
      stop?.()
      onSeen(seen)
    }).then(
      (end) => {
        stop = end
        if (isGone) end()
      },
      () => isGone || onMissing(),
    )
    return () => {
      isGone = true
      stop?.()
    }
    // It is one look through the camera, whatever is drawn meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <video ref={video} className={styles.camera} muted playsInline aria-label={chapterTexts("vault").scan} />
}
