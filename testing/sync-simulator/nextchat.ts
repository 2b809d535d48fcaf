import { fieldsOf, type JsonObject } from "#core/lib/fields.ts"

type Fields = Record<string, unknown>

/**
 * NextChat 2.16 as another writer of the file, modelled from what it is seen to do: it takes unknown chats and messages whole, keeps its own of those it
 * knows, joins `app-config` field by field with the file's over its own, sorts messages by their dates, and forgets what stands at the top.
 */
export class NextChat {
  #sessions: Fields[] = []
  #config: Fields = {}

  chats(): readonly string[] {
    return this.#sessions.map(({ id }) => String(id))
  }

  messagesOf(chat: string): readonly Fields[] {
    return (this.#sessions.find(({ id }) => id === chat)?.["messages"] as Fields[] | undefined) ?? []
  }

  newChat(id: string, now: number, unnamed: string): void {
    const mask = {
      id,
      avatar: "gpt-bot",
      name: unnamed,
      context: [],
      syncGlobalConfig: true,
      modelConfig: {},
      lang: "pt",
      builtin: false,
      createdAt: now,
    }
    const stat = { tokenCount: 0, wordCount: 0, charCount: 0 }
    this.#sessions.unshift({
      id,
      topic: unnamed,
      memoryPrompt: "",
      messages: [],
      stat,
      lastUpdate: now,
      lastSummarizeIndex: 0,
      mask,
    })
  }

  say(chat: string, id: string, content: string, now: number): void {
    const found = this.#sessions.find((one) => one["id"] === chat)
    if (found === undefined) return
    ;(found["messages"] as Fields[]).push({ id, date: new Date(now).toISOString(), role: "user", content })
    found["lastUpdate"] = now
  }

  edit(chat: string, id: string, content: string): void {
    const message = this.messagesOf(chat).find((one) => one["id"] === id)
    if (message !== undefined) message["content"] = content
  }

  words(): ReadonlySet<string> {
    return new Set(
      this.#sessions.flatMap(({ messages }) =>
        (messages as Fields[]).flatMap(({ role, content }) => (role === "user" ? [String(content)] : [])),
      ),
    )
  }

  /** Reads the file, joins it, and says what it writes. Throws where a store is missing, as it does. */
  sync(text: string | undefined): string {
    if (text !== undefined) {
      const file = fieldsOf(JSON.parse(text))
      const remote = structuredClone(fieldsOf(file["chat-next-web-store"])["sessions"]) as Fields[]
      for (const theirs of remote) this.#take(theirs)
      this.#config = joined(this.#config, structuredClone(fieldsOf(file["app-config"])))
    }
    for (const session of this.#sessions) {
      const messages = session["messages"] as Fields[]
      session["messages"] = messages.toSorted((a, b) => Date.parse(String(a["date"])) - Date.parse(String(b["date"])))
    }
    return JSON.stringify({
      "chat-next-web-store": { sessions: this.#sessions, currentSessionIndex: 0, lastUpdateTime: 1 },
      "access-control": { accessCode: "" },
      "app-config": this.#config,
      "mask-store": { masks: {} },
      "prompt-store": { counter: 0, prompts: {} },
    })
  }

  #take(theirs: Fields): void {
    const messages = (theirs["messages"] ?? []) as Fields[]
    if (messages.length === 0) return
    const own = this.#sessions.find(({ id }) => id === theirs["id"])
    if (own === undefined) return void this.#sessions.push(theirs)
    const known = new Set((own["messages"] as Fields[]).map(({ id }) => id))
    for (const message of messages) if (!known.has(message["id"])) (own["messages"] as Fields[]).push(message)
  }
}

function joined(own: Fields, remote: JsonObject): Fields {
  for (const [name, value] of Object.entries(remote)) {
    own[name] =
      typeof value === "object" && value !== null ? joined({ ...fieldsOf(own[name]) }, fieldsOf(value)) : value
  }
  return own
}
