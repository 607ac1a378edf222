// The screen on which a person agrees tells the coin that leaves, however the node shows it.
import {
  type CoinLogs,
  type EvmStack,
  startCoinLogs,
  startEvm,
} from '../../../../../devstack/src/evm/index.js'
import { createPublicClient, http, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryCalls } from './tryCalls.js'

let stack: EvmStack
let nodes: Record<'logged' | 'both', CoinLogs>
beforeAll(async () => {
  stack = await startEvm()
  const start = (simulations: 'logged' | 'both') => startCoinLogs({ url: stack.url, simulations })
  nodes = { logged: await start('logged'), both: await start('both') }
})
afterAll(async () => {
  await Promise.all(Object.values(nodes ?? {}).map((node) => node.stop()))
  await stack?.stop()
})

test.each(['plain', 'logged', 'both'] as const)(
  'the coin that leaves is told once, by a node of the kind %s',
  async (kind) => {
    const url = kind === 'plain' ? stack.url : nodes[kind].url
    const client = createPublicClient({ chain: stack.chain, transport: http(url) })
    const [account, other] = stack.accounts
    const calls = [{ to: other!.address, value: parseEther('3') }]
    const trial = await tryCalls(client as never, account!.address, calls)
    expect(trial).toMatchObject({ doesFail: false, isPartial: false })
    expect(trial?.changes).toEqual([{ difference: -parseEther('3') }])
  },
)
