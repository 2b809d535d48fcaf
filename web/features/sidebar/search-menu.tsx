import { useEffect } from "react"
import { prepareSearch } from "../../platform/search-client.ts"
import { texts } from "../../platform/texts.ts"
import { startConversations } from "../../state/conversation-store.ts"
import { Button } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"

/** What can be discovered: the specification's selector with its one entry. */
export default function SearchMenu({ onSearch }: { readonly onSearch: () => void }) {
  const t = texts().shell
  // Whoever is about to search finds the conversations read.
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
