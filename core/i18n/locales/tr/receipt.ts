import type { Texts } from "../../texts.ts"
import { pieces } from "./pieces.ts"

export const tr: Texts["receipt"] = {
  input: (tokens: string) => `Soru ve geçmiş · ${tokens} token`,
  cached: (tokens: string) => `Sağlayıcının önbelleğinden · ${tokens} token`,
  output: (tokens: string) => `Yanıt · ${tokens} token`,
  reasoning: (tokens: string) => `bunun akıl yürütme kısmı ${tokens}`,
  search: (calls: number) => `Web araması · ${calls.toLocaleString("tr")} kez`,
  pieces,
  fromPackage: "paketten",
  total: "Toplam",
  rounds: (count: number) => `${count} tur`,
  estimated: "Sağlayıcı token sayısını bildirmedi; burada sayıldı.",
}
