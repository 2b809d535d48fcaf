import { readable } from "../bench/measure.ts"
import { startClockedProvider } from "../bench/web/clocked-provider.ts"
import { parts, unlimited } from "../bench/web/web.ts"
import { expect, test, withMotion } from "./support/test.ts"

test.use(withMotion)

// Everything that `npm run bench` measures, once each, in the page as it is served. The figures are printed here, not judged: how long something takes beside other tests, on whatever machine, proves little.

const { load: _, ...ofTheStore } = parts
for (const [name, { says, measure }] of Object.entries(ofTheStore)) {
  test(`${says}: measured in the page (web/${name})`, async ({ browser, startProsa }, info) => {
    const provider = await startClockedProvider()
    const prosa = await startProsa({ provider, env: unlimited })
    const measures = await measure({ browser, prosa, provider, slowdown: 1, quick: true })
    await provider.close()
    for (const { name: figure, value, unit } of measures) {
      info.annotations.push({ type: figure, description: `${readable(value)} ${unit}` })
      console.log(`${figure}: ${readable(value)} ${unit}`)
    }
    expect(measures.filter(({ value }) => !Number.isFinite(value))).toEqual([])
  })
}
