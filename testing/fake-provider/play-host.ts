import net from "node:net"
import tls from "node:tls"

/**
 * Lets a fake provider stand at a provider's own address: what this process sends there goes, unencrypted, to a port of this
 * machine. What the catalogue says of a provider's models counts at its own address only, so this is how that is tested.
 * The answer ends it.
 */
export function playHost(host: string, port: number): () => void {
  const before = tls.connect
  // undici calls it through the module's own object, whichever copy of undici it is.
  tls.connect = ((options: tls.ConnectionOptions, ...more: never[]) => {
    if (options.host !== host) return before(options, ...more)
    const socket = net.connect(port, "127.0.0.1")
    socket.once("connect", () => void socket.emit("secureConnect"))
    return socket as tls.TLSSocket
  }) as typeof tls.connect
  return () => void (tls.connect = before)
}
