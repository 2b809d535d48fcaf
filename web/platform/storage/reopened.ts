/**
 * A connection that is opened once it is wanted, and anew where it could not be opened or was closed since: `open` is given what to
 * call then.
 */
export function reopened<Connection>(open: (closed: () => void) => Promise<Connection>): () => Promise<Connection> {
  let opened: Promise<Connection> | undefined
  const forget = () => (opened = undefined)
  return () => {
    if (opened === undefined) {
      opened = open(forget)
      opened.catch(forget)
    }
    return opened
  }
}
