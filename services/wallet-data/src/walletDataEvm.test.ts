import { type Address, createWalletClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localUniversalResolver } from './chains/openChain.js'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

describe.each(['the embedded database', 'PostgreSQL'])('wallet data of an EVM chain, on %s', (kind) => {
  let postgres: Postgres | undefined
  let stack: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>

  beforeAll(async () => {
    stack = await startEvm()
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const database = await postgres?.createDatabase('evm')
    const nodes = [{ namespace: 'eip155', url: stack.url }] as const
    service = await startWalletData({ ...localMarket, nodes, ...(database ? { database } : {}) })
    read = createReader(service.url)
    await service.sync()
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  const walletOf = (index: number) =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })
  const settle = async (hash: `0x${string}`) => {
    await stack.client.waitForTransactionReceipt({ hash })
    await service.sync()
    return hash
  }
  const sendToken = (index: number, to: Address, amount: bigint, token = stack.tokens.usd.address) =>
    walletOf(index).writeContract({
      address: token,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, amount],
    })

  it('tells the coin and every token of an account as the node does, before and after sends', async () => {
    const [alice, bob] = stack.accounts
    for (const round of [0, 1]) {
      if (round === 1) {
        await settle(await walletOf(0).sendTransaction({ to: bob!.address, value: parseEther('1.5') }))
        await settle(await sendToken(0, bob!.address, 1_234_567n))
      }
      const { balances } = await read.balance(alice!.address, { currency: 'usd' })
      const held = Object.fromEntries(balances.map((one: any) => [one.symbol, one.quantity]))
      expect(parseUnits(held.ETH.numeric, 18)).toBe(await stack.balanceOf(alice!.address))
      for (const token of [stack.tokens.usd, stack.tokens.gold, stack.tokens.legacy]) {
        expect(held[token.symbol].decimals).toBe(String(token.decimals))
        expect(parseUnits(held[token.symbol].numeric, token.decimals)).toBe(
          await stack.tokenBalanceOf(token.address, alice!.address),
        )
      }
    }
  })

  it('describes a holding in the form of the contract', async () => {
    const { balances } = await read.balance(stack.accounts[5]!.address, {
      currency: 'eur',
      chainId: 'eip155:31337',
    })
    expect(balances[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:31337',
      value: 36_000_000,
      price: 3600,
      quantity: { decimals: '18', numeric: '10000' },
      iconUrl: '',
    })
    expect(balances.find((one: any) => one.symbol === 'LUSD')).toEqual({
      name: 'Local USD',
      symbol: 'LUSD',
      chainId: 'eip155:31337',
      address: `eip155:31337:${stack.tokens.usd.address}`,
      value: 900_000,
      price: 0.9,
      quantity: { decimals: '6', numeric: '1000000' },
      iconUrl: '',
    })
  })

  it('tells what an account sent and received, newest first, seen from each side', async () => {
    const [sender, receiver] = [stack.accounts[2]!, stack.accounts[3]!]
    const native = await settle(
      await walletOf(2).sendTransaction({ to: receiver.address, value: parseEther('0.25') }),
    )
    const token = await settle(await sendToken(2, receiver.address, 5_000_000n))
    const sent = await read.history(sender.address)
    expect(sent.data.slice(0, 2).map((one: any) => one.id)).toEqual([token, native])
    expect(sent.data[0]).toMatchObject({
      metadata: {
        operationType: 'send',
        hash: token,
        sentFrom: sender.address,
        sentTo: stack.tokens.usd.address,
        status: 'confirmed',
        nonce: 1,
        chain: 'eip155:31337',
      },
      transfers: [
        {
          direction: 'out',
          fungible_info: { name: 'Local USD', symbol: 'LUSD' },
          quantity: { numeric: '5' },
          value: 5,
          price: 1,
          sender: sender.address,
          recipient: receiver.address,
        },
      ],
    })
    const got = await read.history(receiver.address)
    expect(got.data[1]).toMatchObject({
      metadata: {
        operationType: 'receive',
        hash: native,
        sentFrom: sender.address,
        sentTo: receiver.address,
      },
      transfers: [{ direction: 'in', quantity: { numeric: '0.25' }, fungible_info: { symbol: 'ETH' } }],
    })
  })

  it('pages through a long history without losing or repeating a transaction', async () => {
    const wallet = walletOf(4)
    const hashes: `0x${string}`[] = []
    for (let nonce = 0; nonce < 120; nonce++) {
      const to = stack.accounts[6]!.address
      hashes.push(await wallet.sendTransaction({ to, value: BigInt(nonce + 1), nonce, gas: 21_000n }))
    }
    await settle(hashes.at(-1)!)
    const ids = []
    let next: string | undefined
    do {
      const page: any = await read.history(stack.accounts[4]!.address, next ? { cursor: next } : {})
      expect(page.data.length).toBeLessThanOrEqual(50)
      ids.push(...page.data.map((one: any) => one.id))
      next = page.next
    } while (next)
    expect(ids.slice(0, 120)).toEqual(hashes.toReversed())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('marks a failed transaction, and moves nothing for it', async () => {
    const wallet = walletOf(7)
    const hash = await wallet.writeContract({
      address: stack.tokens.usd.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [stack.accounts[8]!.address, 10n ** 30n],
      gas: 100_000n,
    })
    await settle(hash)
    const { data } = await read.history(stack.accounts[7]!.address)
    expect(data[0]).toMatchObject({
      id: hash,
      metadata: { status: 'failed', operationType: 'execute' },
      transfers: [],
    })
  })

  it('names an empty transaction of an account to itself a cancel', async () => {
    const wallet = walletOf(7)
    const hash = await wallet.sendTransaction({ to: wallet.account.address })
    await settle(hash)
    const { data } = await read.history(wallet.account.address)
    expect(data[0]).toMatchObject({ id: hash, metadata: { operationType: 'cancel' }, transfers: [] })
  })

  it('answers the primary name and picture of an address, and nothing for one that claims the name of another', async () => {
    const { alice, impostor } = stack.names
    expect(await read.get(`/v1/identity/${alice.address}`)).toMatchObject({
      name: 'alice.eth',
      avatar: alice.avatar,
    })
    expect(await read.get(`/v1/account/${alice.address}/identity`)).toMatchObject({ name: 'alice.eth' })
    expect(await read.get(`/v1/identity/${impostor.address}`)).toEqual({})
  })

  it('knows where the local chains put what it declares prices and names for', () => {
    const declared = localMarket.prices.flatMap(({ address }) => address ?? [])
    for (const { address } of Object.values(stack.tokens)) expect(declared).toContain(address.toLowerCase())
    expect(stack.contracts.ensUniversalResolver).toBe(localUniversalResolver)
  })

  it('answers the price of every address it is asked for', async () => {
    const usd = `eip155:31337:${stack.tokens.usd.address}`
    const gold = `eip155:31337:${stack.tokens.gold.address}`
    const addresses = [usd, gold, 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee']
    const { fungibles } = await read.post('/v1/fungible/price', {
      projectId: 'test',
      currency: 'usd',
      addresses,
    })
    expect(fungibles.map((one: any) => [one.address, one.symbol, one.price, one.decimals])).toEqual([
      [usd, 'LUSD', 1, '6'],
      [gold, 'LGLD', 2500, '18'],
      [addresses[2], 'ETH', 4000, '18'],
    ])
  })

  it('tells coins that contracts moved, and none that were moved back', async () => {
    const [sender, receiver] = stack.accounts.slice(8)
    const forwarder = '0x00000000000000000000000000000000000f0f0f'
    const reverter = '0x00000000000000000000000000000000000e0e0e'
    // Sends what it got to the address it was given, twice over in halves; the other one then takes all back.
    const half = '600060006000600060023404600035'
    const bytecode = `0x${half}5af150${half}5af15000` as const
    await stack.client.setCode({ address: forwarder, bytecode })
    await stack.client.setCode({
      address: reverter,
      bytecode: bytecode.replace(/00$/, '60006000fd') as `0x${string}`,
    })
    const data = `0x${receiver!.address.slice(2).padStart(64, '0')}` as const
    const before = await stack.balanceOf(receiver!.address)
    const value = parseEther('0.5')
    const hash = await settle(await walletOf(8).sendTransaction({ to: forwarder, value, data }))
    const failed = await settle(
      await walletOf(8).sendTransaction({ to: reverter, value, data, gas: 200_000n }),
    )
    expect(await stack.balanceOf(receiver!.address)).toBe(before + value)
    const got = await read.history(receiver!.address)
    expect(got.data[0]).toMatchObject({
      id: hash,
      metadata: { operationType: 'receive', sentFrom: sender!.address },
      transfers: Array(2).fill({
        direction: 'in',
        quantity: { numeric: '0.25' },
        fungible_info: { symbol: 'ETH' },
      }),
    })
    const gave = await read.history(sender!.address)
    expect(gave.data.slice(0, 2)).toMatchObject([
      { id: failed, metadata: { status: 'failed' }, transfers: [] },
      { id: hash, transfers: [{ direction: 'out', quantity: { numeric: '0.5' } }] },
    ])
    expect(got.data.map((one: any) => one.id)).not.toContain(failed)
  })
})

describe('a token that is the network’s own coin', () => {
  let stack: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>
  let twin: Address

  beforeAll(async () => {
    stack = await startEvm()
    twin = stack.tokens.gold.address
    service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url, coinToken: twin }],
    })
    read = createReader(service.url)
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await stack?.stop()
  })

  it('is told once: not as a token, moved as the coin, and priced as it', async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(stack.accounts[0]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })
    const to = stack.accounts[1]!.address
    const call = { address: twin, abi: erc20Abi, functionName: 'transfer' } as const
    const hash = await wallet.writeContract({ ...call, args: [to, parseEther('0.75')] })
    await stack.client.waitForTransactionReceipt({ hash })
    await service.sync()
    const caip = `eip155:31337:${twin}`
    for (const named of [{}, { forceUpdate: caip }]) {
      const { balances } = await read.balance(to, { currency: 'usd', ...named })
      expect(balances.map(({ symbol }: any) => symbol)).toContain('LUSD')
      expect(balances.filter(({ address }: any) => address?.toLowerCase() === caip.toLowerCase())).toEqual([])
      expect(balances.filter(({ symbol }: any) => symbol === 'ETH')).toHaveLength(1)
    }
    const { data } = await read.history(to)
    expect(data[0]).toMatchObject({
      id: hash,
      transfers: [{ direction: 'in', fungible_info: { symbol: 'ETH' }, quantity: { numeric: '0.75' } }],
    })
    expect(data[0].transfers[0].fungible_info).not.toHaveProperty('address')
    const { fungibles } = await read.post('/v1/fungible/price', {
      projectId: 'test',
      currency: 'usd',
      addresses: [caip],
    })
    expect(fungibles).toMatchObject([{ address: caip, symbol: 'ETH', price: 4000 }])
  })
})
