import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf } from './node.js'
import { prepareTransaction } from './prepareTransaction.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

test('a call may use half as much again as the node estimates, a transfer and what the app gave stay as they are', async () => {
  const { chainId, url, tokens, accounts } = stack
  const [address, friend] = accounts.map((account) => account.address)
  if (!address || !friend) throw new Error('Expected two accounts.')
  const client = clientOf({ chainId, rpcUrl: url })
  const gasOf = async (asked: Parameters<typeof prepareTransaction>[1]) =>
    (await prepareTransaction(client, asked, { address, chainId })).signable.gas
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 5n] })
  const call = { to: tokens.usd.address, data, value: 0n }
  const estimated = await client.estimateGas({ account: address, ...call })
  expect(await gasOf(call)).toBe((estimated * 3n) / 2n)
  expect(await gasOf({ ...call, gas: 77_777n })).toBe(77_777n)
  expect(await gasOf({ to: friend, value: 1n })).toBe(21_000n)
})

test('no call may use more than the network takes (EIP-7825)', async () => {
  const osaka = await startEvm({ anvilArguments: ['--hardfork', 'osaka', '--enable-tx-gas-limit'] })
  try {
    const address = osaka.accounts[0]!.address
    // Turns around 461,538 times, at 26 gas a turn.
    const burner: Hex = '0x00000000000000000000000000000000000011d1'
    await osaka.client.setCode({ address: burner, bytecode: '0x62070ae25b60019003806004570000' })
    const data: Hex = '0x12'
    const client = clientOf({ chainId: osaka.chainId, rpcUrl: osaka.url })
    const place = { address, chainId: osaka.chainId }
    const { signable } = await prepareTransaction(client, { to: burner, data, value: 0n }, place)
    expect(signable.gas).toBe(16_777_216n)
  } finally {
    await osaka.stop()
  }
})
