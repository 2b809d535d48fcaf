import { dirname, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { normalizePath, type Plugin } from "vite"
import { localeCodes } from "../core/i18n/locale.ts"

const root = normalizePath(fileURLToPath(new URL("../", import.meta.url)))

/**
 * Parts of the page that are needed at the same moment: each group is built into one file, with what its parts import, where
 * they were a hundred of some hundred bytes (docs/decisions/0289). In the sources each part is imported where it is used.
 */
const groups: Readonly<Record<string, readonly string[]>> = {
  /** To write down what is typed: small, so that a page which is left at once has it. */
  writing: ["web/platform/storage/apply-change.ts"],
  /** To show a conversation: fetched with the first letter. */
  conversation: [
    "web/actions.ts",
    "web/message/failure-notice.tsx",
    "web/features/chat/list/thread.tsx",
    "web/features/chat/message/answer-announcer.tsx",
    "web/features/chat/message/failure-actions.tsx",
    "web/features/chat/message/message-actions.tsx",
    "web/features/chat/turn/message-cost.ts",
    "web/features/chat/turn/missed-answers.ts",
    "web/features/chat/turn/queue.ts",
    "web/features/chat/turn/resume-answers.ts",
    "web/ui/confirm-dialog.tsx",
    "web/ui/prompt-dialog.tsx",
  ],
  /** To ask the server: where only that is missing, a question waits for the connection. */
  asking: ["web/features/chat/turn/page-gateway.ts"],
  /** To draw an answer: a conversation can be read before it is there. */
  markdown: ["web/message/answer-text.tsx"],
  /** Tools, and what follows an answer. */
  "with-answers": [
    "web/features/chat/composer/tool-menu.tsx",
    "web/features/chat/turn/after-answer.ts",
    "web/features/chat/turn/after-turn.ts",
    "web/features/chat/turn/name-session.ts",
    "web/state/tools.ts",
  ],
  /** What a conversation with an answer in it offers: fetched once a message has been sent. */
  "fetched-ahead": [
    "web/features/chat/dialogs/chat-dialog-host.tsx",
    "web/features/chat/message/queued-message.tsx",
    "web/features/offline/start-offline.ts",
    "web/features/search/search-screen.tsx",
    "web/features/sidebar/search-menu.tsx",
    "web/message/receipt.tsx",
    "web/platform/search/search-client.ts",
    "web/state/adopt-elsewhere.ts",
  ],
  /** The texts of all that, one file a language. */
  ...Object.fromEntries(localeCodes.map((code) => [`${code}-conversation`, conversationTexts(code)])),
}

/**
 * Small modules that other screens share with a later group. They come with the conversation: left where they are, those
 * screens would fetch the whole Markdown, or all tools, for one of them.
 */
const shared = [
  "core/lib/fold-text.ts",
  "core/plugins/plugin-collection.ts",
  "core/plugins/told-status.ts",
  "core/search/excerpt.ts",
  "web/markdown/message-image.tsx",
  "web/platform/gateway/gateway-client.ts",
  "web/state/collection-store.ts",
  "web/ui/popover.tsx",
  "web/ui/switch.tsx",
  "web/ui/use-is-dark.ts",
].map((path) => root + path)

/** The groups that are of no use without a connection. */
const onlineOnly = new Set(["with-answers"])

/** Named like paths, whose ends name the files. */
const scheme = "\0fetched-together/"
const groupByPath = new Map(
  Object.entries(groups).flatMap(([group, paths]) => paths.map((path) => [path, group] as const)),
)

/** Builds the parts of each group into one file. Throws where a part is not imported by itself any more. */
export function fetchedTogether(): Plugin {
  const imported = new Set<string>()
  return {
    name: "fetched-together",
    apply: "build",
    // After Vite has written out the imports that stand for a folder.
    enforce: "post",
    resolveId: (id) => (groupOfModule(id) === undefined ? undefined : id),
    load(id) {
      const paths = groups[groupOfModule(id) ?? ""]
      return paths?.map((path) => `export * as ${exportNameOf(path)} from ${JSON.stringify(root + path)}`).join("\n")
    },
    transform(code, id) {
      if (!id.startsWith(root) || !code.includes("import(")) return undefined
      return code.replace(/\bimport\("(\.{1,2}\/[^"]+)"\)/g, (whole, from: string) => {
        const path = normalizePath(relative(root, resolve(dirname(id), from)))
        const group = groupByPath.get(path)
        if (group === undefined) return whole
        imported.add(path)
        return `import(${JSON.stringify(scheme + group)}).then((parts) => parts.${exportNameOf(path)})`
      })
    },
    buildEnd(error) {
      const stale = [...groupByPath.keys()].filter((path) => !imported.has(path))
      if (error === undefined && stale.length > 0) throw new Error(`nothing imports ${stale.join(", ")} by itself`)
    },
  }
}

/**
 * For the bundler: into which group's file a module comes with all that it imports, the first group first. What a language's
 * texts import, all languages share.
 */
export const groupsWithImports = Object.keys(groups)
  .filter((group) => languageOf(group) === undefined)
  .map((group) => ({
    name: group,
    test: (module: string) => groupOfModule(module) === group || (group === "conversation" && shared.includes(module)),
  }))

/** Where a built file is a group, by the module that it stands for: its language, and whether it is of use without a connection. */
export function groupFacts(
  module: string,
): { readonly language?: string | undefined; readonly isKept: boolean } | undefined {
  const group = groupOfModule(module)
  return group === undefined ? undefined : { language: languageOf(group), isKept: !onlineOnly.has(group) }
}

function conversationTexts(code: string): readonly string[] {
  const chapters = [
    "access",
    "dialogs",
    "errors",
    "model-list",
    "queue",
    "receipt",
    "search",
    "sharing",
    "speech",
    "tools",
  ]
  return chapters.map((chapter) => `core/i18n/locales/${code}/${chapter}.ts`)
}

function groupOfModule(module: string): string | undefined {
  return module.startsWith(scheme) ? module.slice(scheme.length) : undefined
}

function languageOf(group: string): string | undefined {
  return /^([a-z]{2})-conversation$/.exec(group)?.[1]
}

/** The name that a part's exports have in its group. */
function exportNameOf(path: string): string {
  return path.replaceAll(/[^a-z]/g, "_")
}
