import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { createTransferCheckedInstruction, getOrCreateAssociatedTokenAccount } from '@solana/spl-token'
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SolanaMint, type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'

describe('wallet data of a Solana chain', () => {
  let stack: SolanaStack
  let service: WalletData
  let read: ReturnType<typeof createReader>
  let connection: Connection

  beforeAll(async () => {
    stack = await startSolana()
    connection = new Connection(stack.url, 'confirmed')
    service = await startWalletData({ ...localMarket, nodes: [{ namespace: 'solana', url: stack.url }] })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await stack?.stop()
  })

  const keyOf = (index: number) => Keypair.fromSecretKey(base58.decode(stack.accounts[index]!.secretKey))
  const heldOf = async (address: string) => {
    const { balances } = await read.balance(address, { currency: 'usd', chainId: stack.chainId })
    return Object.fromEntries(balances.map((one: any) => [one.symbol, one]))
  }

  async function sendToken(mint: SolanaMint, to: PublicKey, amount: bigint): Promise<string> {
    const owner = keyOf(0)
    const program = new PublicKey(mint.program)
    const key = new PublicKey(mint.address)
    const accountOf = async (holder: PublicKey) =>
      (
        await getOrCreateAssociatedTokenAccount(
          connection,
          owner,
          key,
          holder,
          false,
          'confirmed',
          {},
          program,
        )
      ).address
    const [from, target] = [await accountOf(owner.publicKey), await accountOf(to)]
    const move = createTransferCheckedInstruction(
      from,
      key,
      target,
      owner.publicKey,
      amount,
      mint.decimals,
      [],
      program,
    )
    return sendAndConfirmTransaction(connection, new Transaction().add(move), [owner])
  }

  it('tells SOL and the tokens of both programs as the node does, before and after sends', async () => {
    const to = Keypair.generate().publicKey
    await stack.airdrop(to.toBase58(), 2_000_000_000n)
    await sendToken(stack.mints.usd, to, 1_500_000n)
    await sendToken(stack.mints.gold, to, 2_000_000_001n)
    await service.sync()
    for (const address of [to.toBase58(), stack.accounts[0]!.address]) {
      const held = await heldOf(address)
      expect(parseUnits(held['SOL'].quantity.numeric, 9)).toBe(await stack.balanceOf(address))
      for (const [symbol, mint] of [
        ['LUSD', stack.mints.usd],
        ['LGLD', stack.mints.gold],
      ] as const) {
        expect(held[symbol]).toMatchObject({ address: `${stack.chainId}:${mint.address}` })
        expect(parseUnits(held[symbol].quantity.numeric, mint.decimals)).toBe(
          await stack.tokenBalanceOf(mint.address, address),
        )
      }
    }
  })

  it('tells transfers from both sides, with amounts without the fee', async () => {
    const to = Keypair.generate().publicKey
    const from = keyOf(1)
    const transfer = SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: to,
      lamports: 1_250_000_000,
    })
    const native = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [from])
    const token = await sendToken(stack.mints.gold, to, 3_000_000_000n)
    await service.sync()
    const sent = (await read.history(from.publicKey.toBase58())).data[0]
    expect(sent).toMatchObject({
      id: native,
      metadata: {
        operationType: 'send',
        status: 'confirmed',
        sentFrom: from.publicKey.toBase58(),
        sentTo: to.toBase58(),
        chain: stack.chainId,
        fee: '0.000005',
      },
      transfers: [
        {
          direction: 'out',
          fungible_info: { symbol: 'SOL' },
          quantity: { numeric: '1.25' },
          sender: from.publicKey.toBase58(),
          recipient: to.toBase58(),
        },
      ],
    })
    const got = (await read.history(to.toBase58())).data
    expect(got[0]).toMatchObject({
      id: token,
      metadata: { operationType: 'receive' },
      transfers: [{ direction: 'in', fungible_info: { symbol: 'LGLD' }, quantity: { numeric: '3' } }],
    })
    expect(got.at(-1).id).toBe(native)
  })

  it.each(['legacy', 0, 1] as const)('tells a transfer of version %s', async (version) => {
    const to = Keypair.generate().publicKey
    const from = stack.accounts[2]!
    const id = await stack.transact({ from, version, instructions: [pay(from.address, to, 1_000_000_000)] })
    await service.sync()
    const answer = await read.history(to.toBase58())
    expect(answer.data).toMatchObject([{ id, metadata: { operationType: 'receive' } }])
    expect(answer).not.toHaveProperty('gaps')
    expect(await read.history(from.address)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id })]),
    })
  })

  it('knows where the local chain puts the tokens it declares prices for', () => {
    const declared = localMarket.prices.flatMap(({ address }) => address ?? [])
    for (const { address } of Object.values(stack.mints)) expect(declared).toContain(address)
  })

  it('goes on where it was after a restart, and begins anew when the chain has', async () => {
    const other = await startSolana()
    const { port } = new URL(other.url)
    const to = Keypair.generate().publicKey.toBase58()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-solana-'))
    const database = join(folder, 'kept.db')
    const start = () =>
      startWalletData({ ...localMarket, nodes: [{ namespace: 'solana', url: other.url }], database })
    const idsOf = async (running: WalletData) => {
      await running.sync()
      return (await createReader(running.url).history(to)).data.map((one: any) => one.id)
    }
    const first = await other.airdrop(to, 1_000_000_000n)
    let running = await start()
    expect(await idsOf(running)).toEqual([first])
    await running.stop()
    const second = await other.airdrop(to, 1_000_000_000n)
    running = await start()
    expect(await idsOf(running)).toEqual([second, first])
    await other.stop()
    const fresh = await startSolana({ port: Number(port) })
    try {
      const third = await fresh.airdrop(to, 1_000_000_000n)
      // Connections to the chain that has ended may still be met.
      await expect.poll(() => idsOf(running).catch(() => []), { timeout: 50_000 }).toEqual([third])
    } finally {
      await running.stop()
      await fresh.stop()
      await rm(folder, { recursive: true })
    }
  })

  describe('with transactions that it can’t read', () => {
    /** Passes everything on, but what it answers for some transactions. */
    async function startNode(answers: ReadonlyMap<string, object>) {
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const body = Buffer.concat(chunks).toString()
        const call = JSON.parse(body) as { id: unknown; method: string; params: readonly unknown[] }
        const own = call.method === 'getTransaction' ? answers.get(String(call.params[0])) : undefined
        const text = own
          ? JSON.stringify({ jsonrpc: '2.0', id: call.id, ...own })
          : await (await fetch(stack.url, { method: 'POST', body })).text()
        response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      stops.push(() => new Promise((resolve) => server.close(resolve)))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const stops: (() => unknown)[] = []
    afterEach(async () => {
      for (const stop of stops.splice(0).reverse()) await stop()
    })
    const tooNew = {
      error: { code: -32015, message: 'Transaction version (2) is not supported by the requesting client.' },
    }
    const otherShape = { result: { slot: 1, version: 7, transaction: { form: 'of another kind' }, meta: {} } }
    const without = { result: { slot: 1, transaction: { message: { accountKeys: [] } }, meta: null } }

    it('goes on, tells how many there are, and reads them when a later release can', async () => {
      const to = Keypair.generate().publicKey
      const from = stack.accounts[3]!
      const ids: string[] = []
      for (let count = 1; count <= 5; count += 1) {
        const instructions = [pay(from.address, to, 1_000_000_000 + count)]
        ids.unshift(await stack.transact({ from, instructions }))
      }
      const [, fourth, third, second] = ids as [string, string, string, string, string]
      const answers = new Map(
        [fourth, third, second].map((id, index) => [id, [tooNew, otherShape, without][index]!]),
      )
      const url = await startNode(answers)
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-unread-'))
      stops.push(() => rm(folder, { recursive: true }))
      const start = async () => {
        const nodes = [{ namespace: 'solana' as const, url }]
        const running = await startWalletData({ ...localMarket, nodes, database: join(folder, 'kept.db') })
        await running.sync()
        return { running, history: () => createReader(running.url).history(to.toBase58()) }
      }
      let { running, history } = await start()
      expect(await history()).toMatchObject({
        gaps: [{ code: 'TRANSACTIONS_UNREAD', chain: stack.chainId, count: 3 }],
      })
      expect((await history()).data.map((one: any) => one.id)).toEqual([ids[0], ids[4]])
      // What comes after them is read as ever, and cached answers know of what couldn't be.
      const later = await stack.transact({ from, instructions: [pay(from.address, to, 2_000_000_000)] })
      const lost = await stack.transact({ from, instructions: [pay(from.address, to, 2_000_000_001)] })
      answers.set(lost, tooNew)
      await running.sync()
      expect(await history()).toMatchObject({ gaps: [{ count: 4 }] })
      expect((await history()).data.map((one: any) => one.id)).toEqual([later, ids[0], ids[4]])
      await running.stop()

      answers.clear()
      answers.set(third, tooNew)
      ;({ running, history } = await start())
      expect(await history()).toMatchObject({ gaps: [{ count: 1 }] })
      expect((await history()).data.map((one: any) => one.id)).toEqual([
        lost,
        later,
        ids[0],
        fourth,
        second,
        ids[4],
      ])
      await running.stop()
      answers.clear()
      ;({ running, history } = await start())
      expect(await history()).not.toHaveProperty('gaps')
      expect((await history()).data.map((one: any) => one.id)).toEqual([lost, later, ...ids])
      await running.stop()
    }, 60_000)

    it('waits for one that the node lists and doesn’t have, and in the end goes on without it', async () => {
      const to = Keypair.generate().publicKey
      const from = stack.accounts[3]!
      const missing = await stack.transact({ from, instructions: [pay(from.address, to, 1_000_000_000)] })
      const next = await stack.transact({ from, instructions: [pay(from.address, to, 1_000_000_001)] })
      const url = await startNode(new Map([[missing, { result: null }]]))
      const running = await startWalletData({
        ...localMarket,
        nodes: [{ namespace: 'solana', url }],
        pollMilliseconds: 1,
      })
      stops.push(() => running.stop())
      await expect(running.sync()).rejects.toThrow(`The node has no transaction ${missing}.`)
      const { history } = createReader(running.url)
      await expect
        .poll(async () => (await history(to.toBase58())).data.map((one: any) => one.id), { timeout: 50_000 })
        .toEqual([next])
      expect(await history(to.toBase58())).toMatchObject({ gaps: [{ count: 1 }] })
    }, 60_000)
  })
})

const pay = (from: string, to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: to, lamports })
