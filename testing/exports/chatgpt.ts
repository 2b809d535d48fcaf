/*
 * Exports as ChatGPT has written them over the years, in words of our own: the facts of its format, and each of its oddities.
 */

interface Node {
  readonly id: string
  message: unknown
  readonly parent: string | null
  readonly children: string[]
}

export interface Conversation {
  readonly title: string | null
  readonly create_time: number
  readonly update_time: number
  readonly mapping: Record<string, Node>
  current_node: string
  readonly conversation_id: string
  readonly id: string
  readonly default_model_slug: string
}

/** A conversation under construction: `say` adds a node below another one, `under` the last by default. */
export function conversation(id: string, title: string | null = `Conversa ${id}`, began = 1_700_000_000) {
  const mapping: Record<string, Node> = {
    [`${id}-root`]: { id: `${id}-root`, message: null, parent: null, children: [] },
  }
  let last = `${id}-root`
  let count = 0
  const say = (
    role: string,
    content: unknown,
    { under = last, more = {}, metadata = {} }: { under?: string; more?: object; metadata?: object } = {},
  ): string => {
    count += 1
    const node = `${id}-${count}`
    const parts = typeof content === "string" ? { content_type: "text", parts: [content] } : content
    mapping[node] = {
      id: node,
      parent: under,
      children: [],
      message: {
        id: node,
        author: { role },
        create_time: began + count,
        content: parts,
        recipient: "all",
        metadata,
        ...more,
      },
    }
    mapping[under]?.children.push(node)
    last = node
    return node
  }
  const done = (): Conversation => ({
    title,
    create_time: began,
    update_time: began + count,
    mapping,
    current_node: last,
    conversation_id: id,
    id,
    default_model_slug: "gpt-4o",
  })
  return { say, done }
}

/** Many plain conversations of `turns` questions with their answers. */
export function conversations(count: number, turns: number, from = 0): readonly Conversation[] {
  return Array.from({ length: count }, (_one, at) => {
    const made = conversation(`c${from + at}`, `Assunto número ${from + at}`, 1_680_000_000 + (from + at) * 3_600)
    for (let turn = 0; turn < turns; turn += 1) {
      made.say("user", `Pergunta ${turn} da conversa ${from + at}: quanto custa a passagem de ônibus para Recife?`)
      made.say(
        "assistant",
        `Resposta ${turn}. ${"A passagem custa por volta de duzentos reais e sai toda manhã. ".repeat(6)}`,
      )
    }
    return made.done()
  })
}
