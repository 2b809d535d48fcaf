import { useId } from "react"
import { chooseServer, serverOrigin } from "../../platform/gateway/server-address.ts"
import { forgetVisitor } from "../../platform/gateway/visitor.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeAccessCode } from "../../state/access-store.ts"
import { ListItem } from "../../ui/list-item.tsx"
import type { Entry } from "../../ui/setting-entry.tsx"
import { ServerForm } from "./server-form.tsx"

/** The setting of a build for an application: which server it uses. */
export function serverEntry(): Entry {
  const { title, settingHint } = chapterTexts("server")
  return { title, hint: settingHint, row: <ServerSetting /> }
}

function ServerSetting() {
  const t = chapterTexts("server")
  const hint = useId()
  return (
    <ListItem
      title={t.title}
      hint={t.settingHint}
      hintId={hint}
      note={<ServerForm describedBy={hint} onFound={move} />}
    />
  )
}

/** What belongs to the server before, its code and the visitor it knew, is not told to another. Conversations stay. */
function move(origin: string): void {
  if (origin === serverOrigin()) return
  void changeAccessCode("")
  forgetVisitor()
  chooseServer(origin)
  location.reload()
}
