import type { Texts } from "../../texts.ts"
import { plural } from "../../plural.ts"

export const it: Texts["search"] = {
  title: "Cerca nella cronologia",
  field: "Cerca nelle conversazioni",
  placeholder: "Scrivi le parole da cercare",
  clear: "Cancella la ricerca",
  loading: "Caricamento…",
  hint: "Cerca in tutti i messaggi di questo dispositivo, con o senza accenti, anche con errori di battitura.",
  count: (count: number) => plural("it", count, { one: "# risultato trovato", other: "# risultati trovati" }),
  countSoFar: (count: number) => plural("it", count, { one: "# risultato finora…", other: "# risultati finora…" }),
  similar: "Niente con esattamente queste parole; queste sono simili.",
  noResult: "Nessun risultato trovato",
  noResultHint: "Prova con meno parole, o con altre.",
  noData: "Nessun dato: non ci sono ancora messaggi in cui cercare.",
  failed: "Per ora non è possibile cercare. Si riprova alla prossima lettera che scrivi.",
  results: "Risultati",
  inTitle: "Titolo della conversazione",
  untitled: "Nuova conversazione",
  view: "Vedi",
  page: (at: number, of: number) => `Pagina ${at} di ${of}`,
  previous: "Pagina precedente",
  next: "Pagina successiva",
}
