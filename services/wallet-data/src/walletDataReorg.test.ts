import { createWalletClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

describe.each(['the embedded database', 'PostgreSQL'])('blocks that the chain takes back, on %s', (kind) => {
  let postgres: Postgres | undefined
  let stack: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>

  beforeAll(async () => {
    stack = await startEvm()
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const database = await postgres?.createDatabase('tested')
    const nodes = [{ namespace: 'eip155', url: stack.url }] as const
    service = await startWalletData({ ...localMarket, nodes, ...(database ? { database } : {}) })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  const send = async (index: number, to: number, amount: bigint) => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })
    const hash = await wallet.writeContract({
      address: stack.tokens.usd.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [stack.accounts[to]!.address, amount],
    })
    await stack.client.waitForTransactionReceipt({ hash })
    return hash
  }
  const idsOf = async (index: number) =>
    (await read.history(stack.accounts[index]!.address)).data.map((one: any) => one.id)
  const held = async (index: number) => {
    const { balances } = await read.balance(stack.accounts[index]!.address, { currency: 'usd' })
    return balances.find((one: any) => one.symbol === 'LUSD')?.quantity.numeric
  }

  it('are read again: what happened in them is forgotten, what replaced them is told', async () => {
    const kept = await send(0, 1, 1_000_000n)
    await service.sync()
    const snapshot = await stack.snapshot()
    const lost = [await send(0, 1, 2_000_000n), await send(2, 1, 4_000_000n)]
    await service.sync()
    expect(await held(1)).toBe('1000007')
    expect(await idsOf(1)).toEqual(expect.arrayContaining([kept, ...lost]))

    await stack.revert(snapshot)
    const instead = await send(3, 1, 8_000_000n)
    await stack.mine(4)
    await service.sync()
    expect(await held(1)).toBe('1000009')
    expect(await held(0)).toBe('999999')
    expect(await held(2)).toBe('1000000')
    expect((await idsOf(1)).slice(0, 2)).toEqual([instead, kept])
    expect(await idsOf(2)).not.toContain(lost[1])
  })

  it('are forgotten when the chain has become shorter', async () => {
    const snapshot = await stack.snapshot()
    const lost = await send(4, 5, 3_000_000n)
    await stack.mine(3)
    await service.sync()
    expect(await idsOf(5)).toContain(lost)
    await stack.revert(snapshot)
    await service.sync()
    expect(await idsOf(5)).not.toContain(lost)
    expect(await held(5)).toBe('1000000')
  })

  it('may be many', async () => {
    const snapshot = await stack.snapshot()
    const lost = await send(6, 7, 5_000_000n)
    await stack.mine(300)
    await service.sync()
    expect(await idsOf(7)).toContain(lost)
    await stack.revert(snapshot)
    await stack.mine(301)
    const instead = await send(6, 7, 6_000_000n)
    await service.sync()
    expect((await idsOf(7))[0]).toBe(instead)
    expect(await idsOf(7)).not.toContain(lost)
    expect(await held(7)).toBe('1000006')
    expect(await held(6)).toBe('999994')
  })
})
