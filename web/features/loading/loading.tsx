/** The same picture `index.html` shows before the application has mounted. */
import { texts } from "../../platform/language/texts.ts"
import { Logo } from "../../ui/logo.tsx"

export function Loading() {
  return (
    <div className="loading">
      <Logo size={52} />
      <span className="loading-spinner" role="progressbar" aria-label={texts().shell.loading} />
    </div>
  )
}
