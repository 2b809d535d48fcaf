import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const ru: Texts["receipt"] = {
  input: (tokens: string) => `Вопрос и история · токенов: ${tokens}`,
  cached: (tokens: string) => `Из кэша провайдера · токенов: ${tokens}`,
  output: (tokens: string) => `Ответ · токенов: ${tokens}`,
  reasoning: (tokens: string) => `из них на рассуждения: ${tokens}`,
  search: (calls: number) =>
    plural("ru", calls, { one: "# поисковый запрос", few: "# поисковых запроса", other: "# поисковых запросов" }),
  pieces,
  fromPackage: "из пакета",
  total: "Итого",
  rounds: (count: number) => plural("ru", count, { few: "# раунда", other: "# раундов" }),
  estimated: "Провайдер не сообщил число токенов; мы посчитали их сами.",
}
