import { useEffect, useMemo, useState } from "react"
import { isSyncComplete } from "#core/settings/sync-config.ts"
import { damagedRows } from "../../platform/storage/copy/damaged-file.ts"
import { loadChapters } from "../../platform/language/texts.ts"
import { readLocal } from "../../platform/storage/local-storage.ts"
import { vaultMark } from "../../platform/vault/vault-database-name.ts"
import { syncSettings } from "../../state/contributions.ts"
import type { Entry } from "../../ui/setting-entry.tsx"
import { useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { useSync } from "../../state/sync-store.ts"
import { useVault } from "../../state/vault-store.ts"
import { useIsMobile, useMedia } from "../../ui/use-media.ts"
import { aboutChapter } from "./about-chapter.tsx"
import { accessChapter } from "./access-chapter.tsx"
import { appearanceChapter } from "./appearance-chapter.tsx"
import { chatChapter, masksChapter, pluginsChapter } from "./chat-chapter.tsx"
import { dataChapter } from "./data-chapter.tsx"
import type { Chapter } from "./chapter.ts"
import { imagesChapter, speechChapter } from "./media-chapters.tsx"
import { useHasKept } from "./kept-list.tsx"
import { memoryChapter, modelChapter } from "./model-chapter.tsx"
import { useSettingsModel } from "./settings-model.ts"
import { spendingChapter } from "./spending-chapter.tsx"
import { syncChapter } from "./sync-chapter.tsx"
import { useNoted } from "./sync-status.tsx"

/** The whole catalogue. It changes only where a choice brings other settings with it; values are the controls' own. */
export function useChapters(): readonly Chapter[] {
  const hasCode = useAccess(({ accessCode }) => accessCode !== "")
  const needsCode = useAccess(({ config }) => config.needCode)
  const hidesBalance = useAccess(({ config }) => config.hideBalanceQuery)
  const hidesKeys = useAccess(({ config }) => config.hideUserApiKey)
  const usesOwn = useAccess(({ own }) => own.useCustomConfig)
  const ownProvider = useAccess(({ own }) => own.provider)
  const model = useSettingsModel()
  const imageRole = useAccess(({ config }) => config.roles.image)
  const engine = useConfig(({ ttsConfig }) => ttsConfig.engine)
  const syncProvider = useSync(({ provider }) => provider)
  // Who has a vault needs no storage besides: that one is not set up is nothing to be told.
  const hasVault = useVault(({ vault }) => (vault === undefined ? readLocal(vaultMark) !== null : vault !== null))
  const hasStorage = useSync(isSyncComplete) || !hasVault
  const hasDecisions = useNoted().length > 0
  const hasKept = useHasKept()
  const useProxy = useSync((sync) => sync.useProxy)
  const isMobile = useIsMobile()
  const hasKeys = !useMedia("(hover: none) and (pointer: coarse)")
  const [hasDamage, setHasDamage] = useState(false)
  useEffect(() => {
    const look = async () => {
      if ((await damagedRows()).length === 0) return
      await loadChapters("data")
      setHasDamage(true)
    }
    // Without them the chapter is what it always was.
    void look().catch(() => undefined)
  }, [])
  const [syncEntries, setSyncEntries] = useState<() => readonly Entry[]>()
  useEffect(
    () =>
      void syncSettings().then(
        ({ entries }) => setSyncEntries(() => entries),
        () => undefined,
      ),
    [],
  )
  return useMemo(
    () => [
      accessChapter({ hasCode, needsCode, hidesBalance, hidesKeys, usesOwn, provider: ownProvider }),
      spendingChapter(),
      appearanceChapter({ isMobile }),
      chatChapter({ hasKeys }),
      modelChapter(model),
      memoryChapter(),
      masksChapter(),
      pluginsChapter(),
      imagesChapter(imageRole),
      speechChapter(engine),
      syncChapter({
        provider: syncProvider,
        useProxy,
        hasStorage,
        hasDecisions,
        hasKept,
        contributed: syncEntries?.() ?? [],
      }),
      dataChapter(hasDamage),
      aboutChapter({ hidesBalance }),
    ],
    [
      hasCode,
      needsCode,
      hidesBalance,
      hidesKeys,
      usesOwn,
      ownProvider,
      model,
      imageRole,
      engine,
      syncProvider,
      useProxy,
      hasStorage,
      hasDecisions,
      hasKept,
      syncEntries,
      hasDamage,
      isMobile,
      hasKeys,
    ],
  )
}
