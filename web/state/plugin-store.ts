import { create } from "zustand"
import { fieldsOf, textOf } from "#core/lib/fields.ts"
import {
  asAgreed,
  hostsNewToToken,
  newHosts,
  readAgreedHosts,
  tokenHosts,
  withAgreement,
  type AgreedHosts,
} from "#core/plugins/agreed-hosts.ts"
import { pluginCollection } from "#core/plugins/plugin-collection.ts"
import type { Plugin, PluginAuth } from "#core/plugins/plugin.ts"
import { fetchBuiltinPlugins, type BuiltinPlugin } from "../platform/plugins/builtin-plugins.ts"
import { onLocalChange, readLocalJson, removeLocal, writeLocal } from "../platform/storage/local-storage.ts"
import { forgetTab, readTab, writeTab } from "../platform/storage/tab-storage.ts"
import { createCollectionStore } from "./collection-store.ts"
import { reportStorage } from "./storage-state.ts"

/** The user's plugins (`nk-plugin` in backups), the oldest first. One that calls a host nobody has agreed to here is off. */
export const plugins = createCollectionStore(
  pluginCollection,
  (a, b) => a.createdAt - b.createdAt,
  (plugin) => asAgreed(plugin, agreedHosts(plugin.id)),
)

/** What was agreed to in this browser, by plugin. It is never taken from a file, and does not travel. */
const agreedKey = "nk-plugin-hosts"

function agreedHosts(id: string): AgreedHosts {
  return readAgreedHosts(fieldsOf(readLocalJson(agreedKey))[id])
}

function saveAgreed(id: string, agreed: AgreedHosts): void {
  writeLocal(agreedKey, JSON.stringify({ ...fieldsOf(readLocalJson(agreedKey)), [id]: agreed }))
}

/** The hosts that would be called by a plugin, once it is on, and that nobody has agreed to here. */
export function hostsToAgreeTo(plugin: Plugin): readonly string[] {
  return newHosts(plugin, agreedHosts(plugin.id))
}

/** The user has seen where a plugin's calls go. */
export function agreeToHosts(plugin: Plugin): void {
  saveAgreed(plugin.id, withAgreement(plugin, agreedHosts(plugin.id), tokenOf(plugin.id) !== ""))
}

export function mayCall({ id }: Plugin, host: string): boolean {
  return agreedHosts(id).called.includes(host)
}

/** Whether a plugin's token may go to a host: it was saved for it. */
export function mayTakeToken({ id }: Plugin, host: string): boolean {
  return agreedHosts(id).token?.includes(host) === true
}

/** The hosts that a plugin's stored token would go to with these tools, and that it was not saved for. */
export function hostsToTrust(plugin: Plugin, tools: Plugin["tools"]): readonly string[] {
  return hostsNewToToken(plugin, { tools }, agreedHosts(plugin.id))
}

interface Builtins {
  readonly all: readonly BuiltinPlugin[]
  readonly isLoaded: boolean
  /** One of them, or their list, did not come. */
  readonly isMissing: boolean
}

/** The plugins that come with the product. */
export const useBuiltins = create<Builtins>()(() => ({ all: [], isLoaded: false, isMissing: false }))

let loadingOwn: Promise<void> | undefined
let loadingBuiltins: Promise<void> | undefined

/** Reads the user's plugins and those that come with the product. */
export async function loadPlugins(): Promise<void> {
  await Promise.all([loadOwnPlugins(), loadBuiltins()])
}

/** Reads the user's plugins once, from this device; later calls wait for the same. Where they could not be read, the next call tries again. */
export function loadOwnPlugins(): Promise<void> {
  return (loadingOwn ??= plugins
    .load()
    .then(takeTokensOut)
    .catch(reportStorage)
    .finally(() => {
      if (!plugins.use.getState().isLoaded) loadingOwn = undefined
    }))
}

/** Fetches the plugins that come with the product once; where one is missing, the next call tries again. */
export function loadBuiltins(): Promise<void> {
  return (loadingBuiltins ??= fetchBuiltinPlugins().then(({ all, isComplete }) => {
    useBuiltins.setState({ all, isLoaded: true, isMissing: !isComplete })
    if (!isComplete) loadingBuiltins = undefined
  }))
}

/**
 * Tokens lie beside own keys, not in the rows: these are copied, exported and synchronised. By plugin; those of this tab only
 * in its own storage.
 */
const tokensKey = "nk-plugin-tokens"
const tabKey = (id: string) => `nk-plugin-token:${id}`

export function tokenOf(id: string): string {
  return readTab(tabKey(id)) ?? textOf(fieldsOf(readLocalJson(tokensKey))[id]) ?? ""
}

/** Whether a plugin's token is forgotten with this tab. */
export function isTokenOfTab(id: string): boolean {
  return readTab(tabKey(id)) !== undefined
}

/** `of`: the plugin whose hosts the token is for; absent for a token that the user has not typed here. */
export function saveToken(id: string, token: string, onlyTab: boolean, of?: Plugin): void {
  const { [id]: _before, ...others } = fieldsOf(readLocalJson(tokensKey))
  forgetTab(tabKey(id))
  const tokens = token === "" || onlyTab ? others : { ...others, [id]: token }
  if (Object.keys(tokens).length === 0) removeLocal(tokensKey)
  else writeLocal(tokensKey, JSON.stringify(tokens))
  if (token !== "" && onlyTab) writeTab(tabKey(id), token)
  const { called } = agreedHosts(id)
  saveAgreed(id, token === "" || of === undefined ? { called } : { called, token: tokenHosts(of) })
}

/** Forgets a plugin's token. The returned function brings it back, for the hosts that it was saved for and no other. */
export function forgetToken(id: string): () => void {
  const [token, onlyTab, agreed] = [tokenOf(id), isTokenOfTab(id), agreedHosts(id)]
  saveToken(id, "", false)
  return () => {
    saveToken(id, token, onlyTab)
    saveAgreed(id, agreed)
  }
}

/** How a plugin's calls prove who makes them, its token included. */
export function authOf(plugin: Plugin): PluginAuth {
  return { ...plugin, authToken: tokenOf(plugin.id) }
}

/** What came from NextChat, or from a copy with secrets, has its token in the row. */
async function takeTokensOut(): Promise<void> {
  for (const { value } of plugins.use.getState().records) {
    if (value.authToken === undefined) continue
    const { authToken, ...rest } = value
    if (tokenOf(value.id) === "") saveToken(value.id, authToken, false)
    await plugins.save(rest, value)
  }
}

/** Whether the Brazil pack is on in this browser. */
export const packId = "brasil"
const packKey = "nk-pack"
export const usePack = create<{ readonly isOn: boolean }>()(() => ({ isOn: readLocalJson(packKey) !== false }))
onLocalChange(packKey, () => usePack.setState({ isOn: readLocalJson(packKey) !== false }))

export function switchPack(isOn: boolean): void {
  if (isOn) removeLocal(packKey)
  else writeLocal(packKey, "false")
  usePack.setState({ isOn })
}

/** Switches a plugin on or off. Who switches it on has seen its hosts. */
export async function switchPlugin(plugin: Plugin, enabled: boolean): Promise<void> {
  if (enabled) agreeToHosts(plugin)
  await plugins.save({ ...plugin, enabled }, plugin)
}
