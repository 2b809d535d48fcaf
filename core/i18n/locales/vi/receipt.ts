import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

/** A number as Vietnamese writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("vi")

export const vi: Texts["receipt"] = {
  input: (tokens: string) => `Câu hỏi và lịch sử · ${tokens} token`,
  cached: (tokens: string) => `Từ bộ nhớ đệm của nhà cung cấp · ${tokens} token`,
  output: (tokens: string) => `Câu trả lời · ${tokens} token`,
  reasoning: (tokens: string) => `trong đó ${tokens} cho suy luận`,
  search: (calls: number) => `Tìm kiếm trên web · ${number(calls)} lượt`,
  pieces,
  fromPackage: "từ gói",
  total: "Tổng cộng",
  rounds: (count: number) => `${count} lượt`,
  estimated: "Nhà cung cấp không cho biết số token; số này được đếm tại đây.",
}
