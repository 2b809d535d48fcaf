import { useEffect, useRef, useState } from "react"
import { useLocation } from "wouter"
import { texts } from "../../platform/texts.ts"
import { changeAccessCode, useAccess, type CodeResult } from "../../state/access-store.ts"
import { Button, ButtonLink, IconLink } from "../../ui/button.tsx"
import { Logo } from "../../ui/logo.tsx"
import { PasswordInput } from "../../ui/password-input.tsx"
import { usePageTitle } from "../../ui/use-page-title.ts"
import styles from "./auth-screen.module.css"

/** Where an access code is entered. The field is hidden until the server needs a code or the user says they have one. */
export default function AuthScreen() {
  const t = texts()
  const needCode = useAccess((state) => state.config.needCode)
  const [asked, setAsked] = useState(false)
  usePageTitle(t.access.title)
  return (
    <>
      <div className={styles.top}>
        <IconLink href="/" icon="back" label={t.shell.back} />
      </div>
      <div className={styles.auth}>
        <Logo size={52} />
        <h1>{t.access.title}</h1>
        <Tips />
        {needCode || asked ? (
          <CodeForm />
        ) : (
          <Button icon="key" onClick={() => setAsked(true)}>
            {t.access.enterCode}
          </Button>
        )}
        {!needCode && (
          <ButtonLink href="/" variant={asked ? "quiet" : "primary"}>
            {t.shell.backToChat}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function Tips() {
  const t = texts().access
  const needCode = useAccess((state) => state.config.needCode)
  const hasCode = useAccess((state) => state.accessCode !== "" && !state.hasInvalidCode)
  if (hasCode) return <p>{t.hasCode}</p>
  if (needCode) return <p>{t.codeNeeded}</p>
  return (
    <p>
      {t.freeMode} {t.howToUpgrade}
    </p>
  )
}

function CodeForm() {
  const t = texts()
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  // The user has just asked for this field, or the server has: it is the one thing to do here.
  useEffect(() => field.current?.focus(), [])
  const [code, setCode] = useState(() => useAccess.getState().accessCode)
  const [result, setResult] = useState<CodeResult | "checking">("none")
  const confirm = async () => {
    setResult("checking")
    const came = await changeAccessCode(code)
    setResult(came)
    if (came === "valid" || came === "insufficient") navigate("/chat")
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <PasswordInput
        ref={field}
        aria-label={t.access.title}
        placeholder={t.settings.accessCodePlaceholder}
        value={code}
        aria-invalid={result === "invalid"}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={code.trim() === "" || result === "checking"}>
        {t.shell.confirm}
      </Button>
      <p role="status" className={result === "invalid" ? styles.bad : undefined}>
        {result === "checking" && t.access.checking}
        {result === "invalid" && t.access.invalid}
        {result === "unreachable" && t.access.unreachable}
      </p>
    </form>
  )
}
