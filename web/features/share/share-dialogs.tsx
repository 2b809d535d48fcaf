import type { ShareDialogState } from "../../state/share-dialogs.ts"
import { LinksDialog } from "./links-dialog.tsx"
import { MadeDialog } from "./made-dialog.tsx"
import { ReceivedDialog } from "./received-dialog.tsx"
import { ShareDialog } from "./share-dialog.tsx"

/** The window that is open. */
export default function ShareDialogs({ open }: { readonly open: ShareDialogState }) {
  switch (open.kind) {
    case "conversation":
      return <ShareDialog sessionId={open.sessionId} />
    case "made":
      return <MadeDialog link={open.link} isKept={open.isKept} />
    case "links":
      return <LinksDialog />
    case "received":
      return <ReceivedDialog id={open.id} />
  }
}
