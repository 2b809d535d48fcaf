/** Files of undici that its index would load together with fetch, WebSocket, caches and mocks: 10 MB of memory. */
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici"
  export default Agent
}
