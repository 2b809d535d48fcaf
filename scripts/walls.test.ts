import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")

/** A house with the project's own walls around it, and one broken example a file. */
const broken: Readonly<Record<string, readonly [content: string, refusal: RegExp]>> = {
  "core/models/fetches.ts": [`export const load = () => fetch("/prices")\n`, /Cannot find name 'fetch'/],
  "core/models/uses-node.ts": [
    `import { readFileSync } from "node:fs"\nexport const read = readFileSync\n`,
    /core imports no package/,
  ],
  "core/models/uses-process.ts": [`export const key = process.env.KEY\n`, /Cannot find name 'process'/],
  "core/models/uses-timer.ts": [`setTimeout(() => undefined, 1)\n`, /Cannot find name 'setTimeout'/],
  "core/models/reads-clock.ts": [`export const now = Date.now()\n`, /'Date.now' is restricted/],
  "core/models/makes-date.ts": [`export const now = new Date()\n`, /core has no clock/],
  "core/models/calls-date.ts": [`export const now = Date()\n`, /core has no clock/],
  "core/models/throws-dice.ts": [`export const die = Math.random()\n`, /'Math.random' is restricted/],
  "core/models/uses-crypto.ts": [`export const id = crypto.randomUUID()\n`, /Cannot find name 'crypto'/],
  "core/models/knows-server.ts": [`export * from "../../server/config.ts"\n`, /core\/models may not know server/],
  "core/models/knows-types-of-server.ts": [
    `export type Config = import("../../server/config.ts").Config\n`,
    /core\/models may not know server/,
  ],
  "core/models/cites-a-lost-file.ts": [
    `/** See PLANS.md. */\nexport const price = 1\n`,
    /"PLANS.md" is not in this repository/,
  ],
  "core/models/cites-a-lost-paragraph.ts": [
    `// As §4.5 has it.\nexport const price = 1\n`,
    /"§" is not in this repository/,
  ],
  "server/cites-a-lost-paper.ts": [
    `/** The specification's price. */\nexport const price = 1\n`,
    /"specification" is not in this repository/,
  ],
  "core/gateway/knows-models.ts": [`export * from "../models/model.ts"\n`, /core\/gateway may not know core\/models/],
  "core/lib/knows-gateway.ts": [`export * from "../gateway/request.ts"\n`, /core\/lib may not know core\/gateway/],
  "core/conversation/knows-providers.ts": [
    `export * from "../providers/adapter.ts"\n`,
    /core\/conversation may not know core\/providers/,
  ],
  "core/providers/knows-conversation.ts": [
    `export * from "../conversation/message.ts"\n`,
    /core\/providers may not know core\/conversation/,
  ],
  "server/knows-web.ts": [`export * from "../web/state/store.ts"\n`, /server may not know web\/state/],
  "server/knows-testing.ts": [`export * from "../testing/clock.ts"\n`, /server may not know testing/],
  "server/store/knows-the-gateway.ts": [
    `export * from "../gateway/run-chat.ts"\n`,
    /server\/store may not know server\/gateway/,
  ],
  "server/gateway/runs/knows-upstream.ts": [
    `export type Relay = import("../upstream/relay.ts").Relay\n`,
    /server\/gateway\/runs may not know server\/gateway\/upstream/,
  ],
  "server/http/knows-the-root.ts": [`export * from "../serve.ts"\n`, /server\/http may not know server/],
  "web/features/chat/knows-server.ts": [
    `export * from "../../../server/config.ts"\n`,
    /web\/features\/chat may not know server/,
  ],
  "web/features/chat/knows-a-feature.ts": [
    `export * from "../access/badge.ts"\n`,
    /web\/features\/chat may not know web\/features\/access/,
  ],
  "web/features/chat/loads-a-feature.ts": [
    `export const load = () => import("../access/badge.ts")\n`,
    /web\/features\/chat may not know web\/features\/access/,
  ],
  "web/features/chat/turn/knows-the-screen.ts": [
    `export * from "../composer/composer.ts"\n`,
    /web\/features\/chat\/turn may not know web\/features\/chat/,
  ],
  "web/state/knows-a-feature.ts": [
    `export * from "../features/access/badge.ts"\n`,
    /web\/state may not know web\/features\/access/,
  ],
  "web/state/knows-the-ground.ts": [`export * from "../markdown/view.ts"\n`, /web\/state may not know web\/markdown/],
  "web/markdown/knows-a-feature.ts": [
    `export * from "../features/access/badge.ts"\n`,
    /web\/markdown may not know web\/features\/access/,
  ],
  "web/markdown/knows-messages.ts": [
    `export * from "../message/answer.ts"\n`,
    /web\/markdown may not know web\/message/,
  ],
  "web/features/chat/turn/knows-the-ground.ts": [
    `export * from "../../../markdown/view.ts"\n`,
    /web\/features\/chat\/turn may not know web\/markdown/,
  ],
  "web/platform/knows-app.ts": [`export * from "../app.ts"\n`, /web\/platform may not know web/],
  "web/ui/uses-node.ts": [`export * from "node:path"\n`, /the browser has no "node:path"/],
  "server/forgets-to-wait.ts": [
    `const save = async () => {}\nexport const end = () => {\n  save()\n}\n`,
    /no-floating-promises/,
  ],
}

/** Correct examples. */
const sound: Readonly<Record<string, string>> = {
  "core/lib/brand.ts": `export const brand = 1\n`,
  "core/gateway/request.ts": `export { brand } from "../lib/brand.ts"\n`,
  "core/models/model.ts": `export { brand } from "../gateway/request.ts"\nexport const at = (ms: number) => new Date(ms)\n`,
  "core/providers/adapter.ts": `export * from "../models/model.ts"\n`,
  "core/conversation/message.ts": `export * from "../models/model.ts"\n`,
  "server/config.ts": `import type { brand } from "#core/lib/brand.ts"\nexport type Config = typeof brand\nexport const now = () => Date.now()\n`,
  "server/cites-what-is-here.ts": `/** As RFC 9110 §15 says, and package.json. */\nexport const gone = 410\n`,
  "testing/clock.ts": `export * from "../server/config.ts"\n`,
  "web/app.ts": `export * from "./features/access/badge.ts"\n`,
  "web/state/store.ts": `export * from "#core/conversation/message.ts"\nexport const id = () => crypto.randomUUID()\n`,
  "web/features/chat/turn/turn.ts": `export * from "../../../state/store.ts"\n`,
  "web/features/chat/composer/composer.ts": `export * from "../turn/turn.ts"\n`,
  "web/markdown/view.ts": `export * from "../ui/box.ts"\n`,
  "web/message/answer.ts": `export * from "../markdown/view.ts"\n`,
  "web/ui/box.ts": `export * from "../state/store.ts"\n`,
  "web/features/access/statement.ts": `export * from "../../message/answer.ts"\n`,
  "web/features/access/badge.ts": `export { brand as badge } from "../../state/store.ts"\n`,
}

describe("the walls of the house", () => {
  const house = mkdtempSync(join(tmpdir(), "prosa-walls-"))
  let output = ""
  let status: number | null = 0

  beforeAll(() => {
    for (const path of [".oxlintrc.json", "package.json", "tsconfig.base.json", "tsconfig.json", "scripts/lint"])
      cpSync(join(root, path), join(house, path), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(house, "node_modules"))
    const examples = Object.entries(broken).map(([path, [content]]) => [path, content] as const)
    for (const [path, content] of [...Object.entries(sound), ...examples]) {
      mkdirSync(dirname(join(house, path)), { recursive: true })
      writeFileSync(join(house, path), content)
    }
    for (const floor of ["core", "server", "web"])
      cpSync(join(root, floor, "tsconfig.json"), join(house, floor, "tsconfig.json"))
    const check = spawnSync(process.execPath, [join(root, "scripts/check.ts"), "lint", "types: core", "--all"], {
      cwd: house,
      encoding: "utf8",
    })
    output = check.stdout
    status = check.status
  })
  afterAll(() => rmSync(house, { recursive: true }))

  test("a broken wall makes the check fail", () => expect(status).toBe(1))

  test.each(Object.entries(broken))("%s is refused", (path, [, refusal]) => {
    expect(linesAbout(path).join("\n")).toMatch(refusal)
  })

  test.each(Object.keys(sound))("%s may stand", (path) => {
    expect(linesAbout(path)).toEqual([])
  })

  function linesAbout(path: string): string[] {
    return output.split("\n").filter((line) => line.trim().startsWith(path))
  }
})
