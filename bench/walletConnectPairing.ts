/**
 * How long a person waits for the code after a warm click, and for a signature, against the client library alone: over the
 * same relay, with the same wallet and the same text, in turns of which each begins in its round. Alone is with a store of
 * the same kind as ours, and with the library's own. Run: `npx tsx bench/walletConnectPairing.ts [rounds]`.
 */
import { ethereum, newDevice, type Page, startBench } from '../plugins/walletconnect/test/startBench.js'
import { openDapp, proposals } from '../testkit/src/walletconnect/pair.testing.js'

const rounds = Number(process.argv[2] ?? 10)
/** Milliseconds between two requests: the wallet's library takes a second. */
const pause = 1_200
const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/** By the clock, and of the processor in every thread: the app's side, the relay and the wallet. Milliseconds. */
interface Took {
  readonly clock: number
  readonly processor: number
}

async function timed(work: () => Promise<unknown>): Promise<Took> {
  await new Promise((resolve) => setTimeout(resolve, pause))
  const [began, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { clock: performance.now() - began, processor: (user + system) / 1000 }
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
try {
  const page = await bench.open(newDevice(), ['eip155'])
  const cold = await timeToUri(page)
  const warm = await timeToUri(page)
  console.log(`uri, first use ${cold.toFixed(0)} ms, warm ${warm.toFixed(0)} ms`)
  await page.connect(bench.wallet.pair)
  const address = page.session.activeAccount('eip155')?.address
  const text = (round: number) => `round ${`${round}`.padStart(4, '0')}`
  /** The library alone, with a store of the same kind as ours, or with its own. */
  async function startAlone(storage?: ReturnType<typeof newDevice>['clientStorage']) {
    const dapp = await openDapp(bench.relay.url, storage)
    dapp.on('display_uri', bench.wallet.pair)
    await dapp.connect({ optionalNamespaces: { eip155: proposals.eip155 } })
    return (round: number) => {
      const params = [`0x${Buffer.from(text(round)).toString('hex')}`, address]
      return dapp.request({ method: 'personal_sign', params }, ethereum)
    }
  }
  const ways = [
    { name: 'ours', ask: (round: number) => page.sign('eip155', text(round)), took: [] as Took[] },
    { name: 'alone', ask: await startAlone(newDevice().clientStorage), took: [] as Took[] },
    { name: 'alone, its own store', ask: await startAlone(), took: [] as Took[] },
  ]
  // The first round of each warms the code up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const place of ways.keys()) {
      const way = ways[(round + place) % ways.length] as (typeof ways)[number]
      const one = await timed(() => way.ask(round))
      if (round > 0) way.took.push(one)
    }
  }
  for (const what of ['clock', 'processor'] as const) {
    const medians = ways.map(({ took }) => median(took.map((one) => one[what])))
    const [own = Number.NaN] = medians
    const told = ways.map(({ name }, index) => {
      const time = medians[index] ?? Number.NaN
      return index === 0
        ? `${name} ${time.toFixed(1)} ms`
        : `${name} ${time.toFixed(1)} (${(own / time).toFixed(2)})`
    })
    console.log(`signature by the ${what}: ${told.join(', ')}`)
  }
} catch (error) {
  console.error(error)
} finally {
  await bench.stop()
  process.exit(0)
}
