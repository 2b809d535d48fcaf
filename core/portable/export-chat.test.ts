import { expect, test } from "vitest"
import { filePart } from "../conversation/attachment.ts"
import type { Message } from "../conversation/message.ts"
import { microReais } from "../lib/micro-reais.ts"
import { fieldsOf, parseJson } from "../lib/fields.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { chatJson } from "./export-chat.ts"
import { readPlainMessages } from "./nextchat-file.ts"

const contract = { note: { name: "contrato.pdf", sizeBytes: 12 }, text: "O aluguel é de R$ 1.850,00" }
const messages: readonly Message[] = [
  { id: "q", role: "user", date: 1, content: [{ type: "text", text: "Posso assinar?" }, filePart(contract)] },
  {
    id: "a",
    role: "assistant",
    date: 2,
    content: "Pode.",
    question: "Palavras de uma pergunta apagada",
    reasoning: "Depois do contrato",
    rounds: [
      {
        content: "Vou ver.",
        reasoning: "Antes do contrato",
        runId: "run-1",
        idempotencyKey: "key-1",
        cost: microReais(3),
      },
    ],
  },
]
const json = (choices: { readonly reasoning: boolean; readonly files: boolean; readonly costs: boolean }) =>
  chatJson({ id: "chat", title: "Aluguel", context: [] }, messages, choices, () => undefined)

test("what was left out of an export as JSON is in no part of it, of earlier rounds neither", () => {
  const file = json({ reasoning: false, files: false, costs: false })
  for (const left of ["Palavras", "1.850", 'contrato"', "do contrato", "run-1", "key-1", '"cost"'])
    expect(file).not.toContain(left)
  for (const kept of ["Posso assinar?", "contrato.pdf", "Vou ver.", "Pode."]) expect(file).toContain(kept)
})

test("what was chosen is there", () => {
  const file = json({ reasoning: true, files: true, costs: true })
  for (const kept of ["1.850", "Antes do contrato", "Depois do contrato", '"cost": 3']) expect(file).toContain(kept)
  for (const ours of ["run-1", "key-1"]) expect(file).not.toContain(ours)
})

test("the other answers to a question leave with it as JSON, as it was chosen, and are read again", () => {
  const others = (question?: string): readonly Message[] => [
    { id: "q", role: "user", date: 1, content: "Quanto?" },
    {
      id: "a",
      role: "assistant",
      date: 4,
      content: "R$ 1.850.",
      questionId: "q",
      versions: {
        before: [
          {
            date: 2,
            content: "Não sei.",
            reasoning: "Hum",
            runId: "run-2",
            questionId: "q",
            question: question ?? "Qual?",
          },
        ],
        after: [{ date: 3, content: "Muito.", questionId: "q" }],
      },
    },
  ]
  const written = (said: readonly Message[]) =>
    chatJson(
      { id: "chat", title: "Aluguel", context: [] },
      said,
      { reasoning: false, files: true, costs: true },
      () => undefined,
    )
  const read = (file: string) => {
    const reading = { modelConfig: defaultModelConfig, now: 9, lang: "pt" } as never
    const [outcome] = readPlainMessages(fieldsOf(parseJson(file)), reading)
    return outcome?.kind === "chats" ? outcome.chats[0]?.messages : undefined
  }
  const [asked, answer] = others()
  const before = [{ date: 2, content: "Não sei.", questionId: "q", question: "Qual?" }]
  expect(read(written(others()))).toEqual([asked, { ...answer, versions: { before, after: answer?.versions?.after } }])
  const alone = written(others("Palavras apagadas").slice(1))
  expect(alone).toContain("Não sei.")
  for (const left of ["Palavras", "questionId", "Hum", "run-2"]) expect(alone).not.toContain(left)
})
