/** Does something that takes the focused message away; the focus goes to the next one's actions, or to the log itself. */
export function moveFocusAfter(remove: () => void): void {
  const article = document.activeElement?.closest("article")
  const log = article?.closest<HTMLElement>("[role=log]")
  const articles = [...(log?.querySelectorAll("article") ?? [])]
  const at = article ? articles.indexOf(article) : -1
  const next = articles[at + 1] ?? articles[at - 1]
  const target = next?.querySelector<HTMLElement>("[aria-haspopup=menu]") ?? log
  target?.focus({ preventScroll: true })
  remove()
}
