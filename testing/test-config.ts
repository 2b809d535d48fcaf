import { type Config, readConfig } from "../server/config.ts"

/** The configuration of these settings alone; a wrong one is a mistake of the test. */
export function testConfig(env: Readonly<Record<string, string>> = {}): Config {
  const config = readConfig(env)
  if (!config.ok) throw new Error(config.error.join("\n"))
  return config.value
}
