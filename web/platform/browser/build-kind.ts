export type BuildKind = "web" | "app"

/** The kind of build: `PROSA_BUILD=app` makes the one for applications (0234), else it is a web page. */
export function buildKind(): BuildKind {
  return import.meta.env.PROSA_APP ? "app" : "web"
}
