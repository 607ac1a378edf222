import { getTransactionDecoder } from '@solana/kit'
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SolanaStack, startSolana, writeTransaction } from './index.js'

const memo = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
let stack: SolanaStack

beforeAll(async () => {
  stack = await startSolana()
})
afterAll(() => stack?.stop())

async function ask(method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await fetch(stack.url, { method: 'POST', body })).json()
}

const pay = (to: string, lamports: number) =>
  SystemProgram.transfer({
    fromPubkey: new PublicKey(stack.accounts[1]!.address),
    toPubkey: new PublicKey(to),
    lamports,
  })
const note = (length: number) =>
  new TransactionInstruction({ programId: memo, keys: [], data: Buffer.alloc(length, 0x61) })
const stranger = () => Keypair.generate().publicKey.toBase58()

async function write(
  version: 'legacy' | 0 | 1,
  instructions: readonly TransactionInstruction[],
  config?: Parameters<typeof writeTransaction>[0]['config'],
) {
  const { result } = await ask('getLatestBlockhash')
  const { blockhash } = result.value
  const from = stack.accounts[1]!
  return writeTransaction({ version, from, blockhash, instructions, ...(config ? { config } : {}) })
}
const submit = (bytes: Uint8Array) =>
  ask('sendTransaction', Buffer.from(bytes).toString('base64'), { encoding: 'base64' })

describe('a transaction of version 1', () => {
  test('is made, taken, run and served with the fee that it states', async () => {
    const to = stranger()
    const before = await stack.balanceOf(stack.accounts[1]!.address)
    const config = {
      computeUnitLimit: 9_000,
      loadedAccountsDataSizeLimit: 200_000,
      priorityFeeLamports: 777n,
    }
    const bytes = await write(1, [pay(to, 5_000_000)], config)
    expect(bytes[0]).toBe(0x81)
    const { result: signature } = await submit(bytes)
    expect(await stack.balanceOf(to)).toBe(5_000_000n)
    expect(await stack.balanceOf(stack.accounts[1]!.address)).toBe(before - 5_000_000n - 5_000n - 777n)

    for (const encoding of ['json', 'jsonParsed']) {
      const { result } = await ask('getTransaction', signature, {
        encoding,
        maxSupportedTransactionVersion: 1,
      })
      expect(result).toMatchObject({ version: 1, meta: { err: null, fee: 5_777 } })
      expect(result.transaction.message.transactionConfig).toEqual({
        computeUnitLimit: 9_000,
        heapSize: null,
        loadedAccountsDataSizeLimit: 200_000,
        priorityFee: 777,
      })
      expect(result.transaction.message.instructions).toHaveLength(1)
      expect('addressTableLookups' in result.transaction.message).toBe(false)
    }
    const raw = await ask('getTransaction', signature, {
      encoding: 'base64',
      maxSupportedTransactionVersion: 1,
    })
    expect(raw.result.transaction[0]).toBe(Buffer.from(bytes).toString('base64'))
    const [listed] = (await ask('getSignaturesForAddress', to)).result
    expect(listed).toMatchObject({ signature, err: null })
  })

  test('is read by Connection of web3.js, and its fee is quoted and simulated', async () => {
    const connection = new Connection(stack.url, 'confirmed')
    const bytes = await write(1, [pay(stranger(), 5_000_000)])
    const message = Buffer.from(getTransactionDecoder().decode(bytes).messageBytes).toString('base64')
    expect((await ask('getFeeForMessage', message)).result.value).toBe(5_000)
    const text = Buffer.from(bytes).toString('base64')
    const simulated = await ask('simulateTransaction', text, { encoding: 'base64', sigVerify: true })
    expect(simulated.result.value).toMatchObject({ err: null })
    const { result: signature } = await submit(bytes)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 })
    expect(found?.version).toBe(1)
  })

  test('has up to 4,096 bytes, and the other versions up to 1,232', async () => {
    const size = async (version: 'legacy' | 0 | 1, length: number) => write(version, [note(length)])
    for (const [version, most] of [
      ['legacy', 1_232],
      [0, 1_232],
      [1, 4_096],
    ] as const) {
      const overhead = (await size(version, 500)).length - 500
      const largest = await size(version, most - overhead)
      expect(largest).toHaveLength(most)
      const { result: signature } = await submit(largest)
      for (const encoding of ['json', 'jsonParsed', 'base58', 'base64']) {
        const found = await ask('getTransaction', signature, { encoding, maxSupportedTransactionVersion: 1 })
        expect(found.result.version, found.error?.message).toBe(version)
      }
      expect((await submit(await size(version, most - overhead + 1))).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`too large: ${most + 1} bytes (max: ${most} bytes)`),
      })
    }
  })

  test('without its budget is refused, as the runtime gives it none', async () => {
    const answer = await submit(await write(1, [pay(stranger(), 1_000_000)], {}))
    expect(answer.error).toMatchObject({
      code: -32002,
      data: { err: 'MaxLoadedAccountsDataSizeExceeded' },
    })
  })

  test.each([
    ['with a byte after its end', (bytes: Uint8Array) => Uint8Array.of(...bytes, 0)],
    ['cut short', (bytes: Uint8Array) => bytes.slice(0, -1)],
    [
      'whose mask names a field that the specification does not have',
      (bytes: Uint8Array) => bytes.map((byte, index) => (index === 4 ? byte | 0x20 : byte)),
    ],
  ])('%s is refused', async (_, change) => {
    const answer = await submit(change(await write(1, [pay(stranger(), 1_000_000)])))
    expect(answer.error.code).toBeLessThan(0)
    expect(answer.result).toBeUndefined()
  })

  test('moves tokens as the others do', async () => {
    const usd = stack.mints.usd
    const mint = new PublicKey(usd.address)
    const [owner] = stack.accounts
    const account = getAssociatedTokenAddressSync(mint, new PublicKey(owner!.address))
    const signature = await stack.transact({
      from: owner!,
      version: 1,
      instructions: [
        createTransferCheckedInstruction(
          account,
          mint,
          account,
          new PublicKey(owner!.address),
          5n,
          usd.decimals,
        ),
      ],
    })
    const { result } = await ask('getTransaction', signature, { maxSupportedTransactionVersion: 1 })
    expect(result.meta.postTokenBalances).toMatchObject([{ mint: usd.address, owner: owner!.address }])
  })
})

describe('who asks for a version that is too low', () => {
  const refusal = (version: number) => ({
    code: -32015,
    message: `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  })

  test('of a transaction is told -32015, and given it with the version', async () => {
    for (const [version, refused] of [
      ['legacy', []],
      [0, [undefined]],
      [1, [undefined, 0]],
    ] as const) {
      const signature = await stack.transact({
        from: stack.accounts[1]!,
        version,
        instructions: [pay(stranger(), 2_000_000)],
      })
      for (const max of [undefined, 0, 1, 2, 255]) {
        const options = max === undefined ? {} : { maxSupportedTransactionVersion: max }
        const answer = await ask('getTransaction', signature, options)
        if ((refused as readonly unknown[]).includes(max)) {
          expect(answer.error).toEqual(refusal(version as number))
        } else expect(answer.result.version).toBe(version)
      }
    }
  })

  test('of a block with one is told -32015 for the whole block', async () => {
    const sent: string[] = []
    let slot = -1
    // Two transactions land in one slot of their own, unless it ends between them.
    while (true) {
      sent.length = 0
      await stack.advanceSlots(1)
      for (const version of [0, 1] as const) {
        const bytes = await write(version, [pay(stranger(), 2_000_000)])
        sent.push((await submit(bytes)).result)
      }
      const { result } = await ask('getSignatureStatuses', sent)
      const slots = new Set(result.value.map((status: { slot: number }) => status.slot))
      if (slots.size === 1) {
        slot = result.value[0].slot
        break
      }
    }
    await stack.advanceSlots(1)
    const full = await ask('getBlock', slot, { maxSupportedTransactionVersion: 1 })
    expect(full.result.transactions.map((one: any) => [one.transaction.signatures[0], one.version])).toEqual([
      [sent[0], 0],
      [sent[1], 1],
    ])
    expect(full.result).toMatchObject({ parentSlot: slot - 1, blockHeight: slot })
    expect((await ask('getBlock', slot, { maxSupportedTransactionVersion: 0 })).error).toEqual(refusal(1))
    expect((await ask('getBlock', slot)).error).toMatchObject({ code: -32015 })
    const bare = await ask('getBlock', slot, { transactionDetails: 'signatures' })
    expect(bare.result.signatures).toEqual(sent)
    expect((await ask('getBlock', slot, { transactionDetails: 'none' })).result).not.toHaveProperty(
      'signatures',
    )
    expect((await ask('getBlock', slot + 100_000)).error).toMatchObject({ code: -32004 })
    expect((await ask('getBlocks', slot, slot)).result).toEqual([slot])
  })
})
