// The node here adds the logs of EIP-7708 to a local chain: the network itself logs each move of its coin.
import { type CoinLogs, type EvmStack, startCoinLogs, startEvm } from '../../../../devstack/src/evm/index.js'
import { Calls, History, Send } from '@latchkey/kernel/contracts'
import { type Hex, padHex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpCapabilities } from '../../test/support.js'

/** Passes the value of a call on to the account that its data names. */
const passOn: Hex = '0x6000600060006000346000355af100'
const contract: Hex = '0x00000000000000000000000000000000000fa550'

let stack: EvmStack
let nodes: Record<'logged' | 'both', CoinLogs>
let snapshot: Hex | undefined
beforeAll(async () => {
  stack = await startEvm()
  await stack.client.setCode({ address: contract, bytecode: passOn })
  const start = (simulations: 'logged' | 'both') => startCoinLogs({ url: stack.url, simulations })
  nodes = { logged: await start('logged'), both: await start('both') }
}, 120_000)
afterAll(async () => {
  await Promise.all(Object.values(nodes ?? {}).map((node) => node.stop()))
  await stack?.stop()
})
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
})

const setUp = (url: string) => setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: url } })
const addressOf = (index: number) => stack.accounts[index]!.address
const amountOf = (value: bigint) => ({ value, symbol: 'ETH', decimals: 18 })

async function transact(from: number, to: Hex, value: bigint, data: Hex = '0x'): Promise<Hex> {
  const account = privateKeyToAccount(stack.accounts[from]!.privateKey)
  const hash = await stack.client.sendTransaction({
    account,
    to,
    value,
    data,
    gas: 200_000n,
    chain: stack.chain,
  })
  await stack.client.waitForTransactionReceipt({ hash })
  return hash
}

describe.each(['logged', 'both'] as const)('where simulations show moves of the coin as %s', (kind) => {
  it('a send of the coin is what it says, and warns of nothing', async () => {
    const bench = setUp(nodes[kind].url)
    const { networkId, account, provider } = bench
    const request = { networkId, from: account, provider, to: addressOf(1), amount: parseEther('1') }
    const prepared = await bench.get(Send).prepare(request)
    expect(prepared.notices).toEqual([])
    expect(prepared.changes).toEqual([{ address: account.address, amount: amountOf(-parseEther('1')) }])
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
  })

  it('calls tell the coin that leaves and the coin that comes back, once', async () => {
    const bench = setUp(nodes[kind].url)
    const { networkId, account, provider } = bench
    const calls = [
      { to: addressOf(3), value: 5n },
      { to: contract, value: 7n, data: padHex(account.address as Hex) },
    ]
    const prepared = await bench.get(Calls).prepare({ networkId, from: account, provider, calls })
    expect(prepared.changes).toEqual([{ address: account.address, amount: amountOf(-5n) }])
  })
})

describe('a history of a network that logs its coin', () => {
  const read = async (index: number) => {
    const bench = setUp(nodes.logged.url)
    const request = { networkId: bench.networkId, address: addressOf(index), limit: 50 }
    return (await bench.get(History).read(request)).transactions
  }

  it('has a payment once, on both sides', async () => {
    const id = await transact(0, addressOf(5), parseEther('2'))
    const transfer = { amount: amountOf(parseEther('2')), from: addressOf(0), to: addressOf(5) }
    expect((await read(0))[0]).toMatchObject({
      id,
      operation: 'send',
      transfers: [{ ...transfer, direction: 'out' }],
    })
    expect((await read(0))[0]?.transfers).toHaveLength(1)
    expect((await read(5))[0]).toMatchObject({
      id,
      operation: 'receive',
      transfers: [{ ...transfer, direction: 'in' }],
    })
    expect((await read(5))[0]?.transfers).toHaveLength(1)
  })

  it('has what a contract pays out, which no log told before', async () => {
    const id = await transact(0, contract, 9n, padHex(addressOf(6)))
    const [paid] = await read(6)
    expect(paid).toMatchObject({ id, operation: 'receive', from: addressOf(0) })
    expect(paid?.transfers).toMatchObject([
      {
        direction: 'in',
        amount: amountOf(9n),
        from: expect.stringMatching(new RegExp(contract, 'i')),
        to: addressOf(6),
      },
    ])
  })

  it('tells what a contract kept, and nothing where it gave all back', async () => {
    const id = await transact(0, contract, 9n, padHex(addressOf(0)))
    expect((await read(0))[0]).toMatchObject({ id, operation: 'execute', transfers: [] })
  })
})
