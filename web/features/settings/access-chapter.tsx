import { useState } from "react"
import {
  isEndpoint,
  isOwnProviderValid,
  ownFields,
  safetyLevels,
  type OwnFieldKind,
} from "#core/access/provider-credentials.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { providerIds, providerNames, type ProviderId } from "#core/providers/registry.ts"
import { assertNever } from "#core/lib/assert-never.ts"
import { presentBalance } from "../../platform/money.ts"
import { presentList } from "../../platform/present.ts"
import { texts } from "../../platform/texts.ts"
import { changeOwnAccess, refreshBalance, selectShownBalance, useAccess } from "../../state/access-store.ts"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { AccessCodeSetting } from "./access-code-setting.tsx"
import { SelectControl, SwitchControl, TextControl } from "./controls.tsx"
import { entry, type Chapter, type Entry } from "./entry.tsx"
import styles from "./settings.module.css"

export interface AccessFacts {
  readonly hasCode: boolean
  readonly needsCode: boolean
  readonly hidesBalance: boolean
  readonly hidesKeys: boolean
  readonly usesOwn: boolean
  readonly provider: ProviderId
}

/** Who pays: the access code, or keys of one's own. */
export function accessChapter({
  hasCode,
  needsCode,
  hidesBalance,
  hidesKeys,
  usesOwn,
  provider,
}: AccessFacts): Chapter {
  const t = texts().settings
  const hasOwn = !hidesKeys && usesOwn
  // Where everybody needs a code there is no free mode to speak of.
  const codeHint = needsCode ? t.accessCodeHint : joinSentences(t.accessCodeHint, t.withoutCodeHint)
  return {
    id: "acesso",
    title: t.access,
    entries: [
      { title: t.accessCode, hint: codeHint, row: <AccessCodeSetting hint={codeHint} /> },
      hasCode && !hidesBalance && entry(t.checkBalance, t.checkBalanceHint, <BalanceCheck />, { isPlain: true }),
      !hidesKeys && entry(t.useCustomConfig, t.useCustomConfigHint, <OwnSwitch />),
      hasOwn && entry(t.provider, t.providerHint, <ProviderControl />, { note: <OwnState /> }),
      ...(hasOwn ? ownFields[provider].map((kind) => ownEntry(provider, kind)) : []),
    ],
  }
}

function BalanceCheck() {
  const t = texts().settings
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
        {state === "told" && t.balanceNow(presentBalance(balance))}
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
  const t = texts().settings
  const { provider, fields } = useAccess(({ own }) => own)
  const isComplete = isOwnProviderValid(provider, fields)
  const lacking = ownFields[provider].filter(({ name, required }) => required && fields[name].trim() === "")
  return (
    <p role="status" className={styles.result}>
      <span className={isComplete ? styles.good : styles.warn}>
        <Icon name={isComplete ? "check" : "info"} size={16} />
        {isComplete
          ? t.ownComplete(providerNames[provider])
          : t.ownIncomplete(presentList(lacking.map((kind) => ownTitle(provider, kind))))}
      </span>
      {provider === "stability" && <span>{t.ownNoChat}</span>}
    </p>
  )
}

function ownEntry(provider: ProviderId, kind: OwnFieldKind): Entry {
  return entry(ownTitle(provider, kind), ownHint(provider, kind), <OwnField key={kind.name} kind={kind} />)
}

function OwnField({ kind: { name, kind } }: { readonly kind: OwnFieldKind }) {
  const t = texts().settings
  const fields = useAccess(({ own }) => own.fields)
  const change = (value: string) => changeOwnAccess({ fields: { ...useAccess.getState().own.fields, [name]: value } })
  if (kind === "safety") {
    return (
      <SelectControl
        isWide
        value={fields.googleSafetySettings}
        options={safetyLevels.map((level) => ({ value: level, text: t.safety[level] }))}
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

function ownTitle(provider: ProviderId, { kind }: OwnFieldKind): string {
  const t = texts().settings
  switch (kind) {
    case "url":
      return t.ownUrl
    case "key":
      return provider === "tencent" ? "Secret ID" : t.ownKey
    case "secret":
      return provider === "tencent" ? "Secret Key" : provider === "iflytek" ? "API Secret" : t.ownSecret
    case "version":
      return t.ownVersion
    case "safety":
      return t.ownSafety
    default:
      return assertNever(kind)
  }
}

function ownHint(provider: ProviderId, { kind }: OwnFieldKind): string {
  const t = texts().settings
  switch (kind) {
    case "url":
      return provider === "azure" ? t.ownAzureUrlHint : t.ownUrlHint
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
