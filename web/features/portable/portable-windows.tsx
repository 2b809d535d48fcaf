import { closePortable, usePortableDialog } from "../../state/portable-dialog.ts"
import { BackupDialog } from "./backup-dialog.tsx"
import { ExportDialog } from "./export-dialog.tsx"
import { ImportDialog } from "./import-dialog.tsx"

/** The one of them that is open. */
export default function PortableWindows() {
  const open = usePortableDialog((state) => state.open)
  switch (open?.kind) {
    case "import":
      return <ImportDialog files={open.files} onClose={closePortable} />
    case "export":
      return <ExportDialog sessionId={open.sessionId} onClose={closePortable} />
    case "backup":
      return <BackupDialog onClose={closePortable} />
    case undefined:
      return null
  }
}
