import { useDeferredValue, useEffect, useMemo, useState } from "react"
import { foldText } from "#core/lib/fold-text.ts"
import type { Operation } from "#core/plugins/openapi/open-spec.ts"
import { mostToolsOn, type PluginTool } from "#core/plugins/plugin.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import type { OpenedSpec } from "../../platform/plugins/spec-client.ts"
import { formatCount } from "../../platform/language/format.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import { showToast } from "../../ui/toast.tsx"
import { useMore } from "../../ui/use-more.ts"
import { Switch } from "../../ui/switch.tsx"
import { OperationTest } from "./operation-test.tsx"
import type { DraftAuth } from "./plugin-draft.ts"
import styles from "./plugins.module.css"

export interface OperationListProps {
  readonly spec: OpenedSpec
  readonly chosen: ReadonlySet<string>
  readonly auth: DraftAuth
  /** Asks, where that is due, whether the key may go where these tools call. */
  readonly mayTakeKey: (tools: readonly PluginTool[]) => Promise<boolean>
  /** The pack attaches its operations by itself. */
  readonly isPack: boolean
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** From so many operations on there is a search. */
const many = 12
/** Of thousands a screenful is drawn at first, in one task of the page; more come where somebody goes on to them. */
const drawnAtOnce = 12

/** What a service can do, in plain words: which of it models may use, and a way to try each. */
export function OperationList({ spec, chosen, auth, mayTakeKey, isPack, onChoose }: OperationListProps) {
  const t = chapterTexts("plugins")
  const [query, setQuery] = useState("")
  const [tested, setTested] = useState<string>()
  const words = foldText(useDeferredValue(query).trim())
  const { operations } = spec.facts
  const callable = operations.filter(({ fault }) => fault === undefined).length
  const found = useFound(operations, words)
  const [most, more] = useMore(words, found.length, drawnAtOnce)
  const choose = ({ key }: Operation, isOn: boolean) => {
    if (isOn && chosen.size >= mostToolsOn) return showToast({ text: t.chooseSome(String(mostToolsOn)) })
    const next = new Set(chosen)
    if (isOn) next.add(key)
    else next.delete(key)
    return onChoose(next)
  }
  const size = useSize(spec, chosen)
  return (
    <div>
      {!isPack && (
        <p role="status" className={styles.count}>
          {t.onOf(String(chosen.size), String(operations.length))}
          {size > 0 && ` · ${t.adds(formatCount(Math.round(size / 100) / 10))}`}
          {chosen.size === 0 && callable > mostToolsOn && ` · ${t.chooseSome(String(mostToolsOn))}`}
          {callable < operations.length && ` · ${t.leftOut(String(operations.length - callable))}`}
        </p>
      )}
      {operations.length >= many && (
        <input
          type="search"
          className={classNames(field.field, styles.findOperation)}
          aria-label={t.findOperation}
          placeholder={t.findOperation}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {/* The pack's have nothing to press, and are scrolled by the keyboard, too. */}
      <ul role="list" className={styles.operations} {...(isPack && { tabIndex: 0, "aria-label": t.operations })}>
        {found.slice(0, most).map((operation) => (
          <li key={operation.key} className={styles.operation}>
            <div className={styles.operationRow}>
              {!isPack && (
                <Switch
                  aria-label={t.turnOn(operation.title)}
                  disabled={operation.fault !== undefined}
                  checked={chosen.has(operation.key)}
                  onChange={(isOn) => choose(operation, isOn)}
                />
              )}
              <div className={styles.words}>
                <b dir="auto">{operation.title}</b>
                {operation.about !== "" && operation.about !== operation.title && (
                  <span dir="auto">{operation.about}</span>
                )}
                {operation.fault && <span className={styles.wrong}>{t.faults[operation.fault.kind]}</span>}
                {operation.isElsewhere && <span className={styles.caution}>{t.elsewhere(operation.host)}</span>}
              </div>
              <code className={styles.path} dir="ltr">
                {operation.method} {operation.path.length > 60 ? `${operation.path.slice(0, 60)}…` : operation.path}
              </code>
              {operation.fault === undefined && (
                <span className={classNames(styles.tag, operation.changes && styles.warn)}>
                  {operation.changes ? t.asksFirst : t.reads}
                </span>
              )}
              {operation.isDeprecated && <span className={styles.tag}>{t.deprecated}</span>}
              {operation.fault === undefined && !isPack && (
                <Button
                  aria-expanded={tested === operation.key}
                  aria-label={tested === operation.key ? undefined : t.testOf(operation.title)}
                  onClick={() => setTested(tested === operation.key ? undefined : operation.key)}
                >
                  {tested === operation.key ? t.closeTest : t.test}
                </Button>
              )}
            </div>
            {tested === operation.key && (
              <OperationTest spec={spec} operation={operation} auth={auth} mayTakeKey={mayTakeKey} />
            )}
          </li>
        ))}
      </ul>
      {found.length > most && <div ref={more} className={styles.more} />}
    </div>
  )
}

/** The operations with these words in them, which are folded: the texts of thousands are only once somebody looks for one. */
function useFound(operations: readonly Operation[], words: string): readonly Operation[] {
  const isAsked = words !== ""
  const texts = useMemo(
    () =>
      isAsked ? operations.map(({ title, about, path, name }) => foldText(`${title} ${about} ${path} ${name}`)) : [],
    [operations, isAsked],
  )
  return isAsked ? operations.filter((_, at) => texts[at]?.includes(words)) : operations
}

/** What the chosen operations add to each question, in UTF-16 units; 0 until that is known. */
function useSize(spec: OpenedSpec, chosen: ReadonlySet<string>): number {
  const [size, setSize] = useState(0)
  useEffect(() => {
    let isGone = false
    void Promise.all([...chosen].map((key) => spec.toolOf(key))).then((tools) => {
      if (isGone) return
      setSize(tools.reduce((sum, tool) => sum + (tool.ok ? definitionLength(tool.value) : 0), 0))
    })
    return () => {
      isGone = true
    }
  }, [spec, chosen])
  return size
}

function definitionLength({ name, description, parameters }: PluginTool): number {
  return JSON.stringify({ name, description, parameters }).length
}
