import type { Texts } from "../../texts.ts"

export const en: Texts["search"] = {
  title: "Search history",
  field: "Search the chats",
  placeholder: "Type words to search",
  clear: "Clear the search",
  loading: "Loading…",
  hint: "Looks through all messages on this device, with or without accents, even misspelt.",
  count: (count: number) => (count === 1 ? "1 result found" : `${count} results found`),
  countSoFar: (count: number) => (count === 1 ? "1 result so far…" : `${count} results so far…`),
  similar: "Nothing with exactly these words; these are similar.",
  noResult: "No results found",
  noResultHint: "Try fewer words, or others.",
  noData: "No data: there are no messages to search yet.",
  failed: "Search is not working right now. It tries again as you type.",
  results: "Results",
  inTitle: "Chat title",
  untitled: "New chat",
  view: "View",
  page: (at: number, of: number) => `Page ${at} of ${of}`,
  previous: "Previous page",
  next: "Next page",
}
