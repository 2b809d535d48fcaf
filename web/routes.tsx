import { Suspense } from "react"
import { Redirect, Route, Switch } from "wouter"
import { ChatScreen } from "./features/chat/chat-screen.tsx"
import { Loading } from "./features/loading/loading.tsx"
import { texts } from "./platform/texts.ts"
import { lazyScreen } from "./ui/lazy-part.tsx"

const SettingsScreen = lazyScreen(() => import("./features/settings/settings-screen.tsx"))
const SearchScreen = lazyScreen(() => import("./features/search/search-screen.tsx"))
const AuthScreen = lazyScreen(() => import("./features/access/auth-screen.tsx"))
const StatementScreen = lazyScreen(() => import("./features/statement/statement-screen.tsx"))
const LogsScreen = lazyScreen(() => import("./features/logs/logs-screen.tsx"))
const NotFoundScreen = lazyScreen(() => import("./features/not-found/not-found-screen.tsx"))
const SoonScreen = lazyScreen(() => import("./features/soon/soon-screen.tsx"))

/** Screens that stand alone, by the specification (core §2). */
const alone = ["/auth", "/sd", "/sd-new", "/artifacts"]

/** Whether the sidebar stands beside the screen at this path. */
export function hasSidebar(path: string): boolean {
  return !alone.some((start) => path === start || path.startsWith(`${start}/`))
}

/** The screen at the current address. Only the chat is in the first load. */
export function Screens() {
  const t = texts().shell
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/" component={ChatScreen} />
        <Route path="/chat" component={ChatScreen} />
        <Route path="/settings" component={SettingsScreen} />
        <Route path="/auth" component={AuthScreen} />
        <Route path="/search-chat" component={SearchScreen} />
        <Route path="/masks">
          <SoonScreen title={t.masks} text={t.masksSoon} />
        </Route>
        <Route path="/new-chat">
          <SoonScreen title={t.newChat} text={t.newChatSoon} />
        </Route>
        <Route path="/plugins">
          <SoonScreen title={t.plugins} text={t.pluginsSoon} />
        </Route>
        <Route path="/sd">
          <SoonScreen title={t.images} text={t.imagesSoon} />
        </Route>
        <Route path="/sd-new">
          <SoonScreen title={t.newImage} text={t.newImageSoon} />
        </Route>
        <Route path="/artifacts/:id">
          <SoonScreen title={t.artifact} text={t.artifactSoon} />
        </Route>
        <Route path="/logs" component={LogsScreen} />
        <Route path="/statement" component={StatementScreen} />
        <Route path="/index.html">
          <Redirect to="/" replace />
        </Route>
        <Route component={NotFoundScreen} />
      </Switch>
    </Suspense>
  )
}
