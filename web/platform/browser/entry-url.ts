import type { Place } from "#core/access/shown-tier.ts"
import { pageSearch } from "./page-address.ts"

/** Where the page was opened: links inside the page may drop the query, the lower tier it asks for stays. */
export const entryPlace: Place = {
  query: pageSearch(),
  // Where an application lies says nothing of a site.
  hostName: import.meta.env.PROSA_APP ? "" : location.hostname,
}
