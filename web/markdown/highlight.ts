import type { Emitter, LanguageFn } from "highlight.js"
import hljs from "highlight.js/lib/core"
import { languageLoaders, languageName } from "./languages.ts"

/** A run of code of one kind ("keyword", "string", …); an empty kind is plain. */
export type ColouredPiece = readonly [scope: string, text: string]

/** Takes code apart by kind. Undefined for a language we do not know. Loads the language when it is first met. */
export async function highlightCode(code: string, language: string): Promise<readonly ColouredPiece[] | undefined> {
  const name = languageName(language)
  if (name === undefined) return undefined
  await Promise.all(name.needs.map(register))
  hljs.configure({ __emitter: PieceEmitter })
  const result = hljs.highlight(code, { language: name.id, ignoreIllegals: true })
  return (result._emitter as PieceEmitter).pieces
}

async function register(id: string): Promise<void> {
  const load = languageLoaders[id]
  if (load === undefined || hljs.getLanguage(id)) return
  hljs.registerLanguage(id, (await load()).default as LanguageFn)
}

/** Collects flat pieces where highlight.js would write HTML; the innermost kind wins. */
class PieceEmitter implements Emitter {
  readonly pieces: [string, string][] = []
  #open: string[] = []

  addText(text: string): void {
    const scope = this.#open.findLast((name) => !name.startsWith("language:")) ?? ""
    const last = this.pieces.at(-1)
    if (last?.[0] === scope) last[1] += text
    else if (text !== "") this.pieces.push([scope, text])
  }

  startScope(name: string): void {
    // "title.function" is a title; the sub-kind has no colour of its own.
    this.#open.push(name.split(".")[0] ?? "")
  }

  endScope(): void {
    this.#open.pop()
  }

  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: PieceEmitter): void {
    for (const [scope, text] of emitter.pieces) {
      this.#open.push(scope)
      this.addText(text)
      this.#open.pop()
    }
  }

  finalize(): void {}

  toHTML(): string {
    return ""
  }
}
