import { join } from "node:path"
import { commandEnvironment } from "../scripts/launcher/project-node.mjs"

const { PATH, NODE_COMPILE_CACHE } = commandEnvironment(join(import.meta.dirname, ".."))

/**
 * What a program of ours that a test starts gets of this process's environment: none of the operator's settings, and what
 * Node has compiled before, without which a start takes two and a half times the processor time.
 */
export const programEnvironment: Readonly<NodeJS.ProcessEnv> = { PATH, NODE_COMPILE_CACHE }
