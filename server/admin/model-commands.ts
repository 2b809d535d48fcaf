import { ok } from "#core/lib/result.ts"
import { modelKinds } from "#core/models/model-row.ts"
import { providerNames } from "#core/providers/registry.ts"
import { type Arguments, dayOf, expectShape, listOf, microDollarsOf, oneOf, UsageError, wholeOf } from "./arguments.ts"
import { answered, type Command } from "./command.ts"
import type { ModelListView, ModelView } from "./model-list.ts"
import type { ModelChangeView, NewModel } from "./model-operations.ts"
import type { RefreshOptions, RefreshView } from "./model-refresh.ts"
import { table } from "./table.ts"

/** `models …` as something to do. Throws a UsageError before anything is touched. */
export function modelsCommand(verb: string, args: Arguments): Command {
  switch (oneOf(verb, "models", ["list", "add", "alias", "retire", "revive", "refresh"])) {
    case "list": {
      expectShape(args, { words: [], options: [], flags: ["all"] })
      return async ({ models }) => {
        const list = await models.list(args.flags.has("all"))
        return ok({ json: list, text: modelTable(list) })
      }
    }
    case "add":
      return addCommand(args)
    case "alias":
      return aliasCommand(args)
    case "retire": {
      const { PROVIDER = "", ID = "" } = expectShape(args, { words: ["PROVIDER", "ID"], options: ["on", "successor"] })
      const on = args.options.get("on")
      const how = { on: on === undefined ? undefined : dayOf(on, "--on"), successor: args.options.get("successor") }
      return async ({ models }) => answered(await models.retire(PROVIDER, ID, how), changeText)
    }
    case "revive": {
      const { PROVIDER = "", ID = "" } = expectShape(args, { words: ["PROVIDER", "ID"], options: [] })
      return async ({ models }) => answered(await models.revive(PROVIDER, ID), changeText)
    }
    case "refresh":
      return refreshCommand(args)
  }
}

function addCommand(args: Arguments): Command {
  const prices = ["input", "output", "cached", "cache-write"]
  const { PROVIDER = "", ID = "" } = expectShape(args, {
    words: ["PROVIDER", "ID"],
    options: [...prices, "like", "name", "window", "output-most", "sees", "efforts", "kind"],
  })
  const option = <Value>(name: string, read: (text: string, name: string) => Value): Value | undefined => {
    const text = args.options.get(name)
    return text === undefined ? undefined : read(text, `--${name}`)
  }
  const tokens = (text: string, name: string) => wholeOf(text, name, 1, 100_000_000)
  const model: NewModel = {
    provider: PROVIDER,
    id: ID,
    like: args.options.get("like"),
    name: args.options.get("name"),
    input: option("input", microDollarsOf),
    output: option("output", microDollarsOf),
    cachedInput: option("cached", microDollarsOf),
    cacheWrite: option("cache-write", microDollarsOf),
    window: option("window", tokens),
    outputMost: option("output-most", tokens),
    sees: option("sees", listOf),
    efforts: option("efforts", listOf),
    kind: option("kind", (text, name) => oneOf(text, name, modelKinds)),
  }
  return async ({ models }) => answered(await models.add(model), changeText)
}

function aliasCommand(args: Arguments): Command {
  const isRemoved = args.flags.has("remove")
  const words = isRemoved ? ["ASKED"] : ["ASKED", "CALLED"]
  const { ASKED = "", CALLED = "" } = expectShape(args, { words, options: [], flags: ["remove"] })
  if (isRemoved)
    return async ({ models }) => answered(await models.removeAlias(ASKED), () => `${ASKED} is no alias any more`)
  return async ({ models }) =>
    answered(await models.setAlias(ASKED, CALLED), ({ notes }) =>
      [`who asks for ${ASKED} is answered by ${CALLED}; running servers take it at once`, ...notes].join("\n"),
    )
}

function refreshCommand(args: Arguments): Command {
  const accepting = args.options.has("accept")
  // "--accept one two": what follows is accepted, too.
  const more = accepting ? args.words : []
  expectShape(accepting ? { ...args, words: [] } : args, {
    words: [],
    options: ["from", "accept"],
    flags: ["keys", "write"],
  })
  const from = args.options.get("from")
  if (from?.trim() === "") throw new UsageError("--from must be a file or an address")
  const options: RefreshOptions = {
    from,
    keys: args.flags.has("keys"),
    write: args.flags.has("write"),
    accept: [...listOf(args.options.get("accept") ?? ""), ...more],
  }
  const run =
    (write: boolean): Command =>
    async ({ models }) => {
      const result = await models.refresh({ ...options, write })
      if (!result.ok) return result
      const { changes, written } = result.value
      const next = { question: "Apply?", run: run(true) }
      const answer = { json: result.value, text: refreshText(result.value) }
      return ok(written || changes.length === 0 ? answer : { ...answer, next })
    }
  return run(options.write)
}

function changeText({ outcome, model, notes }: ModelChangeView): string {
  const when = outcome === "retired" && model.state !== "gone" ? ` on ${model.off}` : ""
  return [`${nameOf(model)} is ${outcome}${when}; running servers take it at once`, ...notes].join("\n")
}

function refreshText({ changes, added, doubtful, notes, written, sources }: RefreshView): string {
  const isNew = (provider: string, id: string) => added.some((one) => one.provider === provider && one.id === id)
  const rows = changes.map(({ provider, id, field, before, after }) => [
    isNew(provider, id) ? "new" : "change",
    provider,
    id,
    field,
    before === undefined ? "" : JSON.stringify(before),
    JSON.stringify(after),
  ])
  const looks = doubtful.map(({ id, why }) => `look at ${id}: ${why} (--accept ${id})`)
  const last = written
    ? `${changes.length} changes are written; running servers take them at once`
    : changes.length === 0
      ? "nothing would change"
      : `${changes.length} changes, nothing is written (--write)`
  return [
    ...(rows.length > 0 ? [table(["", "provider", "model", "field", "is", "would be"], rows), ""] : []),
    ...looks,
    ...notes,
    `from ${sources.join(", ") || "nowhere"}: ${last}`,
  ].join("\n")
}

const perMillion: readonly string[] = ["input", "output"]

function modelTable({ version, models, aliases, problems }: ModelListView): string {
  const prices = ["R$/M in", "R$/M out", "R$ other"]
  const head = ["provider", "model", "state", "off", "days", "followed by", ...prices, "plays", "asked as", "learned"]
  const rows = models.map((model) => [
    model.provider,
    model.id,
    model.state,
    model.off ?? "",
    model.daysLeft === undefined ? "" : String(model.daysLeft),
    successorText(model),
    ...perMillion.map((unit) => model.price[unit]?.toFixed(4) ?? ""),
    Object.entries(model.price)
      .filter(([unit]) => !perMillion.includes(unit) && unit !== "cached")
      .map(([unit, price]) => `${unit} ${price}`)
      .join(", "),
    model.roles.join(", "),
    model.aliases.join(", "),
    model.learned === undefined ? "" : JSON.stringify(model.learned),
  ])
  const why = models.flatMap((model) =>
    model.why === undefined ? [] : [`${nameOf(model)} is ${model.state}: ${model.why}`],
  )
  const lines = [
    ...why,
    ...aliases.map(({ asked, called }) => `alias ${asked} → ${called}`),
    ...problems,
    `version ${version}, ${models.length} models`,
  ]
  return `${table(head, rows)}\n\n${lines.join("\n")}`
}

function successorText({ provider, successor }: ModelView): string {
  if (successor === undefined) return ""
  const { model, provider: home, cheaper, percentDearer } = successor
  const name = home === provider ? model : `${model}@${providerNames[home]}`
  if (percentDearer !== undefined) return `${name} (${percentDearer} % dearer: after a yes)`
  return cheaper ? `${name} (cheaper)` : name
}

function nameOf({ id, provider }: Pick<ModelView, "id" | "provider">): string {
  return `${id} (${providerNames[provider]})`
}
