import Agent from "undici/lib/dispatcher/agent.js"

/**
 * The connections of calls to other servers. It is undici's own class, taken from its file because undici's index also loads
 * fetch, WebSocket, caches and mocks: 10 MB of memory that a server never uses. `agent.test.ts` shows that the index has the
 * same class, so that this file may be replaced by it at any time.
 */
export default Agent
