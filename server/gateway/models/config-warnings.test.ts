import { expect, test } from "vitest"
import { readConfig } from "../../config.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import { createModelCatalogue } from "./create-catalogue.ts"
import { readModelFile } from "./model-file.ts"

function warningsOf(env: Record<string, string>): readonly string[] {
  const config = readConfig({ OPENAI_API_KEY: "sk-1", ...env })
  if (!config.ok) throw new Error(config.error.join())
  const now = Date.UTC(2026, 10, 22)
  const shipped = readModelFile()
  const state = { version: 0, rows: [], own: [], aliases: [], findings: [] }
  return createModelCatalogue(config.value, { shipped, state, now, prices: loadPriceBook(shipped, config.value, now) })
    .warnings
}

test.each([
  [{ CUSTOM_MODELS: "-all,+gpt-5,+gpt-4o-mini=Mini,+gpt-5@openai", DEFAULT_MODEL: "gpt-5@OpenAI" }, []],
  [{ DEFAULT_MODEL: "gpt-4o-mini" }, []],
  [{ AZURE_API_KEY: "k" }, [/^AZURE_URL must be set: without it no model of Azure is offered$/]],
  [{ CUSTOM_MODELS: "-all,+gpt-5" }, [/^no model plays the free role: visitors and free codes have no model$/]],
  [{ CUSTOM_MODELS: "+foo@nobody" }, [/^CUSTOM_MODELS: "\+foo@nobody" .*OpenAI, Azure/]],
  [{ CUSTOM_MODELS: "-gtp-5" }, [/^CUSTOM_MODELS: "-gtp-5" hides nothing/]],
  [{ CUSTOM_MODELS: "-all@Baidu" }, [/^CUSTOM_MODELS: "-all@Baidu" changes nothing/]],
  [{ CUSTOM_MODELS: "+qwen-max@Alibaba" }, [/qwen-max is not offered: Alibaba has no key \(ALIBABA_API_KEY\)/]],
  [{ CUSTOM_MODELS: "+gpt-4-x", DISABLE_GPT4: "1" }, [/gpt-4-x is not offered: DISABLE_GPT4/]],
  [{ DEFAULT_MODEL: "gpt-9" }, [/^DEFAULT_MODEL: "gpt-9" is no model that is offered/]],
  [{ DEFAULT_MODEL: "gpt-5@nobody" }, [/^DEFAULT_MODEL: "gpt-5@nobody" names a provider nobody knows/]],
  [{ DEFAULT_MODEL: "claude-sonnet-4-6@Anthropic" }, [/^DEFAULT_MODEL: .* is no model that is offered/]],
  [{ DEFAULT_MODEL: "gpt-5", CUSTOM_MODELS: "-gpt-5" }, [/^DEFAULT_MODEL: "gpt-5" is no model/]],
  [{ DEFAULT_MODEL: "gpt-4.1", DISABLE_GPT4: "1" }, [/^DEFAULT_MODEL: .*DISABLE_GPT4/]],
  [{ DEFAULT_MODEL: "novo", CUSTOM_MODELS: "+novo" }, [/^DEFAULT_MODEL: "novo" has no complete price .*prices set/]],
])("%j is told", (env, lines) => {
  const warnings = warningsOf(env)
  expect(warnings).toHaveLength(lines.length)
  for (const [at, line] of lines.entries()) expect(warnings[at]).toMatch(line)
})
