/**
 * How long a person waits for the code after a warm click, and for a signature, against the client library alone over the
 * same relay and the same wallet. Run: `npx tsx bench/walletConnectPairing.ts [rounds]`.
 */
import { newDevice, type Page, startBench } from '../plugins/walletconnect/test/startBench.js'
import { startPair } from '../testkit/src/walletconnect/pair.testing.js'

const rounds = Number(process.argv[2] ?? 10)
const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** From the call to the uri; the attempt is given up then. */
async function timeToUri(page: Page): Promise<number> {
  const controller = new AbortController()
  const began = performance.now()
  let took = Number.NaN
  const shown = () => {
    took = performance.now() - began
    controller.abort()
  }
  await page.connect(shown, controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return took
}

const bench = await startBench()
const pair = await startPair()
try {
  const page = await bench.open(newDevice(), ['eip155'])
  const cold = await timeToUri(page)
  const warm = await timeToUri(page)
  await page.connect(bench.wallet.pair)
  await pair.connect()
  const ours: number[] = []
  const alone: number[] = []
  const address = pair.address('eip155:1')
  for (let round = 0; round < rounds; round += 1) {
    // The wallet's library takes a second between two requests.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    ours.push(await timed(() => page.sign('eip155', `round ${round}`)))
    alone.push(
      await timed(() =>
        pair.dapp.request({ method: 'personal_sign', params: ['0x6869', address] }, 'eip155:1'),
      ),
    )
  }
  console.log(`uri, first use ${cold.toFixed(0)} ms, warm ${warm.toFixed(0)} ms`)
  console.log(
    `signature ${median(ours).toFixed(0)} ms, library alone ${median(alone).toFixed(0)} ms, ratio ${(median(ours) / median(alone)).toFixed(2)}`,
  )
} catch (error) {
  console.error(error)
} finally {
  await bench.stop()
  await pair.stop()
  process.exit(0)
}
