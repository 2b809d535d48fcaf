import { useEffect, useState } from "react"
import type { PackTopic } from "#core/brazil/hints.ts"
import { packTopicsIn } from "#core/brazil/hints.ts"
import type { Session } from "#core/conversation/session.ts"
import { userMessage } from "#core/conversation/message.ts"
import { contentText } from "#core/gateway/content.ts"
import { Link } from "../../../platform/browser/links.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { useDraftWords } from "../../../state/draft-words.ts"
import { callsTools, displayNameOf } from "../../../state/model-facts.ts"
import { loadPlugins, packId, plugins, usePack } from "../../../state/plugin-store.ts"
import { isPluginOn, switchInConversation } from "../../../state/tools-of-conversation.ts"
import { allToolsFor, fitting } from "../../../state/tools.ts"
import { classNames } from "../../../ui/class-names.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Popover } from "../../../ui/popover.tsx"
import { Switch } from "../../../ui/switch.tsx"
import { useMedia } from "../../../ui/use-media.ts"
import { askedIn } from "../turn/who-pays.ts"
import composer from "./composer.module.css"
import styles from "./tool-menu.module.css"

/** How long the keys must rest before it is worked out what goes along with a question, in ms. */
const quietMs = 200

/** What goes along with the next question: the pack's topics as a chip, the user's plugins as a menu. */
export default function ToolMenu({ sessionId }: { readonly sessionId: string }) {
  const session = useConversations(({ sessions }) => sessions[sessionId])
  const { records } = plugins.use()
  const isSmall = useMedia("(max-width: 960px)")
  const isPackOn = usePack((pack) => pack.isOn)
  const isCalled = useAccess(({ config }) => config.plugins)
  const topics = useTopics(sessionId)
  useEffect(() => void loadPlugins(), [])
  if (session === undefined) return null
  const enabled = records.map(({ value }) => value).filter((plugin) => plugin.enabled)
  const ids = [...enabled.map(({ id }) => id), packId]
  // On a phone there is room for one of them: the one that this question is about.
  const isCrowded = isSmall && isPackOn && topics.length > 0
  return (
    <>
      <PackChip session={session} ids={ids} topics={topics} />
      {isCalled && enabled.length > 0 && !isCrowded && <PluginsMenu session={session} enabled={enabled} ids={ids} />}
    </>
  )
}

interface Choice {
  readonly session: Session
  /** The plugins that are on in general. */
  readonly ids: readonly string[]
}

function PackChip({ session, ids, topics }: Choice & { readonly topics: readonly PackTopic[] }) {
  const t = chapterTexts("tools")
  const { isOn } = usePack()
  const model = useToollessModel(session)
  const isSmall = useMedia("(max-width: 960px)")
  if (!isOn || topics.length === 0) return null
  const isHere = isPluginOn(session, packId)
  const list = topics.map((topic) => t.topics[topic]).join(", ")
  return (
    <button
      type="button"
      className={composer.search}
      aria-label={model === undefined ? t.brazil(list) : t.noTools(model)}
      aria-pressed={isHere && model === undefined}
      title={model === undefined ? t.brazilHint : t.noTools(model)}
      onClick={() => switchInConversation(session, packId, !isHere, ids)}
    >
      <Icon name="bolt" size={16} />
      {/* On a phone there is room for what it is about, not for whose. */}
      <bdi className={classNames(styles.topic, model === undefined && !isHere && styles.off)}>
        {model !== undefined ? t.noTools(model) : isSmall ? list : t.brazil(list)}
      </bdi>
    </button>
  )
}

interface Enabled {
  readonly id: string
  readonly title: string
}

function PluginsMenu({ session, enabled, ids }: Choice & { readonly enabled: readonly Enabled[] }) {
  const t = chapterTexts("tools")
  const model = useToollessModel(session)
  const isFull = useIsFull(session)
  const count = enabled.filter(({ id }) => isPluginOn(session, id)).length
  return (
    <Popover
      label={t.menu}
      trigger={(properties) => (
        <button
          {...properties}
          type="button"
          className={composer.search}
          aria-label={t.menu}
          title={model === undefined ? t.menu : t.noTools(model)}
          data-left={count > 0 ? count : undefined}
        >
          <Icon name="bolt" size={16} />
        </button>
      )}
    >
      <div className={styles.menu}>
        <h2>{t.here}</h2>
        {model !== undefined && <p role="note">{t.noTools(model)}</p>}
        {isFull && <p role="note">{t.tooMany}</p>}
        <ul role="list">
          {enabled.map(({ id, title }) => (
            <li key={id}>
              <span dir="auto">{title}</span>
              <Switch
                aria-label={title}
                checked={isPluginOn(session, id)}
                onChange={(isOn) => switchInConversation(session, id, isOn, ids)}
              />
            </li>
          ))}
        </ul>
        <Link href="/plugins">{t.manage}</Link>
      </div>
    </Popover>
  )
}

/** The topics that the words of the next question and of the one before it call for. */
function useTopics(sessionId: string): readonly PackTopic[] {
  const words = useRested(useDraftWords(sessionId))
  const before = useConversations(({ messages }) => messages[sessionId]?.findLast(({ role }) => role === "user"))
  const isAsked = useAccess(({ config }) => config.plugins || config.pretend)
  if (words.trim() === "") return []
  const topics = packTopicsIn([before === undefined ? "" : contentText(before.content), words])
  // Where the server makes no calls, only what is computed here goes along.
  return isAsked ? topics : topics.filter((topic) => topic === "holidays")
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === "" ? 0 : quietMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** The name of the conversation's model where it cannot call tools. */
function useToollessModel(session: Session): string | undefined {
  return useAccess(({ config }) => {
    const { model, providerName } = askedIn(session)
    return callsTools({ model, providerName }, config) ? undefined : displayNameOf(model, config)
  })
}

/** Whether there are more tools than a question may have. */
function useIsFull(session: Session): boolean {
  const [isFull, setFull] = useState(false)
  const { records } = plugins.use()
  useEffect(() => {
    let isGone = false
    void allToolsFor(session, userMessage("", 0, "")).then((all) => {
      if (!isGone) setFull(fitting(all).length < all.length)
    })
    return () => {
      isGone = true
    }
  }, [session, records])
  return isFull
}
