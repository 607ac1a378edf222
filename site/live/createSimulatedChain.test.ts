import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { createSimulatedChain } from './createSimulatedChain.js'

const alice = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  name: 'Dollar',
  symbol: 'EXD',
  decimals: 6,
} as const

function start() {
  const chain = createSimulatedChain({
    chainId: anvil.id,
    tokens: [token],
    coins: { [alice.address]: parseEther('2') },
    holdings: { [alice.address]: { [token.address]: parseUnits('100', 6) } },
    now: () => 1_700_000_000,
  })
  const transport = custom({
    request: ({ method, params }) => chain(method, (params ?? []) as readonly unknown[]),
  })
  const reader = createPublicClient({ chain: anvil, transport })
  const writer = createWalletClient({ chain: anvil, transport, account: alice })
  return { chain, reader, writer }
}

describe('the simulated chain', () => {
  it('moves the coin, takes the fee, and remembers what was before', async () => {
    const { reader, writer } = start()
    const hash = await writer.sendTransaction({ to: bob, value: parseEther('0.5') })
    const receipt = await reader.getTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n, gasUsed: 21_000n })
    expect(await reader.getBalance({ address: bob })).toBe(parseEther('0.5'))
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(await reader.getBalance({ address: alice.address })).toBe(parseEther('1.5') - fee)
    expect(await reader.getBalance({ address: bob, blockNumber: 0n })).toBe(0n)
    expect(await reader.getTransactionCount({ address: alice.address })).toBe(1)
    expect(await reader.getTransaction({ hash })).toMatchObject({
      from: alice.address,
      value: parseEther('0.5'),
    })
  })

  it('moves a token and tells it in a log', async () => {
    const { reader, writer } = start()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 25_000_000n] })
    await writer.sendTransaction({ to: token.address, data })
    const read = { address: token.address, abi: erc20Abi } as const
    expect(await reader.readContract({ ...read, functionName: 'balanceOf', args: [bob] })).toBe(25_000_000n)
    expect(await reader.readContract({ ...read, functionName: 'symbol' })).toBe('EXD')
    const logs = await reader.getContractEvents({
      ...read,
      eventName: 'Transfer',
      fromBlock: 0n,
      args: { to: bob },
    })
    expect(logs.map(({ args }) => args.value)).toEqual([25_000_000n])
    expect(
      await reader.getContractEvents({ ...read, eventName: 'Transfer', fromBlock: 0n, args: { from: bob } }),
    ).toEqual([])
  })

  it('fails a transfer of more than there is, and keeps the fee', async () => {
    const { reader, writer } = start()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 10n ** 12n] })
    await expect(reader.estimateGas({ account: alice.address, to: token.address, data })).rejects.toThrow(
      /reverted/,
    )
    const hash = await writer.sendTransaction({ to: token.address, data, gas: 60_000n })
    expect((await reader.getTransactionReceipt({ hash })).status).toBe('reverted')
  })

  it('simulates without changing anything, with the coin as a transfer', async () => {
    const { chain, reader } = start()
    const calls = [{ from: alice.address, to: bob, value: numberToHex(parseEther('1')) }]
    const [block] = (await chain('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest'])) as [
      { calls: { status: string; logs: unknown[] }[] },
    ]
    expect(block.calls[0]).toMatchObject({
      status: '0x1',
      logs: [{ data: numberToHex(parseEther('1'), { size: 32 }) }],
    })
    expect(await reader.getBalance({ address: bob })).toBe(0n)
  })

  it('refuses a nonce that was used, what cannot be paid, and what it does not know', async () => {
    const { chain, writer } = start()
    await writer.sendTransaction({ to: bob, value: 1n })
    await expect(writer.sendTransaction({ to: bob, value: 1n, nonce: 0 })).rejects.toThrow(/nonce too low/i)
    await expect(writer.sendTransaction({ to: bob, value: parseEther('3'), gas: 21_000n })).rejects.toThrow(
      /insufficient funds/i,
    )
    await expect(chain('debug_traceCall', [])).rejects.toMatchObject({ code: -32_601 })
  })
})
