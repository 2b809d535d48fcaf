import type { LaterTexts } from "#core/i18n/texts.ts"
import type { Ceilings } from "#core/ledger/ceiling.ts"
import type { ChatApis } from "#core/providers/registry.ts"
import type { AuxiliaryQuota } from "../../access/auxiliary-quota.ts"
import type { Authorizer, Person } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { Config } from "../../config.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { ModelRequest } from "../models/choose-model.ts"
import type { ModelCatalogue } from "../models/model-catalogue.ts"
import type { SearchService } from "../search/search-service.ts"
import type { Providers } from "../providers/provider.ts"
import type { Asker, RunLimits } from "./run-limits.ts"
import type { Rates } from "./rates.ts"

/** The parts of the server that admission asks. */
export interface AdmissionDeps extends Rates {
  readonly config: Config
  readonly authorizer: Authorizer
  readonly catalogue: ModelCatalogue
  readonly providers: Providers
  readonly apis: ChatApis
  /** Where one is configured, the gateway searches, not the provider. */
  readonly searchService: SearchService | undefined
  readonly ledger: Ledger
  readonly wallets: Wallets
  readonly quota: FreeQuota
  readonly auxiliaryQuota: AuxiliaryQuota
  readonly runLimits: RunLimits
  readonly now: () => number
}

/** A call, and who makes it. */
export interface AdmissionRequest extends ModelRequest {
  readonly ceilings: Ceilings
  readonly texts: LaterTexts
  /** Whose run it would be. */
  readonly asker: Asker
  /** Whether the run would go on with an answer whose model has called tools. */
  readonly isLaterRound: () => Promise<boolean>
  /** In whose name an own key is taken to an address of its own. */
  readonly person: Person | undefined
}
