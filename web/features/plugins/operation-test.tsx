import { useEffect, useId, useRef, useState, type FormEvent } from "react"
import { buildCall } from "#core/plugins/call-shape.ts"
import type { Operation } from "#core/plugins/openapi/open-spec.ts"
import type { PluginTool } from "#core/plugins/plugin.ts"
import { askedParameters } from "#core/plugins/proof-parameters.ts"
import { isError, replyForPeople, type PluginReply } from "#core/plugins/plugin-reply.ts"
import { parseExactJson } from "#core/lib/exact-json.ts"
import { fieldsOf, objectOf, textOf, textsOf, type JsonObject } from "#core/lib/fields.ts"
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
}

/** Calls one operation with what is typed, and shows what comes back. */
export function OperationTest({ spec, operation, auth }: OperationTestProps) {
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
    const given = givenIn(properties, typed)
    if (!given.ok) return setTested({ text: t.badValue(given.name) })
    const built = buildCall(tool.call, given.value, access)
    if (!built.ok) return setTested({ text: built.error })
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

/** A field for a value: a choice where there are few, else a line, or several for what is JSON. */
function Value({ id, schema, value, onChange }: ValueProps) {
  const choices = textsOf(schema["enum"])
  if (choices.length > 0) {
    return (
      <select id={id} className={field.field} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">—</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  const common = { id, className: field.field, value, dir: "auto", autoComplete: "off" } as const
  return isJson(schema) ? (
    <textarea {...common} rows={3} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <input {...common} onChange={(event) => onChange(event.target.value)} />
  )
}

function isJson(schema: JsonObject): boolean {
  const type = schema["type"]
  return type === "object" || type === "array" || objectOf(schema["properties"]) !== undefined
}

/** What was typed, as values of the types that the operation wants. */
function givenIn(
  properties: readonly (readonly [string, unknown])[],
  typed: Readonly<Record<string, string>>,
): { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly name: string } {
  const given: [string, unknown][] = []
  for (const [name, written] of properties) {
    const text = typed[name] ?? ""
    if (text === "") continue
    const schema = fieldsOf(written)
    const types = Array.isArray(schema["type"]) ? textsOf(schema["type"]) : [String(schema["type"])]
    if (isJson(schema)) {
      const value = parseExactJson(text)
      if (value === undefined) return { ok: false, name }
      given.push([name, value])
    } else if ((types.includes("number") || types.includes("integer")) && /^-?\d+(\.\d+)?$/.test(text))
      given.push([name, /^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text)])
    else if (types.includes("boolean") && /^(true|false)$/.test(text)) given.push([name, text === "true"])
    else given.push([name, text])
  }
  return { ok: true, value: Object.fromEntries(given) }
}
