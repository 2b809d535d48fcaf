import { useEffect, useState } from "react"
import { foldText } from "#core/lib/fold-text.ts"
import { calledHosts } from "#core/plugins/agreed-hosts.ts"
import type { Plugin } from "#core/plugins/plugin.ts"
import { useQueryValue } from "../../platform/browser/query-value.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import {
  hostsToAgreeTo,
  loadBuiltins,
  loadPlugins,
  packId,
  plugins,
  switchPack,
  switchPlugin,
  useBuiltins,
  usePack,
} from "../../state/plugin-store.ts"
import { useAccess } from "../../state/access-store.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Dialog } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { Icon, type IconName } from "../../ui/icon.tsx"
import { Screen } from "../../ui/screen.tsx"
import { showToast } from "../../ui/toast.tsx"
import { Switch } from "../../ui/switch.tsx"
import { useMedia } from "../../ui/use-media.ts"
import { PluginEditor } from "./plugin-editor.tsx"
import styles from "./plugins.module.css"
import { unsavedDrafts } from "./unsaved-drafts.ts"

/** The plugins of this browser and those that come with the product; one of them is open (`?id=…`), `new` for one to come. */
export default function PluginsScreen() {
  const t = chapterTexts("plugins")
  const [openId, open] = useQueryValue("id")
  /** Opens another one, or none; what is not saved in the open one is asked about first. */
  const leaveFor = async (id: string | undefined) => {
    if (id === openId) return
    const question = { text: t.discardConfirm, confirm: t.discard, danger: true }
    const isChanged = openId !== undefined && unsavedDrafts.has(openId)
    if (isChanged && !(await askToConfirm(question))) return
    if (isChanged) unsavedDrafts.delete(openId)
    open(id)
  }
  const go = (id: string | undefined) => void leaveFor(id)
  const [query, setQuery] = useState("")
  const isWide = useMedia("(min-width: 1100px)")
  const isAllowed = useAccess(({ config }) => config.plugins)
  const entries = useEntries()
  useEffect(() => void loadPlugins(), [])

  const words = foldText(query.trim())
  const found = entries.filter(({ title, about }) => foldText(`${title} ${about}`).includes(words))
  const ready = found.filter(({ isReady }) => isReady)
  const mine = found.filter(({ isReady }) => !isReady)
  const editor = openId !== undefined && (
    <PluginEditor key={openId} id={openId} stays={isWide} onDone={open} onLeave={() => go(undefined)} />
  )
  const title = entries.find(({ id }) => id === openId)?.title ?? t.create
  return (
    <Screen
      title={texts().shell.plugins}
      wide
      aside={
        <Button icon="plus" variant="primary" className={styles.new} onClick={() => go("new")}>
          {t.create}
        </Button>
      }
    >
      <div className={styles.panes} data-open={isWide && openId !== undefined}>
        <div className={styles.list}>
          {!isAllowed && <p role="note">{t.off}</p>}
          <input
            type="search"
            className={field.field}
            aria-label={t.search}
            placeholder={t.search}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          {ready.length > 0 && <Group name={t.ready} entries={ready} openId={openId} onOpen={go} />}
          <BuiltinMissing />
          {mine.length > 0 && <Group name={t.mine} entries={mine} openId={openId} onOpen={go} />}
          <p role="status" className={styles.state}>
            {found.length === 0 && words !== "" ? t.notFound : mine.length === 0 && words === "" ? t.none : ""}
          </p>
          <p className={styles.about}>{t.about}</p>
        </div>
        {isWide && openId !== undefined && (
          <section className={styles.pane} aria-label={title}>
            {editor}
          </section>
        )}
      </div>
      {!isWide && openId !== undefined && (
        <Dialog open asksFirst onClose={() => go(undefined)} title={title} size="wide">
          {editor}
        </Dialog>
      )}
    </Screen>
  )
}

/** Says that some of what comes with the product could not be fetched, and fetches it again. */
function BuiltinMissing() {
  const t = chapterTexts("plugins")
  const isMissing = useBuiltins((state) => state.isMissing)
  if (!isMissing) return null
  return (
    <div className={styles.missing}>
      <p role="alert">{t.builtinMissing}</p>
      <Button icon="retry" onClick={() => void loadBuiltins()}>
        {t.tryAgain}
      </Button>
    </div>
  )
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly icon: IconName
  readonly isReady: boolean
  readonly isOn: boolean
  /** Absent: nothing of it can be switched on yet. */
  readonly onSwitch?: (isOn: boolean) => void
}

function useEntries(): readonly Entry[] {
  const t = chapterTexts("plugins")
  const { records } = plugins.use()
  const { all } = useBuiltins()
  const pack = usePack()
  const own = records.map(({ value }) => value)
  const builtins = all.map(({ id, name }): Entry => {
    if (id === packId) {
      return { id, title: name, about: t.packAbout, icon: "pin", isReady: true, isOn: pack.isOn, onSwitch: switchPack }
    }
    const saved = own.find((plugin) => plugin.id === id)
    return saved === undefined
      ? { id, title: name, about: "", icon: "globe", isReady: true, isOn: false }
      : { ...entryOf(saved), isReady: true, icon: "globe" }
  })
  const ids = new Set(all.map(({ id }) => id))
  return [...builtins, ...own.filter(({ id }) => !ids.has(id)).map(entryOf)]
}

function entryOf(plugin: Plugin): Entry {
  const { id, title, enabled, tools } = plugin
  const failed = () => showToast({ text: chapterTexts("plugins").saveFailed })
  return {
    id,
    title,
    about: calledHosts(plugin).join(", "),
    icon: "bolt",
    isReady: false,
    isOn: enabled,
    ...(tools.length > 0 && { onSwitch: (isOn: boolean) => void switchAsked(plugin, isOn).catch(failed) }),
  }
}

/** Switches a plugin on or off. Hosts that nobody has agreed to here are shown first: it came from a file or another device. */
async function switchAsked(plugin: Plugin, isOn: boolean): Promise<void> {
  const t = chapterTexts("plugins")
  const hosts = isOn ? hostsToAgreeTo(plugin) : []
  const question = { text: t.newHosts(plugin.title, hosts.join(", ")), confirm: t.turnOn(plugin.title) }
  if (hosts.length === 0 || (await askToConfirm(question))) await switchPlugin(plugin, isOn)
}

interface GroupProps {
  readonly name: string
  readonly entries: readonly Entry[]
  readonly openId: string | undefined
  readonly onOpen: (id: string) => void
}

function Group({ name, entries, openId, onOpen }: GroupProps) {
  const t = chapterTexts("plugins")
  return (
    <section aria-label={name}>
      <h2 className={styles.group}>{name}</h2>
      <ul role="list" className={styles.rows}>
        {entries.map(({ id, title, about, icon, isOn, onSwitch }) => (
          <li key={id} className={classNames(styles.row, id === openId && styles.current)}>
            <button type="button" className={styles.name} onClick={() => onOpen(id)}>
              <span className={styles.tile} aria-hidden="true">
                <Icon name={icon} />
              </span>
              <span className={styles.words}>
                <b dir="auto">{title}</b>
                {about !== "" && <span dir="auto">{about}</span>}
              </span>
            </button>
            {onSwitch && <Switch aria-label={t.turnOn(title)} checked={isOn} onChange={onSwitch} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
