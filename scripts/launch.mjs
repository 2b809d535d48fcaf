// Behind every `npm start | test | run …`: makes sure that the dependencies are there, then runs the command with the
// project's own Node. Plain JavaScript for Node 20 and newer, because it runs before anything is installed. Nothing
// here writes to stdout: that belongs to the command.
import { join } from "node:path"
import { buildWeb } from "./launcher/build-web.mjs"
import { run } from "./launcher/child.mjs"
import { dev } from "./launcher/dev.mjs"
import { ensureInstalled } from "./launcher/install.mjs"
import { commandEnvironment, projectNode, serverEnvironment, serverFlags } from "./launcher/project-node.mjs"

const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..")

/** @typedef {{ node: string, args: string[] }} Launch */

/** @type {Record<string, (launch: Launch) => Promise<number>>} */
const commands = {
  start: async ({ node, args }) => {
    const built = await buildWeb(root, node)
    return built === 0
      ? run(node, [...serverFlags, "server/main.ts", ...args], {
          cwd: root,
          channel: true,
          env: serverEnvironment(),
        })
      : built
  },
  build: ({ node }) => buildWeb(root, node),
  dev: ({ node }) => dev(root, node),
  test: ({ node, args }) => run(node, ["scripts/test.ts", ...args], { cwd: root, channel: true }),
  check: ({ node, args }) => run(node, ["scripts/check.ts", ...args], { cwd: root, channel: true }),
  simulate: ({ node, args }) => run(node, ["testing/simulator/main.ts", ...args], { cwd: root, channel: true }),
  admin: ({ node, args }) => run(node, ["server/admin/cli.ts", ...args], { cwd: root, env: commandEnvironment(root) }),
  bench: async ({ node, args }) => {
    const built = await buildWeb(root, node)
    return built === 0 ? run(node, ["bench/main.ts", ...args], { cwd: root, channel: true }) : built
  },
}

/** Commands that run in production need no development packages. */
const production = new Set(["start", "build", "admin"])

async function main() {
  const [name = "", ...args] = process.argv.slice(2)
  const command = commands[name]
  if (command === undefined) {
    console.error(`Unknown command "${name}". There are: ${Object.keys(commands).join(", ")}.`)
    return 64
  }
  const installed = await ensureInstalled(root, { development: !production.has(name) })
  if (installed !== 0) return installed
  const node = projectNode(root)
  if (node === undefined) {
    console.error(
      `Prosa needs Node 24.15 or newer on this system (${process.platform} ${process.arch}); this is ${process.version}.`,
    )
    return 1
  }
  return command({ node, args })
}

process.exit(await main())
