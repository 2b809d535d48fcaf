// What a page has around it, for tests of what looks at that as soon as it is loaded: import this file before anything of
// `web`. There is no database: import "fake-indexeddb/auto" where there should be one.
import { vi } from "vitest"
import { tabStorage } from "./tab-storage.ts"

/** The document and the window: events of either are sent to it. */
export const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: "pt-BR" } })

vi.stubGlobal("window", globalThis)
vi.stubGlobal("document", page)
vi.stubGlobal("location", new URL("http://prosa.test/"))
vi.stubGlobal("navigator", { onLine: true, languages: ["pt-BR"], locks: navigator.locks })
vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page))
vi.stubGlobal("sessionStorage", tabStorage())
vi.stubGlobal("localStorage", tabStorage())
