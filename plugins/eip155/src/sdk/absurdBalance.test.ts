// A node that reports more of the coin than 256 bits can hold.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Balance, Send } from '@latchkey/kernel/contracts'
import { NativeBalances } from '@latchkey/kernel/wallet'
import { mainnet } from 'viem/chains'
import { afterEach, expect, it } from 'vitest'
import { soundNode } from '../../test/soundNode.js'
import { answerJson, setUpCapabilities, startServer, type TestServer } from '../../test/support.js'
import { eip155 } from '../eip155.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const privateKey = `0x${'11'.repeat(32)}` as const
const most = 2n ** 256n - 1n
const hundredDigits = `0x${'f'.repeat(100)}`
const tooMuch: readonly (readonly [string, string])[] = [
  ['one more than 256 bits', `0x1${'0'.repeat(64)}`],
  ['a hundred digits', hundredDigits],
  ['a hundred thousand digits', `0x${'9'.repeat(100_000)}`],
]

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A sound node but for what it says of balances. */
async function startNode(balance: string): Promise<TestServer> {
  const server = await startServer((body, response) => {
    const one = ({ id, method }: { readonly id: number; readonly method: string }) => {
      const result = method === 'eth_getBalance' ? balance : soundNode[method]
      return {
        jsonrpc: '2.0',
        id,
        ...(result === undefined ? { error: { code: -32601, message: 'no' } } : { result }),
      }
    }
    answerJson(response, Array.isArray(body) ? body.map(one) : one(body as never))
  })
  stops.push(() => server.stop())
  return server
}

const chainAt = (...servers: readonly TestServer[]) => {
  const stack = { url: servers[0]!.url, chainId: 1, chain: mainnet, accounts: [{ address, privateKey }] }
  return setUpCapabilities([stack], { rpcUrls: { 1: servers.map(({ url }) => url) } })
}

async function readShown(server: TestServer): Promise<ReturnType<Kernel['get']> & object> {
  const kernel = createKernel([eip155({ networks: [mainnet], rpcUrls: { 1: [server.url] } })], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  const balances = kernel.get(NativeBalances)
  await balances.refresh('eip155:1', address)
  return balances.get('eip155:1', address) as object
}

it.each(tooMuch)('shows no balance of %s, and says that it is unavailable', async (_, balance) => {
  const shown = await readShown(await startNode(balance))
  expect(shown).toMatchObject({
    status: 'error',
    error: { code: 'BALANCE_UNAVAILABLE', cause: { code: 'NODE_ANSWER_INVALID' } },
  })
  expect(shown).not.toHaveProperty('amount')
})

it.each([
  ['plainly', `0x${'f'.repeat(64)}`],
  ['with zeros in front', `0x${'0'.repeat(60)}${'f'.repeat(64)}`],
])('takes what 256 bits hold for a number, written %s', async (_, balance) => {
  expect(await readShown(await startNode(balance))).toMatchObject({
    status: 'success',
    amount: { value: most },
  })
})

it('asks the next endpoint for it', async () => {
  const { get, networkId } = chainAt(await startNode(hundredDigits), await startNode('0x5'))
  expect(await get(Balance).native({ networkId, address })).toMatchObject({ value: 5n })
})

it('offers nothing of it as a maximum, and takes no check of funds for passed', async () => {
  const { get, networkId, account, provider } = chainAt(await startNode(hundredDigits))
  const request = { networkId, from: account, to: receiver, provider }
  const refused = { code: 'NODE_ANSWER_INVALID' }
  await expect(get(Send).maximum(request)).rejects.toMatchObject(refused)
  await expect(get(Send).prepare({ ...request, amount: 1n })).rejects.toMatchObject(refused)
})
