import type { Suite } from "../measure.ts"
export const web: Suite = async () => []
