import { describe, expect, test } from "vitest"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { buildCall } from "#core/plugins/call-shape.ts"
import { openSpec } from "#core/plugins/openapi/open-spec.ts"
import { loadAdapter } from "#core/providers/load-adapter.ts"
import { providerIds } from "#core/providers/registry.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { readYaml } from "./plugin-specs.ts"

const long = "x".repeat(300)
const text = { schema: { type: "string" } } as const
const spec = openSpec(
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Nomes", version: "1" },
    servers: [{ url: "https://nomes.example/v1" }],
    paths: {
      "/a": {
        get: {
          operationId: "a b",
          parameters: [
            { name: "$top", in: "query", ...text },
            { name: "filter[x]", in: "query", ...text },
          ],
        },
        post: { operationId: "gêmeo" },
      },
      "/b": { get: { operationId: "gêmeo" }, post: { operationId: long } },
    },
  }),
  { readYaml },
)
if (!spec.ok) throw new Error("the description cannot be opened")
const tools = spec.value.operations.map(({ key }) => {
  const tool = spec.value.toolOf(key)
  if (!tool.ok) throw new Error(key)
  return tool.value
})

const request: ChatRequest = {
  messages: [{ role: "user", content: "Oi" }],
  config: { model: "m", providerName: "OpenAI", stream: true },
  tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
}

/** Every name and every text that a request is made of. */
function wordsIn(value: unknown): readonly string[] {
  // Tencent takes a schema as a text.
  if (typeof value === "string") return value.startsWith("{") ? wordsIn(JSON.parse(value)) : [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [name, ...wordsIn(part)])
}

describe("odd names of a service", () => {
  test.each(providerIds.filter((id) => id !== "stability"))(
    "reach a model of %s as names that it takes",
    async (id) => {
      const adapter = await loadAdapter(id)
      const { body } = adapter.encodeChat(request, { apiKey: "key", secretKey: "secret", baseUrl: "https://a.example" })
      const words = wordsIn(JSON.parse(body ?? "null"))
      for (const { name, parameters } of tools) {
        expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
        expect(words).toContain(name)
        for (const property of Object.keys(fieldsOf(parameters["properties"]))) {
          expect(property).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
          expect(words).toContain(property)
        }
      }
      for (const odd of ["a b", "gêmeo", "$top", "filter[x]", long]) expect(words).not.toContain(odd)
    },
  )

  test("leave under what the service calls them", () => {
    const [first] = tools
    const call = first && buildCall(first.call, { _top: "3", filter_x_: "y" }, { authType: "none" })
    expect(call).toMatchObject({ ok: true, value: { path: "/v1/a?$top=3&filter%5Bx%5D=y" } })
  })
})
