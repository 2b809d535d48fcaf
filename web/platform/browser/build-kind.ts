export type BuildKind = "web" | "app"

/** The kind of build: `PROSA_BUILD=app` makes the static export (`vite.config.ts`), else it is a web page. */
export function buildKind(): BuildKind {
  return document.documentElement.dataset["build"] === "app" ? "app" : "web"
}
