import { useId, useState } from "react"
import { isServerAt } from "../../platform/gateway/find-server.ts"
import { type AddressTrouble, readServerAddress } from "../../platform/gateway/read-server-address.ts"
import { serverOrigin } from "../../platform/gateway/server-address.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import field from "../../ui/field.module.css"
import styles from "./server-form.module.css"

export interface ServerFormProps {
  /** The text that says what the field is about. */
  readonly describedBy: string
  /** A server of ours has answered there. */
  readonly onFound: (origin: string) => void
}

/** The server's address, in a build for an application: read, and taken once a server of ours answers there. */
export function ServerForm({ describedBy, onFound }: ServerFormProps) {
  const t = chapterTexts("server")
  const [address, setAddress] = useState(serverOrigin)
  const [said, setSaid] = useState<AddressTrouble | "connecting" | "noAnswer">()
  const saidId = useId()
  const isWrong = said !== undefined && said !== "connecting"
  const connect = async () => {
    const read = readServerAddress(address)
    if (!read.ok) return setSaid(read.error)
    setAddress(read.value)
    setSaid("connecting")
    if (!(await isServerAt(read.value))) return setSaid("noAnswer")
    setSaid(undefined)
    onFound(read.value)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (said !== "connecting") void connect()
      }}
    >
      <input
        className={field.field}
        aria-label={t.title}
        aria-describedby={`${describedBy} ${saidId}`}
        aria-invalid={isWrong}
        placeholder="https://"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="url"
        spellCheck={false}
        enterKeyHint="go"
        dir="ltr"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value)
          if (isWrong) setSaid(undefined)
        }}
      />
      <Button type="submit" variant="primary" disabled={address.trim() === "" || said === "connecting"}>
        {t.connect}
      </Button>
      <p id={saidId} role="status" className={classNames(styles.said, isWrong && styles.bad)}>
        {said !== undefined && t[said]}
      </p>
    </form>
  )
}
