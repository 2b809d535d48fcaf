import { Suspense, type ComponentType } from "react"
import { screenAt, type ScreenName } from "#core/screens/screens.ts"
import { ChatScreen } from "./features/chat/chat-screen.tsx"
import { Loading } from "./features/loading/loading.tsx"
import { loadSearchScreen } from "./features/search/load-search-screen.ts"
import { Redirect, useLocation } from "./platform/browser/links.ts"
import { withChapters } from "./platform/language/texts.ts"
import { lazyScreen } from "./ui/lazy-part.tsx"

const SettingsScreen = lazyScreen(() =>
  withChapters(
    import("./features/settings/settings-screen.tsx"),
    "settings",
    "access",
    "model-list",
    "offline",
    "portable",
    "sharing",
    "sync",
    ...(import.meta.env.PROSA_APP ? (["server"] as const) : []),
  ),
)
const SearchScreen = lazyScreen(loadSearchScreen)
const AuthScreen = lazyScreen(() => withChapters(import("./features/access/auth-screen.tsx"), "access"))
const StatementScreen = lazyScreen(() => withChapters(import("./features/statement/statement-screen.tsx"), "statement"))
const LogsScreen = lazyScreen(() =>
  withChapters(import("./features/logs/logs-screen.tsx"), "logs", "errors", "statement"),
)
const MasksScreen = lazyScreen(() => withChapters(import("./features/masks/masks-screen.tsx"), "masks", "settings"))
const NewChatScreen = lazyScreen(() =>
  withChapters(import("./features/new-chat/new-chat-screen.tsx"), "masks", "settings"),
)
const PluginsScreen = lazyScreen(() => withChapters(import("./features/plugins/plugins-screen.tsx"), "plugins"))
const ArtifactScreen = lazyScreen(() => withChapters(import("./features/artifacts/artifact-screen.tsx"), "sharing"))
const NotFoundScreen = lazyScreen(() => import("./features/not-found/not-found-screen.tsx"))
const ImagesScreen = lazyScreen(() =>
  withChapters(import("./features/images/images-screen.tsx"), "images", "errors", "queue"),
)
const NewImageScreen = lazyScreen(() =>
  withChapters(import("./features/images/new-image-screen.tsx"), "images", "errors", "queue"),
)

const screens: Readonly<Record<ScreenName, ComponentType>> = {
  home: ChatScreen,
  chat: ChatScreen,
  newChat: NewChatScreen,
  masks: MasksScreen,
  plugins: PluginsScreen,
  search: SearchScreen,
  settings: SettingsScreen,
  auth: AuthScreen,
  images: ImagesScreen,
  newImage: NewImageScreen,
  logs: LogsScreen,
  statement: StatementScreen,
  artifact: ArtifactScreen,
}

/** Screens without a sidebar. */
const alone: readonly (ScreenName | undefined)[] = ["auth", "images", "newImage", "artifact"]

/** Whether the sidebar is shown beside the screen at this path. */
export function hasSidebar(path: string): boolean {
  return !alone.includes(screenAt(path))
}

/** The screen at the current address. Only the chat is in the first load. */
export function Screens() {
  const [path] = useLocation()
  const name = screenAt(path)
  const Screen = name === undefined ? NotFoundScreen : screens[name]
  return <Suspense fallback={<Loading />}>{path === "/index.html" ? <Redirect to="/" replace /> : <Screen />}</Suspense>
}
