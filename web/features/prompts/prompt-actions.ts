import { promptFileLimits, promptsInFile, readPromptFile, type PromptImport } from "#core/prompts/prompt-file.ts"
import type { Prompt } from "#core/prompts/prompt.ts"
import { copyText } from "../../platform/browser/clipboard.ts"
import { newId } from "../../platform/browser/new-id.ts"
import { pickFiles } from "../../platform/files/file-picker.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { refreshPrompts, usePrompts } from "../../state/prompt-store.ts"
import { showToast } from "../../ui/toast.tsx"
import { publicAddress } from "../../platform/browser/page-address.ts"

/** Longer addresses do not arrive everywhere, in characters. */
const longestLink = 8_000

/** How long what a link does is said, in ms. */
const linkNoticeMs = 6_000

/** Hands the user's prompts over as a file. */
export function exportPrompts(own: readonly Prompt[]): void {
  const content = JSON.stringify(promptsInFile(own), null, 2)
  saveFile("prompts.json", new Blob([content], { type: "application/json" }))
}

/** Lets the user choose a file of prompts; `read` is called with what importing it would do. Nothing is stored by that. */
export function pickPromptFile(read: (found: PromptImport) => void): void {
  pickFiles({ accept: "application/json,.json" }, ([file]) => {
    if (file !== undefined) void readFile(file, read)
  })
}

async function readFile(file: File, read: (found: PromptImport) => void): Promise<void> {
  const t = chapterTexts("prompts")
  if (file.size > promptFileLimits.bytes) return showToast({ text: t.importLarge })
  await refreshPrompts()
  const text = (await file.text().catch(() => "")).replace(/^\ufeff/, "")
  const found = readPromptFile(text, { existing: usePrompts.getState().own, now: Date.now(), newId })
  if (found === undefined) return showToast({ text: t.importBad })
  read(found)
}

/** Copies or shares a link that puts a prompt into the field of a new conversation. */
export async function sharePrompt({ title, content }: Pick<Prompt, "title" | "content">): Promise<void> {
  const t = chapterTexts("prompts")
  const url = publicAddress(`/chat?${new URLSearchParams({ fill: content }).toString()}`)
  if (url.length > longestLink) return showToast({ text: t.linkTooLong })
  if (matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function") {
    try {
      return await navigator.share({ title, url })
    } catch (trouble) {
      if (trouble instanceof DOMException && trouble.name === "AbortError") return
    }
  }
  const isCopied = await copyText(url)
  showToast({ text: isCopied ? t.linkCopied : texts().chat.copyFailed, durationMs: linkNoticeMs })
}
