import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

/** Stands for a code that comes on standard input. */
const fromStandardInput = "-"
const longestLine = 4_096
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const codes = /(?:prosa_|free_)[0-9a-z]{20,}/gi

export interface Terminal {
  readonly input: NodeJS.ReadStream
  /** Where is asked and warned: never where the answer goes. */
  readonly output: NodeJS.WriteStream
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The account that a command names: an id as it stands, a code from standard input for `-`. A code among the arguments is
 * taken, too, with a warning: it can then be read in the list of processes, the shell's history and npm's own log.
 */
export async function accountNamed(word: string, { input, output, env }: Terminal): Promise<string> {
  if (word !== fromStandardInput) {
    if (!idShape.test(word.trim())) output.write(warning(env))
    return word
  }
  const line = (input.isTTY ? await askHidden(input, output) : await firstLine(input)).trim()
  if (line === "") throw new Error("there is no code on standard input")
  return line
}

/** A text without the codes in it, to be shown where it may be kept. */
export function withoutCodes(text: string): string {
  return text.replace(codes, "***")
}

function warning(env: Terminal["env"]): string {
  const folder = env["npm_config_logs_dir"] || (env["npm_config_cache"] && `${env["npm_config_cache"]}/_logs`)
  const npm =
    env["npm_lifecycle_event"] === undefined ? "" : `, and npm has just written it into ${folder || "its logs"}`
  return `admin: a code among the arguments stays in the shell's history${npm}: name the account by its id, or give - and the code on standard input\n`
}

/** Asks at a terminal; what is typed is not shown. */
async function askHidden(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
  const mute = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: mute, terminal: true, historySize: 0 })
  const interrupted = new AbortController()
  lines.once("SIGINT", () => interrupted.abort())
  lines.once("close", () => interrupted.abort())
  try {
    output.write("Code (it is not shown): ")
    return await lines.question("", { signal: interrupted.signal })
  } catch {
    return ""
  } finally {
    lines.close()
    output.write("\n")
  }
}

/** Reads as far as the first line goes, so that a pipe that stays open holds nobody up. */
async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  let text = ""
  for await (const chunk of input.setEncoding("utf8")) {
    text += String(chunk)
    if (text.includes("\n") || text.length > longestLine) break
  }
  return text.slice(0, longestLine).split("\n")[0] ?? ""
}
