import { useEffect, useId, useRef, useState } from "react"
import { useLocation } from "../../platform/browser/links.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { buildKind } from "../../platform/browser/build-kind.ts"
import { formatBalance } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import {
  changeAccessCode,
  selectFlagship,
  selectIsPremium,
  selectShownBalance,
  useAccess,
  type CodeResult,
} from "../../state/access-store.ts"
import { countClick } from "../../state/analytics.ts"
import { openPlans } from "../../state/plans-dialog.ts"
import { Button, ButtonLink, IconLink } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Icon } from "../../ui/icon.tsx"
import { Logo } from "../../ui/logo.tsx"
import { PasswordInput } from "../../ui/password-input.tsx"
import { ScreenTag } from "../../ui/screen-tag.tsx"
import { showToast } from "../../ui/toast.tsx"
import { usePageTitle } from "../../ui/use-page-title.ts"
import styles from "./auth-screen.module.css"

/** How long a word about an empty code stays, in ms: it is to be read and acted on. */
const noticeMs = 8000

/**
 * The screen where an access code is entered. The field is hidden until the server needs a code or the user says they
 * have one. The app build has nothing to enter here and goes home.
 */
export default function AuthScreen() {
  const t = texts()
  const access = chapterTexts("access")
  const [, navigate] = useLocation()
  const needCode = useAccess((state) => state.config.needCode)
  const hasCode = useAccess((state) => state.accessCode !== "")
  const [asked, setAsked] = useState(false)
  const goesHome = buildKind() === "app"
  usePageTitle(access.title)
  useEffect(() => {
    if (goesHome) navigate("/", { replace: true })
  }, [goesHome, navigate])
  if (goesHome) return null
  return (
    <div className={styles.screen}>
      <Promotion />
      <div className={styles.top}>
        <IconLink href="/" icon="back" label={t.shell.back} />
        <ScreenTag />
      </div>
      <div className={styles.auth}>
        <Logo size={52} />
        <h1>{access.title}</h1>
        <Tips />
        {needCode || asked ? (
          <CodeForm />
        ) : (
          <div className={styles.actions}>
            <ButtonLink href="/" variant="primary">
              {t.shell.backToChat}
            </ButtonLink>
            <Button icon="key" onClick={() => setAsked(true)}>
              {hasCode ? access.changeCode : t.shell.enterCode}
            </Button>
          </div>
        )}
        <HostedService />
      </div>
    </div>
  )
}

/** One line about the premium models, to where the operator sells them. */
function Promotion() {
  const { banner } = texts()
  const isPremium = useAccess(selectIsPremium)
  const flagship = useAccess(selectFlagship)
  const plansUrl = useAccess((state) => state.config.plansUrl)
  if (plansUrl === undefined || isPremium) return null
  return (
    <a
      className={styles.promotion}
      href={plansUrl}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => countClick("AuthorizationPageBannerToCPaymentClick")}
    >
      <Icon name="gem" size={16} />
      <span>{banner.text(flagship)}</span>
    </a>
  )
}

/** The way to a service where a code can be had, or to somebody who knows. */
function HostedService() {
  const t = texts()
  const access = chapterTexts("access")
  const { plansUrl, supportUrl } = useAccess((state) => state.config)
  return (
    <div className={styles.elsewhere}>
      {plansUrl && (
        <ButtonLink
          href={plansUrl}
          variant="quiet"
          icon="external"
          onClick={() => countClick("AuthorizationPageButtonToCPaymentClick")}
        >
          {access.hosted}
        </ButtonLink>
      )}
      {supportUrl && (
        <ButtonLink href={supportUrl} variant="quiet" icon="chat">
          {t.shell.support}
        </ButtonLink>
      )}
    </div>
  )
}

function Tips() {
  const t = chapterTexts("access")
  const needCode = useAccess((state) => state.config.needCode)
  const hasCode = useAccess((state) => state.accessCode !== "")
  const isRefused = useAccess((state) => state.hasInvalidCode)
  if (hasCode) return <p>{isRefused ? texts().shell.invalidCode : t.hasCode}</p>
  if (needCode) return <p>{texts().shell.codeNeeded}</p>
  return (
    <div className={styles.tips}>
      <p>{t.freeMode}</p>
      <p>{t.howToUpgrade}</p>
    </div>
  )
}

/** The code is good and empty: the way to the chat is open all the same, and so is the one to more credit. */
function sayInsufficient(): void {
  const t = chapterTexts("access")
  showToast({ text: t.insufficient, action: { text: t.recharge, onClick: openPlans }, durationMs: noticeMs })
}

/** What the code has opened, and what is on it. */
function sayOpened(): void {
  const t = chapterTexts("access")
  const state = useAccess.getState()
  const balance = formatBalance(selectShownBalance(state))
  const text = state.unmetered ? t.openedUnmetered : selectIsPremium(state) ? t.opened(balance) : t.openedFree(balance)
  showToast({ text, durationMs: noticeMs })
}

function CodeForm() {
  const t = texts()
  const access = chapterTexts("access")
  const [, navigate] = useLocation()
  const keptCode = useAccess((state) => state.hasInvalidCode)
  const field = useRef<HTMLInputElement>(null)
  const said = useId()
  // The user has just asked for this field, or the server has: it is the one thing to do here.
  useEffect(() => field.current?.focus(), [])
  const [code, setCode] = useState(() => useAccess.getState().accessCode)
  const [result, setResult] = useState<CodeResult | "checking">("none")
  const confirm = async () => {
    setResult("checking")
    const came = await changeAccessCode(code)
    setResult(came)
    if (came !== "valid" && came !== "insufficient") return
    navigate("/chat")
    if (came === "insufficient") sayInsufficient()
    else sayOpened()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== "") void confirm()
      }}
    >
      <PasswordInput
        ref={field}
        aria-label={access.title}
        placeholder={access.codePlaceholder}
        value={code}
        aria-invalid={result === "invalid"}
        aria-describedby={said}
        onChange={(event) => setCode(event.target.value)}
      />
      <p id={said} role="status" className={classNames(styles.said, result === "invalid" && styles.bad)}>
        {result === "checking" && access.checking}
        {result === "invalid" && (keptCode ? joinSentences(access.invalid, access.keptCode) : access.invalid)}
        {result === "unreachable" && access.unreachable}
      </p>
      <Button type="submit" variant="primary" disabled={code.trim() === "" || result === "checking"}>
        {t.shell.confirm}
      </Button>
      <ButtonLink href="/" variant="quiet">
        {access.later}
      </ButtonLink>
    </form>
  )
}
