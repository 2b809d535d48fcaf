import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { tempFolder } from "../testing/temp-folder.ts"
import { projectNode, serverFlags } from "./launcher/project-node.mjs"

const hook = "scripts/launcher/stripped-types.mjs"
const kept = "node_modules/.cache/stripped-types"

/** A checkout with a program in TypeScript, and what the program says in a Node that is started as a server's. */
function checkout() {
  const folder = tempFolder("prosa-stripped")
  mkdirSync(join(folder, dirname(hook)), { recursive: true })
  cpSync(join(import.meta.dirname, "..", hook), join(folder, hook))
  const flags = serverFlags.map((flag) => (flag.startsWith("--import=") ? `--import=${join(folder, hook)}` : flag))
  return {
    folder,
    write: (text: string) => writeFileSync(join(folder, "main.ts"), text),
    run: () =>
      execFileSync(projectNode(join(import.meta.dirname, "..")) ?? process.execPath, [...flags, "main.ts"], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      }).trim(),
  }
}

test("a program that changes is never run as it was before", () => {
  const { folder, write, run } = checkout()
  write(`const said: string = "olá"\nconsole.log(said)\n`)
  expect([run(), run()]).toEqual(["olá", "olá"])
  expect(readdirSync(join(folder, kept))).toHaveLength(1)
  write(`const said: string = "até"\nconsole.log(said)\n`)
  expect([run(), run()]).toEqual(["até", "até"])
})

test("what was kept only in part is made again, and what is whole is not", () => {
  const { folder, write, run } = checkout()
  write(`const said: string = "olá"\nconsole.log(said)\n`)
  run()
  const file = join(folder, kept, readdirSync(join(folder, kept))[0] ?? "")
  const whole = readFileSync(file)
  for (const length of [0, 40, whole.length - 10]) {
    writeFileSync(file, whole.subarray(0, length))
    expect(run()).toBe("olá")
    expect(readFileSync(file)).toEqual(whole)
  }
  const { ino } = statSync(file)
  run()
  expect(statSync(file).ino).toBe(ino)
})

test("it runs where nothing can be kept, and its errors name the lines of the source", () => {
  const { folder, write, run } = checkout()
  writeFileSync(join(folder, "node_modules"), "no folder")
  write(
    `interface Said {\n  word: string\n}\nconst said: Said = { word: "olá" }\nconsole.log(said.word, new Error().stack)\n`,
  )
  expect(run()).toContain("olá")
  expect(run()).toContain("main.ts:5:")
})
