/**
 * Twelve networks of fifty tokens beside one network: how long until every token is in the portfolio, with a source that
 * answers each network after a fixed time, as a node does. `npx tsx bench/portfolio.ts`.
 */
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { type Holding, Holdings, Prices } from '@latchkey/kernel/contracts'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, fakeNetwork, fakeWallet } from '@latchkey/kernel/testing'
import { Portfolio, portfolio } from '@latchkey/plugin-balances'
import { subscribe } from 'valtio/vanilla'

/** Milliseconds that a node takes. */
const latency = 150
const tokens = 50
const rounds = 7
const address = '0xA11ce5000000000000000000000000000000A11c'

const holdingsOf = (networkId: NetworkId): readonly Holding[] =>
  Array.from({ length: tokens }, (_, index) => ({
    networkId,
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    name: `Token ${index}`,
    amount: { value: 10n ** 18n + BigInt(index), decimals: 18, symbol: `T${index}` },
  }))

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), latency))

async function measure(count: number): Promise<{ readonly time: number; readonly requests: number }> {
  const ids = Array.from({ length: count }, (_, index): NetworkId => `eip155:${index + 1}`)
  const [first = 'eip155:1'] = ids
  let requests = 0
  const wallet = fakeWallet({
    accounts: [fakeAccount(first, address)],
    networks: { eip155: first },
    answers: { connect: 'approve' },
  })
  const chain = definePlugin({
    id: 'bench.chain',
    kernel: '^1.0.0',
    provides: [Holdings, Prices],
    setup(context) {
      context.add(Namespace, fakeNamespace('eip155', [], { networks: ids.map((id) => fakeNetwork(id)) }))
      context.add(Connector, wallet.connector)
      context.provide(Holdings, () => ({
        read({ networkId }) {
          requests += 1
          return later({ holdings: holdingsOf(networkId), source: 'chain', problems: [] } as const)
        },
      }))
      context.provide(Prices, () => ({ weighsTold: true, read: () => later('2.5') }))
    },
  })
  const kernel = createKernel([chain, portfolio()], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const { state, watch } = kernel.get(Portfolio)
  const isWhole = () =>
    Object.values(state.entries).filter(
      ({ holdings, total }) => holdings.length === tokens && total !== undefined,
    ).length === count
  const startedAt = performance.now()
  const done = new Promise<void>((resolve) => {
    const stop = subscribe(state, () => {
      if (!isWhole()) return
      stop()
      resolve()
    })
  })
  watch()
  await done
  const time = performance.now() - startedAt
  await kernel.dispose()
  return { time, requests }
}

// The code of the portfolio is loaded with the first.
await measure(1)
const ratios: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const one = await measure(1)
  const twelve = await measure(12)
  if (twelve.requests !== 12) throw new Error(`12 networks took ${twelve.requests} requests.`)
  ratios.push(twelve.time / one.time)
  console.log(`one ${one.time.toFixed(0)} ms, twelve ${twelve.time.toFixed(0)} ms`)
}
const median = ratios.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? 0
console.log(
  `Twelve networks of ${tokens} tokens take ${median.toFixed(2)} times what one takes (at most 1.5).`,
)
process.exit(median <= 1.5 ? 0 : 1)
