import { liveThrough } from "./outage-harness.ts"
import { freshCluster } from "./postgres.ts"
import { longTroubles } from "./troubles.ts"

/** Lives through every trouble with this word in its name, and prints what came of it. Answers the exit code. */
export async function outagesByHand(only: string): Promise<number> {
  const cluster = await freshCluster()
  if (cluster === undefined) return 1
  let wrong = 0
  for (const [name, trouble] of Object.entries(longTroubles)) {
    if (!name.includes(only)) continue
    const { problems, outageLines, otherLines, ...figures } = await liveThrough(cluster, trouble)
    wrong += problems.length
    console.log(`${name}: ${problems.length} wrong; ${JSON.stringify(figures)}`)
    for (const text of [...problems, ...outageLines, ...otherLines.slice(0, 20)]) console.log(`  ${text}`)
  }
  await cluster.close()
  return wrong === 0 ? 0 : 1
}
