import { useEffect, useId, useRef, useState, type FormEvent } from "react"
import { buildCall } from "#core/plugins/call-shape.ts"
import type { Operation } from "#core/plugins/openapi/open-spec.ts"
import type { PluginTool } from "#core/plugins/plugin.ts"
import { askedParameters } from "#core/plugins/proof-parameters.ts"
import { isError, replyForPeople, type PluginReply } from "#core/plugins/plugin-reply.ts"
import { typedChoices, typedKind, typedValue } from "#core/plugins/typed-values.ts"
import { fieldsOf, textOf, textsOf, type JsonObject } from "#core/lib/fields.ts"
import { callPlugin, PluginTrouble } from "../../platform/plugins/plugin-client.ts"
import type { OpenedSpec } from "../../platform/plugins/spec-client.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { authHeaders, knowVisitor } from "../../state/access-store.ts"
import { Button } from "../../ui/button.tsx"
import field from "../../ui/field.module.css"
import { Icon } from "../../ui/icon.tsx"
import { keptToken, type DraftAuth } from "./plugin-draft.ts"
import styles from "./plugins.module.css"

interface Tested {
  readonly text: string
  readonly reply?: PluginReply
}

export interface OperationTestProps {
  readonly spec: OpenedSpec
  readonly operation: Operation
  readonly auth: DraftAuth
  /** Asks, where that is due, whether the key may go where these tools call. */
  readonly mayTakeKey: (tools: readonly PluginTool[]) => Promise<boolean>
}

/** Calls one operation with what is typed, and shows what comes back. */
export function OperationTest({ spec, operation, auth, mayTakeKey }: OperationTestProps) {
  const t = chapterTexts("plugins")
  const id = useId()
  const [tool, setTool] = useState<PluginTool>()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isRunning, setRunning] = useState(false)
  const [tested, setTested] = useState<Tested>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => {
    let isGone = false
    void spec.toolOf(operation.key).then((read) => {
      if (isGone) return
      if (read.ok) setTool(read.value)
      else setTested({ text: t.faults[read.error.kind] })
    })
    return () => {
      isGone = true
      stop.current?.abort()
    }
  }, [spec, operation.key, t])
  if (tool === undefined) return tested ? <p role="alert">{tested.text}</p> : <p>{t.reading}</p>
  const access = { ...auth, authToken: keptToken(auth) }
  const parameters = askedParameters(tool, access)
  const properties = Object.entries(fieldsOf(parameters["properties"]))
  const required = textsOf(parameters["required"])

  const run = async () => {
    const given: [string, unknown][] = []
    for (const [name, schema] of properties) {
      const text = typed[name] ?? ""
      if (text.trim() === "") continue
      const value = typedValue(fieldsOf(schema), text)
      if (!value.ok) return setTested({ text: value.error === "json" ? t.badValue(name) : t.badNumber(name) })
      given.push([name, value.value])
    }
    const built = buildCall(tool.call, Object.fromEntries(given), access)
    if (!built.ok) return setTested({ text: built.error })
    if (!(await mayTakeKey([tool]))) return
    stop.current = new AbortController()
    setRunning(true)
    setTested(undefined)
    try {
      await knowVisitor()
      const { reply, ms } = await timed(
        callPlugin(built.value, { headers: authHeaders(), signal: stop.current.signal }),
      )
      setTested({ text: t.replied(String(reply.status), String(ms)), reply })
    } catch (error) {
      setTested({ text: error instanceof PluginTrouble && error.message !== "" ? error.message : t.noReply })
    } finally {
      setRunning(false)
    }
  }

  const isGood = tested?.reply !== undefined && !isError(tested.reply)
  const shown = tested?.reply && replyForPeople(tested.reply)
  return (
    <form
      className={styles.test}
      aria-label={t.testOf(operation.title)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isRunning) void run()
      }}
    >
      {properties.map(([name, schema]) => (
        <p key={name} className={styles.titleField}>
          <label htmlFor={`${id}-${name}`} dir="ltr">
            {name}
            {required.includes(name) && <small> {t.required}</small>}
          </label>
          <Value
            id={`${id}-${name}`}
            schema={fieldsOf(schema)}
            value={typed[name] ?? ""}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
          {textOf(fieldsOf(schema)["description"]) && (
            <small className={styles.hint} dir="auto">
              {textOf(fieldsOf(schema)["description"])}
            </small>
          )}
        </p>
      ))}
      <div className={styles.line}>
        <Button type="submit" variant="primary" aria-disabled={isRunning}>
          {isRunning ? t.running : t.run}
        </Button>
        <span role="status" className={isGood ? styles.good : styles.wrong}>
          {tested && (
            <>
              <Icon name={isGood ? "check" : "warning"} size={16} /> {tested.text}
            </>
          )}
        </span>
      </div>
      {shown !== undefined && shown !== "" && (
        <pre className={styles.reply} tabIndex={0} dir="auto">
          {shown}
        </pre>
      )}
    </form>
  )
}

/** A reply, and how long it took, in ms. */
async function timed(called: Promise<PluginReply>): Promise<{ readonly reply: PluginReply; readonly ms: number }> {
  const began = performance.now()
  const reply = await called
  return { reply, ms: Math.round(performance.now() - began) }
}

interface ValueProps {
  readonly id: string
  readonly schema: JsonObject
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A field for a value: a choice where there are few, else a line, or several for a list and for JSON. */
function Value({ id, schema, value, onChange }: ValueProps) {
  const t = chapterTexts("plugins")
  const kind = typedKind(schema)
  const common = { id, className: field.field } as const
  if (kind === "choices") {
    return (
      <select
        {...common}
        multiple
        value={value.split("\n")}
        onChange={({ target }) => onChange(Array.from(target.selectedOptions, (option) => option.value).join("\n"))}
      >
        {typedChoices(schema).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  if (kind === "choice" || kind === "boolean") {
    const choices = typedChoices(schema).map((choice) => [choice, choice] as const)
    const all =
      kind === "choice"
        ? choices
        : ([
            ["true", t.yes],
            ["false", t.no],
          ] as const)
    return (
      <select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">—</option>
        {all.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  const free = { ...common, value, dir: "auto", autoComplete: "off" } as const
  if (kind === "line") return <input {...free} onChange={(event) => onChange(event.target.value)} />
  return (
    <textarea
      {...free}
      rows={3}
      spellCheck={false}
      placeholder={kind === "lines" ? t.onePerLine : "{ }"}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
