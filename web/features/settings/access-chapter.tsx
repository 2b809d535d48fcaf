import { useState } from "react"
import {
  isEndpoint,
  isOwnProviderValid,
  isRequired,
  ownFields,
  type OwnFieldKind,
} from "#core/access/provider-credentials.ts"
import { safetyThresholds } from "#core/gateway/chat-request.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { manifestOf, providerIds, providerNames, type ProviderId } from "#core/providers/registry.ts"
import { assertNever } from "#core/lib/assert-never.ts"
import { formatBalance } from "../../platform/language/money.ts"
import { formatList } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeOwnAccess, refreshBalance, selectShownBalance, useAccess } from "../../state/access-store.ts"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { AccessCodeSetting } from "./access-code-setting.tsx"
import { SelectControl, SwitchControl, TextControl } from "../../ui/setting-controls.tsx"
import type { Chapter } from "./chapter.ts"
import { entry, type Entry } from "../../ui/setting-entry.tsx"
import styles from "./settings.module.css"
import { isServerChosen } from "../../platform/gateway/server-address.ts"
import { serverEntry } from "./server-setting.tsx"

export interface AccessFacts {
  readonly hasCode: boolean
  readonly needsCode: boolean
  readonly hidesBalance: boolean
  readonly hidesKeys: boolean
  readonly usesOwn: boolean
  readonly provider: ProviderId
}

/** The settings chapter about payment: the access code, or own keys. */
export function accessChapter({
  hasCode,
  needsCode,
  hidesBalance,
  hidesKeys,
  usesOwn,
  provider,
}: AccessFacts): Chapter {
  const t = chapterTexts("settings")
  const hasOwn = !hidesKeys && usesOwn
  // If everybody needs a code, there is no free mode to mention.
  const codeHint = needsCode ? t.accessCodeHint : joinSentences(t.accessCodeHint, t.withoutCodeHint)
  return {
    id: "acesso",
    title: t.access,
    entries: [
      import.meta.env.PROSA_APP === true && isServerChosen() && serverEntry(),
      { title: t.accessCode, hint: codeHint, row: <AccessCodeSetting hint={codeHint} /> },
      hasCode && !hidesBalance && entry(t.checkBalance, t.checkBalanceHint, <BalanceCheck />, { isPlain: true }),
      !hidesKeys && entry(t.useCustomConfig, t.useCustomConfigHint, <OwnSwitch />),
      hasOwn && entry(t.provider, t.providerHint, <ProviderControl />, { note: <OwnState /> }),
      ...(hasOwn ? ownFields(provider).map(ownEntry) : []),
    ],
  }
}

function BalanceCheck() {
  const t = chapterTexts("settings")
  const balance = useAccess(selectShownBalance)
  const [state, setState] = useState<"checking" | "failed" | "told">()
  const check = async () => {
    setState("checking")
    setState((await refreshBalance()) === "unreachable" ? "failed" : "told")
  }
  return (
    <span className={styles.inline} data-wide>
      <span role="status" className={styles.quiet}>
        {state === "checking" && t.checkingNow}
        {state === "failed" && t.balanceUnreachable}
        {state === "told" && t.balanceNow(formatBalance(balance))}
      </span>
      <Button icon="retry" onClick={() => void check()}>
        {t.check}
      </Button>
    </span>
  )
}

function OwnSwitch() {
  const checked = useAccess(({ own }) => own.useCustomConfig)
  return <SwitchControl checked={checked} onChange={(on) => changeOwnAccess({ useCustomConfig: on })} />
}

function ProviderControl() {
  const provider = useAccess(({ own }) => own.provider)
  return (
    <SelectControl
      value={provider}
      options={providerIds.map((id) => ({ value: id, text: providerNames[id] }))}
      onChange={(chosen) => changeOwnAccess({ provider: chosen })}
    />
  )
}

/** Whether the chosen provider's keys are in use, or what they lack. */
function OwnState() {
  const t = chapterTexts("settings")
  const { provider, fields } = useAccess(({ own }) => own)
  const isComplete = isOwnProviderValid(provider, fields)
  const lacking = ownFields(provider).filter((field) => isRequired(field) && fields[field.name].trim() === "")
  return (
    <p role="status" className={styles.result}>
      <span className={isComplete ? styles.good : styles.warn}>
        <Icon name={isComplete ? "check" : "info"} size={16} />
        {isComplete ? t.ownComplete(providerNames[provider]) : t.ownIncomplete(formatList(lacking.map(ownTitle)))}
      </span>
      {manifestOf[provider].picturesOnly && <span>{t.ownNoChat}</span>}
    </p>
  )
}

function ownEntry(field: OwnFieldKind): Entry {
  return entry(ownTitle(field), ownHint(field), <OwnField key={field.name} field={field} />)
}

function OwnField({ field: { name, kind } }: { readonly field: OwnFieldKind }) {
  const t = chapterTexts("settings")
  const fields = useAccess(({ own }) => own.fields)
  const change = (value: string) => changeOwnAccess({ fields: { ...useAccess.getState().own.fields, [name]: value } })
  if (kind === "safety") {
    return (
      <SelectControl
        isWide
        value={fields[name]}
        options={safetyThresholds.map((level) => ({ value: level, text: t.safety[level] }))}
        onChange={change}
      />
    )
  }
  const refuse = (text: string) => (isEndpoint(text) ? undefined : t.ownUrlWrong)
  return (
    <TextControl
      value={fields[name]}
      kind={kind === "url" ? "url" : kind === "version" ? "text" : "secret"}
      {...(kind === "url" ? { refuse, placeholder: "https://" } : {})}
      onChange={(text) => change(text.trim().slice(0, 500))}
    />
  )
}

function ownTitle({ kind, title }: OwnFieldKind): string {
  const t = chapterTexts("settings")
  if (title !== undefined) return title
  switch (kind) {
    case "url":
      return t.ownUrl
    case "key":
      return t.ownKey
    case "secret":
      return t.ownSecret
    case "version":
      return t.ownVersion
    case "safety":
      return t.ownSafety
    default:
      return assertNever(kind)
  }
}

function ownHint({ kind, hint }: OwnFieldKind): string {
  const t = chapterTexts("settings")
  if (hint !== undefined) return t[hint]
  switch (kind) {
    case "url":
      return t.ownUrlHint
    case "key":
      return t.ownKeyHint
    case "secret":
      return t.ownSecretHint
    case "version":
      return t.ownVersionHint
    case "safety":
      return t.ownSafetyHint
    default:
      return assertNever(kind)
  }
}
