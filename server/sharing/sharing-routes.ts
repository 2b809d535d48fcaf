import type { Config } from "../config.ts"
import { createArtifactRoutes } from "./artifact-routes.ts"
import { createConversationRoutes } from "./conversation-routes.ts"
import { createReportRoutes, type ReportRoutesDeps } from "./report-routes.ts"
import type { SharedFiles } from "./shared-files.ts"
import { createSharingDesk, type SharingDeskDeps } from "./sharing-desk.ts"
import { createUploadRoutes } from "./upload-routes.ts"

export interface SharingRoutesDeps extends SharingDeskDeps, ReportRoutesDeps {
  readonly shared: SharedFiles
  readonly config: Pick<Config, "publicUrl" | "productName" | "supportUrl" | "shareApiUrl">
}

/** The routes for what people share by a link. Everybody who has a link reads; only its maker, or the operator, removes. */
export function createSharingRoutes(deps: SharingRoutesDeps) {
  const desk = createSharingDesk(deps)
  return [
    ...createConversationRoutes({ ...deps, desk }),
    ...createArtifactRoutes({ ...deps, desk }),
    ...createUploadRoutes({ ...deps, desk }),
    ...createReportRoutes(deps),
  ]
}
