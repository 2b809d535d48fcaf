import { startTransition, useEffect, useId, useRef, useState } from "react"
import type { SuggestedAuth } from "#core/plugins/openapi/security.ts"
import type { SpecFault } from "#core/plugins/openapi/spec-fault.ts"
import { pluginInFile } from "#core/plugins/plugin-file.ts"
import type { Plugin, PluginTool } from "#core/plugins/plugin.ts"
import { fileName } from "#core/lib/file-name.ts"
import { newId } from "../../platform/browser/new-id.ts"
import { openSpecInWorker, type OpenedSpec } from "../../platform/plugins/spec-client.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import {
  agreeToHosts,
  forgetToken,
  hostsToTrust,
  isTokenOfTab,
  packId,
  plugins,
  saveToken,
  tokenOf,
  useBuiltins,
} from "../../state/plugin-store.ts"
import { Button } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import field from "../../ui/field.module.css"
import { Select } from "../../ui/select.tsx"
import { offerUndo } from "../../ui/offer-undo.ts"
import { showToast } from "../../ui/toast.tsx"
import { AccessForm } from "./access-form.tsx"
import { DescriptionForm } from "./description-form.tsx"
import { OperationList } from "./operation-list.tsx"
import {
  authTrouble,
  chosenAtFirst,
  isSameDraft,
  keptToken,
  noAuth,
  pluginOf,
  stillChosen,
  type DraftAuth,
  type PluginDraft,
} from "./plugin-draft.ts"
import styles from "./plugins.module.css"
import { unsavedDrafts } from "./unsaved-drafts.ts"

const tabs = ["operations", "access", "description"] as const
type Tab = (typeof tabs)[number]

/** A plugin that is made or changed: its operations, how it proves who calls, its description. */
export function PluginEditor(props: Omit<EditorProps, "saved" | "builtin" | "name">) {
  const { id } = props
  const t = chapterTexts("plugins")
  const { records, isLoaded } = plugins.use()
  const builtins = useBuiltins()
  const saved = records.find((one) => one.id === id)?.value
  const builtin = builtins.all.find((one) => one.id === id)
  if (id !== "new" && (!isLoaded || !builtins.isLoaded)) return <p>{t.loading}</p>
  if (id !== "new" && saved === undefined && builtin === undefined) return <p role="status">{t.missing}</p>
  return <Editor {...props} saved={saved} builtin={builtin?.content} name={builtin?.name} />
}

interface EditorProps {
  readonly id: string
  readonly saved: Plugin | undefined
  /** The description of one that comes with the product. */
  readonly builtin: string | undefined
  readonly name: string | undefined
  /** It stays open once it is saved: it covers nothing. */
  readonly stays: boolean
  readonly onDone: (id: string | undefined) => void
  /** Leaves it as it is, which asks first where something would be lost. */
  readonly onLeave: () => void
}

function Editor({ id, saved, builtin, name, stays, onDone, onLeave }: EditorProps) {
  const t = chapterTexts("plugins")
  const titleId = useId()
  const [kept] = useState(() => unsavedDrafts.get(id))
  // The id of a new one is made once: pressed twice, "Instalar" installs one plugin.
  const [ownId] = useState(() => (id === "new" ? newId() : id))
  const [before, setBefore] = useState(() => draftOf(saved, builtin, name))
  const [draft, setDraft] = useState(kept?.draft ?? before)
  // The text of the description as it stands in its field, read or not.
  const [text, setText] = useState(kept?.text ?? draft.content)
  const isChanged = text !== draft.content || !isSameDraft(draft, before)
  useEffect(() => {
    if (isChanged) unsavedDrafts.set(id, { draft, text })
    else unsavedDrafts.delete(id)
  }, [id, draft, text, isChanged])
  const { spec, fault, isReading, read, forgetFault } = useSpec(builtin !== undefined)
  const [tab, setTab] = useState<Tab>(draft.content === "" ? "description" : "operations")
  const [problem, setProblem] = useState<SpecFault>()
  const isPack = id === packId
  const change = (more: Partial<PluginDraft>) => setDraft((before) => ({ ...before, ...more }))
  const trouble = authTrouble(draft.auth)
  const isComplete = spec !== undefined && trouble === undefined && !isReading

  const open = async (given: string, source: string | undefined, variables = draft.variables) => {
    const isFirst = given === before.content && spec === undefined
    setText(given)
    change({ content: given, source, variables })
    const opened = await read({ content: given, source, variables })
    if (opened === undefined) return
    const { facts, file } = opened
    const suggested = facts.auth
    if (file !== undefined) {
      const { title, content, authType, authHeader = "", authLocation = "header" } = file
      setText(content)
      setDraft((now) => ({ ...now, title, content, auth: { ...now.auth, authType, authHeader, authLocation } }))
    }
    const filled = (now: PluginDraft): PluginDraft => ({
      ...now,
      title: now.title === "" ? facts.title : now.title,
      chosen: saved && saved.tools.length > 0 ? stillChosen(facts, saved) : chosenAtFirst(facts),
      auth:
        saved === undefined && file === undefined && suggested && now.auth.token === ""
          ? { ...now.auth, authHeader: "", ...suggested }
          : now.auth,
    })
    startTransition(() => {
      setDraft(filled)
      // What a description that was there from the start fills in is nobody's change.
      if (isFirst) setBefore(filled)
      setTab("operations")
    })
  }
  useFirstRead(() => {
    // What was written into the form before stays as it was.
    if (kept !== undefined && draft.content !== "") void read(draft)
    else if (draft.content !== "") void open(draft.content, draft.source)
  })

  /** Whether the key may go where these tools call: a stored one goes to no other host than it was saved for without a yes. */
  const mayTakeKey = async (tools: readonly PluginTool[]): Promise<boolean> => {
    const isStored = saved !== undefined && draft.auth.token === tokenOf(saved.id)
    const hosts = isStored && keptToken(draft.auth) !== "" ? hostsToTrust(saved, tools) : []
    return hosts.length === 0 || askToConfirm({ text: t.keyElsewhere(hosts.join(", ")), confirm: t.sendKey })
  }
  const save = async () => {
    if (!isComplete) return
    const facts = {
      id: ownId,
      builtin: builtin !== undefined,
      createdAt: saved?.createdAt,
    }
    const plugin = await pluginOf(draft, spec, facts, saved)
    if (!plugin.ok) return setProblem(plugin.error)
    if (!(await mayTakeKey(plugin.value.tools))) return
    try {
      saveToken(facts.id, keptToken(draft.auth), draft.auth.onlyTab, plugin.value)
      // One that is off stays so, and is agreed to when it is switched on.
      if (plugin.value.enabled) agreeToHosts(plugin.value)
      await plugins.save(plugin.value, saved)
      setBefore(draft)
      unsavedDrafts.delete(id)
      showToast({ text: t.saved })
      onDone(stays ? facts.id : undefined)
    } catch {
      showToast({ text: t.saveFailed })
    }
  }

  return (
    <div className={styles.editor}>
      {!isPack && (
        <p className={styles.titleField}>
          <label htmlFor={titleId}>{t.title}</label>
          <input
            id={titleId}
            className={field.field}
            value={draft.title}
            maxLength={100}
            dir="auto"
            onChange={(event) => change({ title: event.target.value })}
          />
        </p>
      )}
      {spec && (
        <p className={styles.facts}>
          {spec.facts.description !== "" && <span dir="auto">{spec.facts.description}</span>}
          {!isPack && <span>{t.talksTo(spec.facts.host)}</span>}
          {spec.facts.version !== "" && <span>{t.version(spec.facts.version)}</span>}
        </p>
      )}
      {spec?.facts.variables.map(({ name, choices, value }) => (
        <p key={name} className={styles.titleField}>
          <label htmlFor={`${titleId}-${name}`}>{t.hostChoice(name)}</label>
          <Select
            id={`${titleId}-${name}`}
            value={value}
            options={choices.map((choice) => ({ value: choice, text: choice }))}
            onChange={(choice) => void open(draft.content, draft.source, { ...draft.variables, [name]: choice })}
          />
        </p>
      ))}
      {spec && <MissingKeys auth={spec.facts.auth} />}
      <Fault fault={problem ?? fault} />
      {!isPack && <Tabs tab={tab} onTab={setTab} />}
      {tab === "description" && !isPack && (
        <DescriptionForm
          draft={draft}
          text={text}
          onText={setText}
          facts={spec?.facts}
          isFixed={builtin !== undefined}
          isReading={isReading}
          onLoading={() => {
            setProblem(undefined)
            forgetFault()
          }}
          onOpen={(content, source) => void open(content, source)}
        />
      )}
      {tab === "access" && (
        <AccessForm auth={draft.auth} facts={spec?.facts} trouble={trouble} onChange={(auth) => change({ auth })} />
      )}
      {(tab === "operations" || isPack) && spec && (
        <OperationList
          spec={spec}
          chosen={draft.chosen}
          auth={draft.auth}
          mayTakeKey={mayTakeKey}
          isPack={isPack}
          onChoose={(chosen) => {
            setProblem(undefined)
            change({ chosen })
          }}
        />
      )}
      {!isPack && (
        <div className={styles.actions}>
          {saved && (
            <Button variant="danger" icon="trash" onClick={() => void remove(saved, () => onDone(undefined))}>
              {t.remove}
            </Button>
          )}
          {saved && (
            <Button icon="download" onClick={() => downloadPlugin(saved)}>
              {t.download}
            </Button>
          )}
          <Button onClick={onLeave}>{texts().shell.cancel}</Button>
          <Button variant="primary" aria-disabled={!isComplete} onClick={() => void save()}>
            {saved === undefined ? t.install : t.save}
          </Button>
        </div>
      )}
    </div>
  )
}

function draftOf(saved: Plugin | undefined, builtin: string | undefined, name: string | undefined): PluginDraft {
  if (saved === undefined) {
    return { title: name ?? "", content: builtin ?? "", variables: {}, chosen: new Set(), auth: noAuth }
  }
  const { authType, authLocation = "header", authHeader = "" } = saved
  const auth: DraftAuth = {
    authType,
    authLocation,
    authHeader,
    token: tokenOf(saved.id),
    onlyTab: isTokenOfTab(saved.id),
  }
  const { title, source, variables = {} } = saved
  const chosen = new Set(saved.tools.map(({ key }) => key))
  return { title, content: builtin ?? saved.content, source, variables, chosen, auth }
}

type Readable = Pick<PluginDraft, "content" | "source" | "variables">

/** The open description of a form. Only the last one that was asked for counts, and its thread ends with the form. */
function useSpec(isBuiltin: boolean) {
  const [state, setState] = useState<{
    readonly spec?: OpenedSpec
    readonly fault?: SpecFault
    readonly isReading: boolean
  }>({
    isReading: false,
  })
  const open = useRef<OpenedSpec>(undefined)
  const asked = useRef(0)
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
      open.current?.close()
    }
  }, [])
  const read = async ({ content, source, variables }: Readable): Promise<OpenedSpec | undefined> => {
    // What was being loaded may come after the form was left.
    if (isOver.current) return undefined
    const mine = ++asked.current
    open.current?.close()
    open.current = undefined
    setState({ isReading: true })
    const opened = await openSpecInWorker({ text: content, loadedFrom: source, variables, isBuiltin })
    if (isOver.current || asked.current !== mine) {
      if (opened.ok) opened.value.close()
      return undefined
    }
    if (!opened.ok) {
      setState({ isReading: false, fault: opened.error })
      return undefined
    }
    open.current = opened.value
    // What a service can do is long: it is drawn in pieces, between which the page listens.
    startTransition(() => setState({ isReading: false, spec: opened.value }))
    return opened.value
  }
  const forgetFault = () => setState(({ isReading, spec: open }) => ({ isReading, ...(open && { spec: open }) }))
  return { ...state, read, forgetFault }
}

/** Reads what is there when the form opens. */
function useFirstRead(read: () => void): void {
  const first = useRef(read)
  useEffect(() => first.current(), [])
}

/** What a service wants to know of its callers that a plugin cannot send. */
function MissingKeys({ auth: { besides, unserved } = {} }: { readonly auth: Partial<SuggestedAuth> | undefined }) {
  const t = chapterTexts("plugins")
  const text = besides ? t.severalKeys(besides.join(", ")) : unserved && t.unservedKey(unserved.join(", "))
  return (
    text && (
      <p role="note" className={styles.wrong}>
        {text}
      </p>
    )
  )
}

/** Every refusal of a description begins with the same words, and names its place. */
export function Fault({ fault }: { readonly fault: SpecFault | undefined }) {
  const t = chapterTexts("plugins")
  return (
    <div role="alert">
      {fault && (
        <div className={styles.fault}>
          <b>{t.schemaError}</b>
          <span>{t.faults[fault.kind]}</span>
          {fault.at !== "" && <code dir="ltr">{t.at(fault.at)}</code>}
        </div>
      )}
    </div>
  )
}

function Tabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
  const t = chapterTexts("plugins")
  return (
    <div className={styles.tabs} role="group">
      {tabs.map((one) => (
        <button key={one} type="button" aria-pressed={one === tab} onClick={() => onTab(one)}>
          {t[one]}
        </button>
      ))}
    </div>
  )
}

function downloadPlugin(plugin: Plugin): void {
  const file = new Blob([JSON.stringify(pluginInFile(plugin), undefined, 2)], { type: "application/json" })
  saveFile(fileName(plugin.title, "json"), file)
}

async function remove(plugin: Plugin, done: () => void): Promise<void> {
  const t = chapterTexts("plugins")
  if (!(await askToConfirm({ text: t.removeQuestion(plugin.title), confirm: t.remove, danger: true }))) return
  const failed = () => showToast({ text: t.saveFailed })
  const restore = await plugins.remove(plugin).catch(failed)
  if (restore === undefined) return
  const restoreToken = forgetToken(plugin.id)
  unsavedDrafts.delete(plugin.id)
  done()
  offerUndo({
    text: t.removed,
    onUndo() {
      restoreToken()
      void restore().catch(failed)
    },
  })
}
