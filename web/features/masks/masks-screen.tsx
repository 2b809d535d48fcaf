import { useMemo, useState } from "react"
import type { MaskImport } from "#core/masks/mask-file.ts"
import { useLocation } from "../../platform/browser/links.ts"
import { pageSearch } from "../../platform/browser/page-address.ts"
import { useQueryValue } from "../../platform/browser/query-value.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { beginFromMask } from "../../state/begin-from-mask.ts"
import { addCopy, useMasks } from "../../state/mask-store.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Menu } from "../../ui/menu.tsx"
import { Screen } from "../../ui/screen.tsx"
import { showToast } from "../../ui/toast.tsx"
import { MaskList } from "../../masks/mask-list.tsx"
import { ImportDialog, pickMaskFiles } from "./import-dialog.tsx"
import { deleteMask, downloadMask, downloadMasks, shareMask } from "./mask-actions.ts"
import { MaskCard, type MaskDeeds } from "./mask-card.tsx"
import { MaskDialog } from "./mask-dialog.tsx"

/** All masks, and the windows in which one is read, written or brought in. */
export default function MasksScreen() {
  const t = chapterTexts("masks")
  const [, navigate] = useLocation()
  const [openId, setOpenId] = useQueryValue("id")
  const [found, setFound] = useState<MaskImport>()
  const own = useMasks((state) => state.own)
  const deeds = useMemo<MaskDeeds>(
    () => ({
      talk: (mask) => void beginFromMask(mask).then(() => navigate("/chat")),
      open: ({ id }) => setOpenId(id),
      clone: (mask) =>
        void addCopy(mask, t.copyOf(mask.name)).then(
          ({ id }) => setOpenId(id),
          () => showToast({ text: t.saveFailed }),
        ),
      download: downloadMask,
      share: (mask) => void shareMask(mask),
      remove: (mask) =>
        void deleteMask(mask).then((isGone) => {
          // Saved in its window, which may stand open, it would be back.
          if (isGone && new URLSearchParams(pageSearch()).get("id") === mask.id) setOpenId(undefined)
        }),
    }),
    // Both only write; the list need not be drawn again for them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t],
  )
  return (
    <Screen
      title={t.title}
      wide
      aside={
        <>
          <Menu
            label={t.more}
            trigger={(properties) => <IconButton {...properties} icon="more" label={t.more} />}
            items={[
              { id: "import", text: t.import, icon: "folder", onSelect: () => pickMaskFiles(setFound) },
              {
                id: "download",
                text: t.downloadAll,
                icon: "download",
                disabled: own.length === 0,
                onSelect: () => downloadMasks(own),
              },
            ]}
          />
          <Button icon="plus" variant="primary" onClick={() => setOpenId("new")}>
            {t.add}
          </Button>
        </>
      }
      panel={
        openId === undefined ? null : (
          <MaskDialog key={openId} id={openId} deeds={deeds} onClose={() => setOpenId(undefined)} />
        )
      }
    >
      <MaskList>{(mask) => <MaskCard key={mask.id} mask={mask} deeds={deeds} isOpen={mask.id === openId} />}</MaskList>
      {found && <ImportDialog found={found} onClose={() => setFound(undefined)} />}
    </Screen>
  )
}
