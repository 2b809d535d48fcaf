import { readFileSync } from "node:fs"
import { brotliCompressSync } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { newSession, type SessionMask } from "../conversation/session.ts"
import { contentText } from "../gateway/content.ts"
import { localeCodes } from "../i18n/locale.ts"
import { sharedPlugins } from "../plugins/plugin-choice.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { emojiOf } from "../settings/avatar.ts"
import { builtinMasksIn, firstBuiltinId, readBuiltinMasks } from "./builtin-masks.ts"
import { bestFirst, groupMasks, rateMasks, suggestMasks } from "./find-masks.ts"
import { maskCollection } from "./mask-collection.ts"
import { maskFileLimits, maskInFile, pastedPresets, readMaskFile } from "./mask-file.ts"
import { linkPayload, readLinkPayload } from "./mask-link.ts"
import { copyMask, emptyMask, isSameMask, readMask, type Mask } from "./mask.ts"
import { isOutdated, startFromMask, withMask } from "./start-from-mask.ts"

const shipped = readFileSync(new URL("../../web/public/masks.json", import.meta.url), "utf8")
const builtin = readBuiltinMasks(JSON.parse(shipped))

function counter(): () => string {
  let count = 0
  return () => `id${count++}`
}

const mask = (name: string, more: Partial<Mask> = {}): Mask => ({
  ...emptyMask({ id: name, lang: "pt", createdAt: 1 }),
  name,
  context: [
    { id: "a", role: "system", content: `Você é ${name}.`, date: 0 },
    { id: "b", role: "assistant", content: "Oi!", date: 0 },
  ],
  ...more,
})

/** A mask as NextChat 2.16 writes it. */
const nextChats = {
  id: "Q7n0mZbYtLw",
  avatar: "1f469-200d-1f373",
  name: "Cozinheira",
  context: [{ id: "c0", role: "system", content: "Você cozinha.", date: "21/11/2026, 08:05:03" }],
  syncGlobalConfig: false,
  modelConfig: {
    model: "gpt-4o-mini",
    providerName: "OpenAI",
    temperature: 0.7,
    compressModel: "",
    template: "{{input}}",
  },
  lang: "pt",
  builtin: false,
  createdAt: 1_700_000_000_000,
  plugin: ["p1"],
  hideContext: true,
  enableArtifacts: true,
}

const source = (existing: readonly Mask[] = []) => ({ existing, now: 5, newId: counter() })

describe("The built-in masks", () => {
  const all = Object.values(builtin).flatMap((list) => list ?? [])

  it("are forty in Portuguese, sixteen in English and eight in every other language", () => {
    for (const code of localeCodes) expect(builtin[code]?.length).toBe(code === "pt" ? 40 : code === "en" ? 16 : 8)
  })

  it("have ids of their own that stand in the file, in blocks of a hundred by language", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(builtin.pt?.map(({ id }) => Number(id)).toSorted()).toEqual(
      Array.from({ length: 40 }, (_, at) => firstBuiltinId + at),
    )
    for (const list of Object.values(builtin)) {
      expect(new Set(list?.map(({ id }) => Math.floor(Number(id) / 100))).size).toBe(1)
    }
  })

  it("say who the model is and open the conversation, name no model, and are short", () => {
    for (const { context, modelConfig, name, about, avatar } of all) {
      expect(context.map(({ role }) => role)).toEqual(["system", "assistant"])
      expect(context.reduce((sum, { content }) => sum + contentText(content).length, 0)).toBeLessThanOrEqual(1_200)
      expect(modelConfig).toEqual({})
      expect([name, about, emojiOf(avatar)]).not.toContain("")
      expect(emojiOf(avatar)).toBeDefined()
    }
  })

  it("reach the reader in 45 kB at most", () => {
    expect(brotliCompressSync(shipped).length).toBeLessThanOrEqual(45_000)
  })

  it("are English where a language has none, and nothing where the file is something else", () => {
    expect(builtinMasksIn({ en: builtin.en ?? [] }, "pt")).toBe(builtin.en)
    for (const file of [undefined, 1, [], { pt: [null, 1, {}, { id: 3, name: "x" }] }]) {
      expect(builtinMasksIn(readBuiltinMasks(file), "pt")).toEqual([])
    }
  })
})

describe("The list of masks", () => {
  const pt = builtin.pt ?? []

  it("finds without accents, by name before what a mask says of itself", () => {
    expect(bestFirst(rateMasks(pt, "redacao"))[0]?.name).toBe("Redação ENEM")
    expect(bestFirst(rateMasks(pt, "procon"))[0]?.name).toBe("Consumidor")
    expect(bestFirst(rateMasks(pt, "zzzz"))).toEqual([])
    const ofGroup = pt.filter(({ group }) => group === "rights").map(({ id }) => id)
    const found = bestFirst(rateMasks([mask("Minha"), ...pt], "saúde", { rights: "Direitos e saúde", own: "Minhas" }))
    expect(new Set(found.slice(0, ofGroup.length).map(({ id }) => id))).toEqual(new Set(ofGroup))
  })

  it("groups the user's own before the built-in ones, in the order of their ids", () => {
    const groups = groupMasks([mask("Minha"), ...pt])
    expect(groups.map(({ group }) => group)).toEqual(["own", "study", "work", "daily", "rights", "writing"])
    expect(groups[1]?.masks.map(({ name }) => name).slice(0, 2)).toEqual(["Redação ENEM", "Matemática"])
  })

  it("suggests what was used last, then own masks, then what the file puts first", () => {
    const own = mask("Minha")
    const used = new Map([["100012", 10]])
    const names = suggestMasks([own, ...pt], used, 8).map(({ name }) => name)
    expect(names).toHaveLength(8)
    expect(names.slice(0, 4)).toEqual(["E-mail formal", "Minha", "Redação ENEM", "Isto é golpe?"])
  })
})

describe("A file of masks", () => {
  it("has NextChat's shape, and comes back as it went", () => {
    const own = mask("Minha", { hideContext: true, syncGlobalConfig: false, modelConfig: { temperature: 1.2 } })
    const file = maskInFile(own)
    expect(Object.keys(file)).toEqual(
      expect.arrayContaining([
        "id",
        "avatar",
        "name",
        "context",
        "syncGlobalConfig",
        "modelConfig",
        "lang",
        "builtin",
        "createdAt",
      ]),
    )
    const read = readMaskFile(JSON.stringify(file), source())?.fresh[0]
    expect(read && isSameMask(read, own)).toBe(true)
    expect(read?.id).not.toBe(own.id)
    expect(maskInFile(builtin.pt?.[0] ?? own)).toMatchObject({ id: 100_000, builtin: true })
  })

  it("is read as a mask, a list, a collection, NextChat's backup and ours", () => {
    const shapes = [
      nextChats,
      [nextChats],
      { masks: [nextChats] },
      { masks: { k: nextChats } },
      { k: nextChats },
      { k: nextChats, 100_000: { ...nextChats, name: "Pronta", builtin: true } },
      {
        "mask-store": JSON.stringify({ state: { masks: { k: nextChats }, language: "pt" }, version: 3.1 }),
        theme: "dark",
      },
      { state: { masks: { k: nextChats } }, version: 3.1 },
      { "chat-next-web-store": {}, "mask-store": { masks: { k: nextChats } } },
      { product: "prosa", stores: { masks: [{ id: "k", version: 3.1, value: nextChats }] } },
    ]
    for (const shape of shapes) {
      const read = readMaskFile(JSON.stringify(shape), source())
      expect(read?.fresh.map(({ name }) => name)).toEqual(["Cozinheira"])
      expect(read?.fresh[0]).toMatchObject({
        hideContext: true,
        plugin: ["p1"],
        context: [{ role: "system", content: "Você cozinha.", date: 0 }],
        modelConfig: { model: "gpt-4o-mini", temperature: 0.7 },
      })
    }
  })

  it("counts what is here already, and what cannot be taken with the reason", () => {
    const many = Array.from({ length: 32 }, (_, at) => ({ ...nextChats, id: at, name: `M${at}` }))
    const first = readMaskFile(JSON.stringify(many), source())
    expect(first?.fresh).toHaveLength(32)
    // Listed by their age they stand as they do in the file.
    expect(first?.fresh.toSorted((a, b) => b.createdAt - a.createdAt)).toEqual(first?.fresh)
    expect(new Set(first?.fresh.map(({ createdAt }) => createdAt)).size).toBe(32)
    const again = readMaskFile(JSON.stringify([...many, { ...nextChats, name: "" }, 7]), source(first?.fresh))
    expect(again).toMatchObject({ fresh: [], known: 32, ignored: [{ reason: "unnamed", count: 2 }] })
    const long = { ...nextChats, context: [{ role: "user", content: "a".repeat(200_001) }] }
    const crowd = { ...nextChats, context: Array.from({ length: 101 }, () => ({ role: "user", content: "a" })) }
    expect(readMaskFile(JSON.stringify([long, crowd]), source())?.ignored).toEqual([{ reason: "too-long", count: 2 }])
    const flood = Array.from({ length: maskFileLimits.masks + 3 }, (_, at) => ({ ...nextChats, name: `${at}` }))
    expect(readMaskFile(JSON.stringify(flood), source())?.ignored).toEqual([{ reason: "too-many", count: 3 }])
  })

  it("that is none is refused, and names of every object change nothing", () => {
    for (const text of ["{", "", "null", "7", '"a"', "{}", "[1,2]", '{"masks":3}', '{"a":{}}', '{"mask-store":"{"}']) {
      expect(readMaskFile(text, source())).toBeUndefined()
    }
    const hostile =
      '{"name":"\\"><img src=x>","__proto__":{"isAdmin":true},"context":[{"role":"user","content":"a","__proto__":{"b":1}}],"modelConfig":{"__proto__":{"model":"x"},"temperature":99}}'
    const [read] = readMaskFile(hostile, source())?.fresh ?? []
    expect(Reflect.get({}, "isAdmin")).toBeUndefined()
    expect(read && Reflect.get(read, "isAdmin")).toBeUndefined()
    expect(read).toMatchObject({ name: '"><img src=x>', modelConfig: { temperature: 1 } })
  })

  it("that only has names is none: other lists and programs' files have them, too", () => {
    const others: readonly unknown[] = [
      { name: "prosa", version: "0.1.0", private: true, dependencies: {} },
      [{ name: "João", age: 3 }],
      [
        { name: "Resumo", content: "Resuma o texto." },
        { name: "Carta", content: "Escreva uma carta." },
      ],
      { context: [{ role: "user", content: "Oi" }] },
      { masks: [{ name: "João" }] },
    ]
    for (const other of others) expect(readMaskFile(JSON.stringify(other), source())).toBeUndefined()
    // Beside masks they are told.
    const mixed = readMaskFile(JSON.stringify([nextChats, { name: "João", age: 3 }]), source())
    expect(mixed).toMatchObject({ fresh: [{ name: "Cozinheira" }], ignored: [{ reason: "empty", count: 1 }] })
    // A mask without messages yet has settings, or an empty list of them.
    const bare = [
      { name: "A", context: [] },
      { name: "B", modelConfig: {} },
    ]
    expect(readMaskFile(JSON.stringify(bare), source())?.fresh).toHaveLength(2)
  })

  it("loses no instruction for its name, and tells how many messages stay behind", () => {
    const context = [
      { role: "developer", content: "Seja breve." },
      { role: "tool", content: "22 graus" },
      { role: "user", content: "Oi" },
    ]
    const found = readMaskFile(JSON.stringify([{ ...nextChats, context }, nextChats]), source())
    expect(found?.lostMessages).toBe(1)
    expect(found?.fresh[0]?.context.map(({ role, content }) => [role, content])).toEqual([
      ["system", "Seja breve."],
      ["user", "Oi"],
    ])
  })

  it("keeps what NextChat alone goes by: it is read, stored, copied and written again", () => {
    const [read] = readMaskFile(JSON.stringify([{ ...nextChats, enableCodeFold: false }]), source())?.fresh ?? []
    const stored = read && maskCollection.read(read)
    expect(stored?.isWhole).toBe(true)
    const copy = stored && copyMask(stored.value, { now: 3, newId: counter() })
    expect(copy && maskInFile(copy)).toMatchObject({ enableArtifacts: true, enableCodeFold: false })
    expect(Object.keys(maskInFile(mask("Minha")))).not.toContain("enableArtifacts")
  })

  it("never throws, whatever it holds", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readMaskFile(JSON.stringify(value), source())))
  })

  it("that is pasted where messages are written gives its messages", () => {
    const list = [
      { role: "system", content: "a" },
      { role: "tool", content: "b" },
      { role: "user", content: "c" },
    ]
    expect(pastedPresets(JSON.stringify(list), counter())?.map(({ role }) => role)).toEqual(["system", "user"])
    expect(pastedPresets("[lugar] não é JSON", counter())).toBeUndefined()
  })
})

describe("A link to a mask", () => {
  it("carries its words and its settings, and neither pictures, own plugins nor addresses", () => {
    const own = mask("Minha", {
      context: [
        { id: "a", role: "system", content: "Oi\n🎈 ação", date: 0 },
        {
          id: "b",
          role: "user",
          content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }],
          date: 0,
        },
      ],
      hideContext: true,
      plugin: ["brasil", "mine"],
      syncGlobalConfig: false,
      modelConfig: {
        model: "gpt-5",
        providerName: "OpenAI",
        temperature: 0.2,
        template: "{{input}}!",
        compressModel: "x",
      },
    })
    const payload = linkPayload(own)
    expect(payload).not.toContain("base64")
    const read = readLinkPayload(payload, { now: 1, newId: counter() })
    expect(read).toMatchObject({
      name: "Minha",
      hideContext: true,
      plugin: ["brasil"],
      context: [{ role: "system", content: "Oi\n🎈 ação" }],
      modelConfig: { model: "gpt-5", providerName: "OpenAI", temperature: 0.2, template: "{{input}}!" },
      builtin: false,
    })
    expect(read?.context).toHaveLength(1)
    expect(read?.modelConfig).not.toHaveProperty("compressModel")
  })

  it("names the plugins that everybody has, and no others, whoever wrote it", () => {
    const everybodys: unknown = JSON.parse(
      readFileSync(new URL("../../web/public/plugins.json", import.meta.url), "utf8"),
    )
    expect((everybodys as { id: string }[]).map(({ id }) => id)).toEqual([...sharedPlugins])
    const said = JSON.stringify({ name: "x", context: [], plugin: ["mine", "brasil"] })
    expect(readLinkPayload(said, { now: 1, newId: counter() })?.plugin).toEqual(["brasil"])
  })

  it("that says no mask, or too much, is none", () => {
    const crowd = { name: "x", context: Array.from({ length: 101 }, () => ({ role: "user", content: "a" })) }
    for (const text of ["", "{", "[]", '{"context":[]}', JSON.stringify(crowd)]) {
      expect(readLinkPayload(text, { now: 1, newId: counter() })).toBeUndefined()
    }
  })
})

describe("A conversation that begins from a mask", () => {
  const own = { model: "gpt-4o-mini", providerName: "OpenAI" }
  const find = (model: string) => (model === "gpt-5" ? { model, providerName: "OpenAI" } : undefined)
  const start = (one: Mask) => startFromMask(one, { globalConfig: defaultModelConfig, own, find })

  it("follows the user's settings and model where the mask has none", () => {
    const { mask: begun, missing } = start(mask("Minha", { modelConfig: { temperature: 2 } }))
    expect(begun).toMatchObject({ id: "Minha", syncGlobalConfig: true, modelConfig: { ...defaultModelConfig, ...own } })
    expect(missing).toBeUndefined()
  })

  it("has the mask's settings over the global ones, and a provider for a model without", () => {
    const { mask: begun } = start(
      mask("Minha", { syncGlobalConfig: false, modelConfig: { model: "gpt-5", top_p: 0.3 } }),
    )
    expect(begun).toMatchObject({
      syncGlobalConfig: false,
      modelConfig: { model: "gpt-5", providerName: "OpenAI", top_p: 0.3 },
    })
  })

  it("keeps the user's model where the mask wants one that is not offered, and says so", () => {
    const { mask: begun, missing } = start(
      mask("Minha", { syncGlobalConfig: false, modelConfig: { model: "nope", providerName: "X" } }),
    )
    expect(begun.modelConfig).toMatchObject(own)
    expect(missing).toBe("nope")
  })

  it("knows when the mask was changed since, and takes it over without losing what was pinned", () => {
    const before = mask("Minha")
    const pinned = { id: "p", role: "user" as const, content: "fica", date: 9 }
    const begun: SessionMask = { ...start(before).mask, context: [...before.context, pinned] }
    expect(isOutdated(begun, before)).toBe(false)
    const after = { ...before, context: [{ id: "n", role: "system" as const, content: "Outra", date: 0 }] }
    expect(isOutdated(begun, after)).toBe(true)
    expect(withMask(begun, after).context.map(({ id }) => id)).toEqual(["n", "p"])
    expect(isOutdated(newSession({ id: "s", now: 0, modelConfig: defaultModelConfig, lang: "pt" }).mask, after)).toBe(
      false,
    )
  })
})

describe("A stored mask", () => {
  it("is read as it stands, and NextChat's is read as ours", () => {
    const own = mask("Minha")
    expect(maskCollection.read(own)?.value).toBe(own)
    const theirs = maskCollection.read(nextChats)
    expect(theirs?.isWhole).toBe(true)
    expect(theirs?.value).toMatchObject({ id: nextChats.id, name: "Cozinheira", builtin: false })
    expect(theirs?.value.context[0]).toEqual({
      id: `${nextChats.id}.0`,
      role: "system",
      content: "Você cozinha.",
      date: 0,
    })
    expect(maskCollection.read({ id: "x" })).toBeUndefined()
  })

  it("is copied with new ids", () => {
    const copy = copyMask(builtin.pt?.[0] ?? mask("x"), { now: 3, newId: counter() })
    expect(copy).toMatchObject({ builtin: false, createdAt: 3, name: "Redação ENEM" })
    expect(copy).not.toHaveProperty("group")
    expect(readMask(copy, copy.id, (at) => copy.context[at]?.id ?? "")).toEqual(copy)
  })
})
