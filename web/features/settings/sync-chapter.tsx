import { isEndpoint } from "#core/access/provider-credentials.ts"
import { syncProviders, type SyncConfig, type SyncProvider } from "#core/settings/sync-config.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeSync, useSync } from "../../state/sync-store.ts"
import { SelectControl, SwitchControl, TextControl, type TextControlProps } from "../../ui/setting-controls.tsx"
import type { Chapter } from "./chapter.ts"
import { entry, type Entry } from "../../ui/setting-entry.tsx"
import { KeptList } from "./kept-list.tsx"
import { AutomaticSwitch, SyncDecisions, SyncStatus } from "./sync-status.tsx"

export interface SyncFacts {
  readonly provider: SyncProvider
  readonly useProxy: boolean
  /** Whether it is to be told how far a storage is set up, or what came of it. */
  readonly hasStorage: boolean
  /** Whether a sync decided anything that the user has not seen to. */
  readonly hasDecisions: boolean
  /** Whether sync deleted anything that can still be had back. */
  readonly hasKept: boolean
  /** What other features have for this chapter. */
  readonly contributed: readonly Entry[]
}

/** The settings chapter about sync. */
export function syncChapter({
  provider,
  useProxy,
  hasStorage,
  hasDecisions,
  hasKept,
  contributed,
}: SyncFacts): Chapter {
  const [t, own] = [chapterTexts("settings"), chapterTexts("sync")]
  const names = { webdav: t.syncWebdav, upstash: t.syncUpstash }
  return {
    id: "sincronizacao",
    title: t.sync,
    entries: [
      ...contributed,
      hasStorage && entry(t.syncState, t.syncStateHint, null, { note: <SyncStatus />, isPlain: true }),
      entry(own.automatic, own.automaticHint, <AutomaticSwitch />),
      hasDecisions && entry(own.decided, own.decidedHint, null, { note: <SyncDecisions />, isPlain: true }),
      hasKept && entry(own.deleted.title, own.deleted.hint, null, { note: <KeptList />, isPlain: true }),
      entry(t.syncProvider, t.syncProviderHint, <SyncProviderControl names={names} />),
      entry(t.syncProxy, t.syncProxyHint, <SyncProxySwitch />),
      useProxy &&
        entry(
          t.syncProxyUrl,
          t.syncProxyUrlHint,
          <SyncText kind="url" value={(sync) => sync.proxyUrl} change={(proxyUrl) => ({ proxyUrl })} />,
        ),
      ...(provider === "webdav" ? webdavEntries() : upstashEntries()),
    ],
  }
}

function webdavEntries() {
  const t = chapterTexts("settings")
  const field = (name: keyof SyncConfig["webdav"], kind: TextControlProps["kind"]) => (
    <SyncText
      kind={kind}
      value={({ webdav }) => webdav[name]}
      change={(text, { webdav }) => ({ webdav: { ...webdav, [name]: text } })}
    />
  )
  return [
    entry(t.syncEndpoint, t.syncEndpointHint, field("endpoint", "url")),
    entry(t.syncUsername, t.syncUsernameHint, field("username", "text")),
    entry(t.syncPassword, t.syncPasswordHint, field("password", "secret")),
  ]
}

function upstashEntries() {
  const t = chapterTexts("settings")
  const field = (name: keyof SyncConfig["upstash"], kind: TextControlProps["kind"]) => (
    <SyncText
      kind={kind}
      value={({ upstash }) => upstash[name]}
      change={(text, { upstash }) => ({ upstash: { ...upstash, [name]: text } })}
    />
  )
  return [
    entry(t.syncEndpoint, t.syncEndpointHint, field("endpoint", "url")),
    entry(t.syncBackupName, t.syncBackupNameHint, field("username", "text")),
    entry(t.syncApiKey, t.syncApiKeyHint, field("apiKey", "secret")),
  ]
}

function SyncProviderControl({ names }: { readonly names: Readonly<Record<SyncProvider, string>> }) {
  const provider = useSync((sync) => sync.provider)
  return (
    <SelectControl
      value={provider}
      options={syncProviders.map((value) => ({ value, text: names[value] }))}
      onChange={(chosen) => changeSync({ provider: chosen })}
    />
  )
}

function SyncProxySwitch() {
  const checked = useSync((sync) => sync.useProxy)
  return <SwitchControl checked={checked} onChange={(on) => changeSync({ useProxy: on })} />
}

function SyncText({
  kind,
  value,
  change,
}: {
  readonly kind: TextControlProps["kind"]
  readonly value: (sync: SyncConfig) => string
  readonly change: (text: string, sync: SyncConfig) => Partial<SyncConfig>
}) {
  const text = useSync(value)
  const refuse = (address: string) => (isEndpoint(address) ? undefined : chapterTexts("settings").ownUrlWrong)
  return (
    <TextControl
      value={text}
      {...(kind === undefined ? {} : { kind })}
      {...(kind === "url" ? { refuse, placeholder: "https://" } : {})}
      onChange={(typed) => changeSync(change(typed, useSync.getState()))}
    />
  )
}
