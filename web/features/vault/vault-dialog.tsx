import { useEffect, useState } from "react"
import { canEncrypt } from "../../platform/vault/vault-keys.ts"
import { makeVault } from "../../platform/vault/vault-setup.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import {
  closeVaultDialog,
  makerHeaders,
  refreshVault,
  useVault,
  type VaultDialog as Shown,
  watchVault,
} from "../../state/vault-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { deviceName } from "./device-name.ts"
import { InvitedDialog } from "./invited-dialog.tsx"
import { JoinDialog } from "./join-dialog.tsx"
import { failureWords } from "./failure-words.ts"
import { PairingDialog } from "./pairing-dialog.tsx"
import { VaultOverview } from "./vault-overview.tsx"
import { WordsDialog } from "./words-dialog.tsx"
import styles from "./vault.module.css"

type Step = "home" | "join" | "words" | "pair"

/** The windows of the vault: what it is, how a device comes into it, and what is in it. */
export default function VaultDialog({ dialog }: { readonly dialog: Shown }) {
  const [step, setStep] = useState<Step>("home")
  /** Where somebody comes home from: the focus is on what led there. */
  const [from, setFrom] = useState<Step>("home")
  const vault = useVault((state) => state.vault)
  useEffect(watchVault, [])
  const home = () => {
    setFrom(step)
    setStep("home")
  }
  if (dialog.kind === "invited") return <InvitedDialog invitation={dialog.invitation} />
  if (!canEncrypt()) return <Unsupported />
  if (vault === undefined) return null
  if (step === "join") return <JoinDialog onBack={home} />
  if (vault === null) return <IntroDialog from={from} onJoin={() => setStep("join")} onMade={() => setStep("words")} />
  if (step === "words") return <WordsDialog state={vault.state} onDone={home} />
  if (step === "pair") return <PairingDialog state={vault.state} onBack={home} />
  return (
    <VaultOverview
      vault={vault}
      isFromWords={from === "words"}
      onWords={() => setStep("words")}
      onPair={() => setStep("pair")}
      onJoin={() => setStep("join")}
    />
  )
}

function Unsupported() {
  const t = chapterTexts("vault")
  return (
    <Dialog open onClose={closeVaultDialog} title={t.title}>
      <p>{t.unsupported}</p>
    </Dialog>
  )
}

interface IntroProps {
  readonly from: Step
  readonly onJoin: () => void
  readonly onMade: () => void
}

/** Says what a vault is, and what is lost with its words, before anything is sent. */
function IntroDialog({ from, onJoin, onMade }: IntroProps) {
  const t = chapterTexts("vault")
  const [isMaking, setMaking] = useState(false)
  const [trouble, setTrouble] = useState("")
  const make = async () => {
    setMaking(true)
    setTrouble("")
    const failure = await makeVault(await makerHeaders(), deviceName())
    if (failure !== undefined) {
      setMaking(false)
      return setTrouble(failureWords(failure))
    }
    onMade()
    await refreshVault()
  }
  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.title}
      actions={
        <>
          <Button data-autofocus={from === "join" || undefined} onClick={onJoin}>
            {t.join}
          </Button>
          <Button
            variant="primary"
            icon="lock"
            data-autofocus
            aria-busy={isMaking}
            onClick={() => isMaking || void make()}
          >
            {t.create}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{t.hint}</p>
        <ul className={styles.facts}>
          <Fact icon="lock">{t.sealed}</Fact>
          <Fact icon="key">{t.noAccount}</Fact>
          <Fact icon="warning">{t.onlyWay}</Fact>
        </ul>
        {trouble !== "" && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Fact({ icon, children }: { readonly icon: IconName; readonly children: string }) {
  return (
    <li>
      <span className={styles.tile}>
        <Icon name={icon} />
      </span>
      {children}
    </li>
  )
}
