import { expect, test } from "vitest"
import { countPersonalNumbers, findPersonalNumbers, hidePersonalNumbers } from "./personal-data.ts"

const kinds = (text: string) => findPersonalNumbers(text).map(({ kind }) => kind)

test.each([
  ["Meu CPF é 529.982.247-25.", ["cpf"]],
  ["cpf: 52998224725", ["cpf"]],
  ["Ligue (11) 98765-4321 ou +55 (21) 3456-7890", ["phone", "phone"]],
  ["+55 81 99999-1234, +5581999991234 ou 81 99999-1234", ["phone", "phone", "phone"]],
  ["tel: 81 3333-4444, WhatsApp 81999991234", ["phone", "phone"]],
  ["Cartão 4111 1111 1111 1111, validade 10/30", ["card"]],
  ["cartão: 4111111111111111", ["card"]],
  ["**529.982.247-25** e *529.982.247-25*, `529.982.247-25`, ~~529.982.247-25~~", ["cpf", "cpf", "cpf", "cpf"]],
  ["**529**.982.247-**25**, __529__.**982**.247-25 e 529.982.247\\-25", ["cpf", "cpf", "cpf"]],
  ["529.982.247–25, 529.982.247‑25 e 529\u200b.982.247-25", ["cpf", "cpf", "cpf"]],
  ["**CPF:** 529**982**24725", ["cpf"]],
  ["**(11)** 98765-4321, +55\u00a011\u00a098765\u20114321 e **WhatsApp**: 81999991234", ["phone", "phone", "phone"]],
  ["**4111** **1111** **1111** **1111**", ["card"]],
])("tells what is somebody's: %s", (text, expected) => {
  expect(kinds(text)).toEqual(expected)
})

test.each([
  "Pedido 52998224725 enviado.",
  "CPF 529.982.247-26",
  "CPF 111.111.111-11",
  "R$ 1.850,00 e R$ 59,20 em 24/11/2026",
  "4111 1111 1111 1112",
  "Código 4111111111111111 do rastreio",
  "CEP 01310-930, CNPJ 12.345.678/0001-95",
  "3.14159265358979",
  "Pedido 81999991234, lote 81 3333-4444",
  "Código +5511 e 55 11 12345678",
  "529*982*247*25 = 2 e 4111*1111*1111*1111",
])("lets other numbers be: %s", (text) => {
  expect(kinds(text)).toEqual([])
})

test("hides every digit of such a number and no other sign", () => {
  expect(hidePersonalNumbers("CPF 529.982.247-25, R$ 20, (11) 98765-4321")).toBe(
    "CPF •••.•••.•••-••, R$ 20, (••) •••••-••••",
  )
  expect(hidePersonalNumbers("CPF **529**.982.247–**25**.")).toBe("CPF **•••**.•••.•••–**••**.")
})

test("counts a number once, however often and in whatever form it is said", () => {
  const texts = ["CPF 529.982.247-25", "cpf: 52998224725 e (11) 98765-4321", "(11) 3456-7890"]
  expect(countPersonalNumbers(texts)).toEqual({ cpf: 1, card: 0, phone: 2 })
})
