import type { SourceName } from "#core/portable/imported-chat.ts"

const names: Readonly<Record<SourceName, string>> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  nextchat: "NextChat",
  deepseek: "DeepSeek",
  "open-webui": "Open WebUI",
  librechat: "LibreChat",
  markdown: "Markdown",
  messages: "JSON",
  prosa: "Prosa",
}

/** What the program is called from which conversations came. */
export function sourceName(source: string): string {
  return Object.hasOwn(names, source) ? names[source as SourceName] : source
}
