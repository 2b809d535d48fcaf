import { useEffect } from "react"
import { prepareSearch } from "../../platform/search/search-client.ts"
import { texts } from "../../platform/language/texts.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { Button } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"

/** A selector of further screens; it has one entry. */
export default function SearchMenu({ onSearch }: { readonly onSearch: () => void }) {
  const t = texts().shell
  // Before a search the conversations are loaded.
  useEffect(() => void startConversations().then(prepareSearch), [])
  return (
    <Menu
      defaultOpen
      label={t.search}
      trigger={(properties) => (
        <Button {...properties} icon="search" title={t.search}>
          {t.search}
        </Button>
      )}
      items={[{ id: "history", text: t.searchHistory, icon: "search", onSelect: onSearch }]}
    />
  )
}
