import { expect, test } from "vitest"
import { filePart } from "../conversation/attachment.ts"
import type { Message } from "../conversation/message.ts"
import { microReais } from "../lib/micro-reais.ts"
import { chatJson } from "./export-chat.ts"

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
