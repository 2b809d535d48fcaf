import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"
import { pieces } from "./pieces.ts"

export const es: Texts["receipt"] = {
  input: (tokens: string) => `Pregunta e historial · ${tokens} tokens`,
  cached: (tokens: string) => `De la caché del proveedor · ${tokens} tokens`,
  output: (tokens: string) => `Respuesta · ${tokens} tokens`,
  reasoning: (tokens: string) => `de los cuales ${tokens} de razonamiento`,
  search: (calls: number) => plural("es", calls, { one: "# búsqueda en la web", other: "# búsquedas en la web" }),
  pieces,
  fromPackage: "del paquete",
  total: "Total",
  rounds: (count: number) => `${count} rondas`,
  estimated: "El proveedor no informó los tokens; se contaron aquí.",
}
