import type { Kind } from "./hostile-client.ts"
import { bigJson } from "./kinds/big-json.ts"
import { bombs } from "./kinds/bombs.ts"
import { connectionChurn } from "./kinds/connection-churn.ts"
import { falseTitles } from "./kinds/false-titles.ts"
import { foreignRuns } from "./kinds/foreign-runs.ts"
import { guesses } from "./kinds/guesses.ts"
import { imageFloods } from "./kinds/image-floods.ts"
import { keyChurn } from "./kinds/key-churn.ts"
import { logFloods } from "./kinds/log-floods.ts"
import { oddPaths } from "./kinds/odd-paths.ts"
import { ownKeyChurn } from "./kinds/own-key-churn.ts"
import { ownRuns } from "./kinds/own-runs.ts"
import { poisonedTexts } from "./kinds/poisoned-texts.ts"
import { slowHeaders } from "./kinds/slow-headers.ts"
import { smuggling } from "./kinds/smuggling.ts"
import { unfinishedBodies } from "./kinds/unfinished-bodies.ts"
import { unreadAssets } from "./kinds/unread-assets.ts"
import { unreadStreams } from "./kinds/unread-streams.ts"
import { visitorChurn } from "./kinds/visitor-churn.ts"

/** Every kind of hostile client. */
export const kinds: readonly Kind[] = [
  slowHeaders,
  unfinishedBodies,
  bigJson,
  unreadAssets,
  unreadStreams,
  ownKeyChurn,
  ownRuns,
  imageFloods,
  guesses,
  keyChurn,
  visitorChurn,
  falseTitles,
  poisonedTexts,
  connectionChurn,
  smuggling,
  logFloods,
  foreignRuns,
  bombs,
  oddPaths,
]
