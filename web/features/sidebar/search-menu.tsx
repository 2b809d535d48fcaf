import { texts } from "../../platform/texts.ts"
import { Button } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"

/** What can be discovered: the specification's selector with its one entry. */
export default function SearchMenu({ onSearch }: { readonly onSearch: () => void }) {
  const t = texts().shell
  return (
    <Menu
      defaultOpen
      label={t.search}
      trigger={(properties) => (
        <Button {...properties} icon="search">
          {t.search}
        </Button>
      )}
      items={[{ id: "history", text: t.searchHistory, icon: "search", onSelect: onSearch }]}
    />
  )
}
