import { Component, type ErrorInfo, type ReactNode } from "react"
import { isWritingEarly } from "../../platform/browser/early-field.ts"
import { CrashScreen } from "./crash-screen.tsx"
import { ScreenTrouble } from "./screen-trouble.tsx"

interface Props {
  readonly children: ReactNode
  /** A screen beside the sidebar, named by its address: the rest of the page goes on, and another screen is a new try. */
  readonly screen?: string
}

interface State {
  readonly error?: Error | undefined
  readonly stack?: string
  readonly screen?: string | undefined
}

/** Keeps an error in what it draws from leaving a blank page. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ screen }: Props, state: State): State | null {
    return screen === state.screen ? null : { screen, error: undefined }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ stack: componentStack?.trim() ?? "" })
    // Nothing reads the early field any more: it is removed, or stays as long as it has text to copy.
    isWritingEarly()
  }

  override render(): ReactNode {
    const { error, stack = "" } = this.state
    if (error === undefined) return this.props.children
    if (this.props.screen === undefined) return <CrashScreen error={error} stack={stack} />
    return <ScreenTrouble error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
