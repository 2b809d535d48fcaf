import { createServer } from "node:net"
import { end, run } from "./child.mjs"

/**
 * The server, started again at each change, behind Vite's development server, which answers at the usual port and
 * passes the server's routes on. Without a setting it talks to the pretend model, also when a key is configured.
 * @param {string} root
 * @param {string} node
 */
export async function dev(root, node) {
  const port = process.env["PORT"] || "3000"
  const serverPort = String(await freePort())
  const server = run(node, ["--watch", "--watch-preserve-output", "server/main.ts"], {
    cwd: root,
    channel: true,
    env: { PRETEND_MODEL: "on", ...process.env, PORT: serverPort, HOST: "127.0.0.1" },
  })
  const page = run(node, ["node_modules/vite/bin/vite.js", "--port", port, "--strictPort"], {
    cwd: root,
    channel: true,
    env: { ...process.env, PROSA_SERVER: `http://127.0.0.1:${serverPort}` },
  })
  const code = await Promise.race([server, page])
  end("SIGTERM")
  await Promise.all([server, page])
  return code
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
}
