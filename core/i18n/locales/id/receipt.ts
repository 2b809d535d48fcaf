import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["receipt"] = {
  input: (tokens: string) => `Pertanyaan dan riwayat · ${tokens} token`,
  cached: (tokens: string) => `Dari cache penyedia · ${tokens} token`,
  output: (tokens: string) => `Jawaban · ${tokens} token`,
  reasoning: (tokens: string) => `termasuk ${tokens} untuk penalaran`,
  search: (calls: number) => `Pencarian web · ${number(calls)} kali`,
  pieces,
  fromPackage: "dari paket",
  total: "Total",
  rounds: (count: number) => `${count} putaran`,
  estimated: "Penyedia tidak melaporkan jumlah token; jumlahnya dihitung di sini.",
}
