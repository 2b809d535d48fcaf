import { useEffect, useState } from "react"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { VaultState } from "../../platform/vault/vault-database.ts"
import { closeVaultDialog } from "../../state/vault-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { sayPartMissing } from "../../ui/lazy-part.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import styles from "./vault.module.css"

/** The words, numbered: whoever has them has the vault. */
export function WordsDialog({ state, onDone }: { readonly state: VaultState; readonly onDone: () => void }) {
  const t = chapterTexts("vault")
  const words = useWords(state.secret)
  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.words}
      actions={
        <>
          <Button icon="copy" onClick={() => void copyAndSay(words.join(" "))}>
            {t.copyWords}
          </Button>
          <Button variant="primary" icon="check" data-autofocus onClick={onDone}>
            {t.written}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{t.wordsHint}</p>
        <ol className={styles.words} lang="pt-BR" dir="ltr">
          {words.map((word, at) => (
            <li key={at}>{word}</li>
          ))}
        </ol>
        <p className={styles.warning}>{t.onlyWay}</p>
      </div>
    </Dialog>
  )
}

/** The list of words is fetched when it is needed. */
function useWords(secret: VaultState["secret"]): readonly string[] {
  const [words, setWords] = useState<readonly string[]>([])
  useEffect(() => {
    let isWanted = true
    import("../../platform/vault/secret-words.ts").then(
      ({ wordsOf }) => isWanted && setWords(wordsOf(secret)),
      sayPartMissing,
    )
    return () => {
      isWanted = false
    }
  }, [secret])
  return words
}
