import type { Place } from "#core/access/tier.ts"

/** Where the page was opened: links inside the page may drop the query, the lower tier it asks for stays. */
export const entryPlace: Place = { query: location.search, hostName: location.hostname }
