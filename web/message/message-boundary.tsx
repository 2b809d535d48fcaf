import { Component, type ReactNode } from "react"
import { texts } from "../platform/language/texts.ts"
import { PlainText } from "../markdown/plain-text.tsx"
import styles from "./answer.module.css"

interface Props {
  readonly source: string
  readonly children: ReactNode
}

interface State {
  readonly broken: boolean
  readonly showSource: boolean
}

/** Keeps a message that cannot be drawn from taking the page with it: its text can still be read. */
export class MessageBoundary extends Component<Props, State> {
  override state: State = { broken: false, showSource: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    const t = texts().chat
    return (
      <div className={styles.broken}>
        <p>{t.unreadable}</p>
        {this.state.showSource ? (
          <PlainText text={this.props.source} />
        ) : (
          <button type="button" onClick={() => this.setState({ showSource: true })}>
            {t.showSource}
          </button>
        )}
      </div>
    )
  }
}
