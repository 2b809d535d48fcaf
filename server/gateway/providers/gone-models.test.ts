import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { objectOf } from "#core/lib/fields.ts"
import { type ProviderId, providerNames } from "#core/providers/registry.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { scriptModels } from "../../../testing/fake-provider/scripted-models.ts"
import { readChat, readJson, startGateway } from "../../../testing/gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"

/** A model that is gone, in the words of each provider. */

const settings: Readonly<Record<Exclude<ProviderId, "stability">, (url: string) => Readonly<Record<string, string>>>> =
  {
    openai: (url) => ({ OPENAI_API_KEY: "openai-key-1", BASE_URL: url }),
    azure: (url) => ({ AZURE_API_KEY: "azure-key-1", AZURE_URL: url, AZURE_API_VERSION: "2024-10-21" }),
    google: (url) => ({ GOOGLE_API_KEY: "google-key-1", GOOGLE_URL: url }),
    anthropic: (url) => ({ ANTHROPIC_API_KEY: "anthropic-key-1", ANTHROPIC_URL: url }),
    baidu: (url) => ({ BAIDU_API_KEY: "baidu-key-1", BAIDU_SECRET_KEY: "baidu-secret-1", BAIDU_URL: url }),
    bytedance: (url) => ({ BYTEDANCE_API_KEY: "bytedance-key-1", BYTEDANCE_URL: url }),
    alibaba: (url) => ({ ALIBABA_API_KEY: "alibaba-key-1", ALIBABA_URL: url }),
    tencent: (url) => ({ TENCENT_SECRET_ID: "tencent-id-1", TENCENT_SECRET_KEY: "tencent-secret-1", TENCENT_URL: url }),
    moonshot: (url) => ({ MOONSHOT_API_KEY: "moonshot-key-1", MOONSHOT_URL: url }),
    iflytek: (url) => ({ IFLYTEK_API_KEY: "iflytek-key-1", IFLYTEK_API_SECRET: "iflytek-secret-1", IFLYTEK_URL: url }),
  }

const [old, next] = ["modelo-velho", "modelo-novo"]
const usage = { inputUncached: 100, output: 1_000 }

test.each(Object.keys(settings) as (keyof typeof settings)[])(
  "%s no longer has a model: what follows it answers, streamed and whole, and is charged",
  async (provider) => {
    const dataDir = tempFolder("prosa-gone")
    const row = { provider, kind: "chat", source: "the test", read: "2026-11-22" }
    const prices = [{ input: 1_000_000, output: 2_000_000 }]
    const cheaper = [{ input: 500_000, output: 1_000_000 }]
    const models = [
      { ...row, id: old, name: old, prices, life: { successors: [next] } },
      { ...row, id: next, name: next, prices: cheaper },
    ]
    writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models }))
    const scripted = scriptModels([{ id: next }], { provider })
    scripted.answer(textReply("Olá, tudo certo por aqui.", { usage }))
    const gateway = await startGateway({
      pretend: true,
      start: (options) => startProsaInProcess({ ...options, dataDir }),
      env: { MODELS_WATCH: "off" },
      envFor(fake) {
        fake.script(scripted.reply)
        return settings[provider](fake.url)
      },
    })
    const code = await gateway.code("premium", 10)
    const cost = Math.ceil((100 * 0.5 + 1_000) * 7.15)
    const ask = { model: `${old}@${providerNames[provider]}` }

    const streamed = await readChat(await gateway.chat(code, { ...ask, stream: true }))
    expect(streamed).toMatchObject({ status: 200, text: "Olá, tudo certo por aqui.", error: undefined, done: true })
    expect(streamed.meta).toMatchObject({ asked: expect.stringContaining(old), model: next, cost: cost / 1e6 })
    expect(scripted.asked.map(({ model, refused }) => [model, refused])).toEqual([
      [old, "model"],
      [next, undefined],
    ])
    const whole = await readJson(await gateway.chat(code, ask))
    expect(objectOf(whole["_meta"])).toMatchObject({ model: next })
    expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000 - 2 * cost, held: 0 })
    await gateway.stop()
  },
)
