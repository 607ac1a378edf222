import { base58 } from '@scure/base'
import {
  createTransferCheckedInstruction,
  getMint,
  getOrCreateAssociatedTokenAccount,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SolanaStack, solanaGenesisHash, startSolana } from './startSolana.js'

let stack: SolanaStack
let connection: Connection
let alice: Keypair
let bob: Keypair

beforeAll(async () => {
  stack = await startSolana()
  connection = new Connection(stack.url, 'confirmed')
  const [first, second] = stack.accounts
  alice = Keypair.fromSecretKey(base58.decode(first!.secretKey))
  bob = Keypair.fromSecretKey(base58.decode(second!.secretKey))
})
afterAll(() => stack.stop())

const send = (from: Keypair, to: PublicKey, lamports: number) =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }))

async function signedTransfer(from: Keypair, to: PublicKey, lamports: number) {
  const transaction = send(from, to, lamports)
  transaction.feePayer = from.publicKey
  transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
  transaction.sign(from)
  return transaction.serialize()
}

const rpc = async (body: unknown) => {
  const response = await fetch(stack.url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.status === 204 ? undefined : response.json()
}

describe('SOL', () => {
  test('the development accounts hold 1,000 SOL, or a little less after creating the tokens', async () => {
    expect(alice.publicKey.toBase58()).toBe(stack.accounts[0]!.address)
    expect(await connection.getBalance(bob.publicKey)).toBe(1_000_000_000_000)
    expect(await stack.balanceOf(stack.accounts[0]!.address)).toBeLessThan(1_000_000_000_000n)
    expect(await connection.getGenesisHash()).toBe(solanaGenesisHash)
    expect(stack.chainId).toBe(`solana:${solanaGenesisHash.slice(0, 32)}`)
  })

  test('an airdrop is a confirmed transfer, and two equal ones both count', async () => {
    const to = Keypair.generate().publicKey
    for (let times = 0; times < 2; times++) {
      const signature = await connection.requestAirdrop(to, 2_000_000_000)
      const { value } = await connection.confirmTransaction({
        signature,
        ...(await connection.getLatestBlockhash()),
      })
      expect(value.err).toBeNull()
    }
    expect(await connection.getBalance(to)).toBe(4_000_000_000)
    await stack.airdrop(to.toBase58(), 5n)
    expect(await stack.balanceOf(to.toBase58())).toBe(4_000_000_005n)
  })

  test('a transfer is confirmed through the WebSocket and costs exactly its fee', async () => {
    const to = Keypair.generate().publicKey
    const before = await connection.getBalance(bob.publicKey)
    const signature = await sendAndConfirmTransaction(connection, send(bob, to, 1_500_000_000), [bob])
    expect(await connection.getBalance(to)).toBe(1_500_000_000)
    expect(await connection.getBalance(bob.publicKey)).toBe(before - 1_500_000_000 - 5000)

    const status = (await connection.getSignatureStatuses([signature])).value[0]
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.meta?.fee).toBe(5000)
    expect(found?.meta?.postBalances[1]).toBe(1_500_000_000)
    expect(found?.blockTime).toBeGreaterThan(1_700_000_000)
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true })
    expect((await connection.getSignaturesForAddress(to)).map((one) => one.signature)).toEqual([signature])
  })

  test('the priority fee of the quote is the fee that is charged', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: bob.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 12_345 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 70_001 }),
        SystemProgram.transfer({ fromPubkey: bob.publicKey, toPubkey: alice.publicKey, lamports: 1 }),
      ],
    }).compileToV0Message()
    const quote = await connection.getFeeForMessage(message)
    expect(quote.value).toBe(5865)
    const transaction = new VersionedTransaction(message)
    transaction.sign([bob])
    const simulated = await connection.simulateTransaction(transaction, { sigVerify: true })
    expect(simulated.value.err).toBeNull()
    expect(simulated.value.unitsConsumed).toBeGreaterThan(0)
    const before = await connection.getBalance(bob.publicKey)
    const signature = await connection.sendTransaction(transaction)
    await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
    expect(await connection.getBalance(bob.publicKey)).toBe(before - 1 - 5865)
  })

  test('a v0 transaction loads accounts from a lookup table and answers with its version', async () => {
    const slot = await connection.getSlot()
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: bob.publicKey,
      payer: bob.publicKey,
      recentSlot: slot,
    })
    const target = Keypair.generate().publicKey
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: bob.publicKey,
      payer: bob.publicKey,
      addresses: [target],
    })
    await stack.advanceSlots(2)
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [bob])
    await stack.advanceSlots(2)
    const lookup = (await connection.getAddressLookupTable(table)).value
    const message = new TransactionMessage({
      payerKey: bob.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: [SystemProgram.transfer({ fromPubkey: bob.publicKey, toPubkey: target, lamports: 1e9 })],
    }).compileToV0Message([lookup!])
    expect(message.staticAccountKeys.map(String)).not.toContain(target.toBase58())
    const transaction = new VersionedTransaction(message)
    transaction.sign([bob])
    const signature = await connection.sendTransaction(transaction)
    expect(await connection.getBalance(target)).toBe(1e9)
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(found?.version).toBe(0)
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([target.toBase58()])
    await expect(connection.getTransaction(signature)).rejects.toThrow(/version \(0\) is not supported/)
  })

  test('account, log and slot subscriptions report what happens', async () => {
    const to = Keypair.generate().publicKey
    const changes: number[] = []
    const logged: string[] = []
    const account = connection.onAccountChange(to, (info) => changes.push(info.lamports))
    const logs = connection.onLogs(to, (entry) => logged.push(entry.signature))
    const slots: number[] = []
    const slot = connection.onSlotChange((info) => slots.push(info.slot))
    await expect.poll(() => slots.length, { timeout: 10_000 }).toBeGreaterThan(0)
    const signature = await sendAndConfirmTransaction(connection, send(bob, to, 900_000_000), [bob])
    await expect.poll(() => changes).toEqual([900_000_000])
    await expect.poll(() => logged).toEqual([signature])
    await connection.removeAccountChangeListener(account)
    await connection.removeOnLogsListener(logs)
    await connection.removeSlotChangeListener(slot)
  })
})

describe('tokens', () => {
  test.each([
    ['usd', TOKEN_PROGRAM_ID, 'spl-token'],
    ['gold', TOKEN_2022_PROGRAM_ID, 'spl-token-2022'],
  ] as const)(
    '%s moves between accounts and is listed by mint and by program',
    async (name, program, label) => {
      const token = stack.mints[name]
      const mint = new PublicKey(token.address)
      const unit = 10n ** BigInt(token.decimals)
      expect((await getMint(connection, mint, undefined, program)).supply).toBe(token.supply)
      expect((await connection.getTokenSupply(mint)).value.uiAmountString).toBe('1000000')
      const receiver = Keypair.generate()
      const open = (owner: PublicKey) =>
        getOrCreateAssociatedTokenAccount(
          connection,
          alice,
          mint,
          owner,
          false,
          'confirmed',
          undefined,
          program,
        )
      const source = await open(alice.publicKey)
      const destination = await open(receiver.publicKey)
      const transfer = createTransferCheckedInstruction(
        source.address,
        mint,
        destination.address,
        alice.publicKey,
        (unit * 5n) / 2n,
        token.decimals,
        [],
        program,
      )
      const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [alice])

      for (const filter of [{ mint }, { programId: program }]) {
        const { value } = await connection.getParsedTokenAccountsByOwner(receiver.publicKey, filter)
        expect(value).toHaveLength(1)
        expect(value[0]!.account.data).toMatchObject({
          program: label,
          parsed: {
            type: 'account',
            info: {
              mint: token.address,
              owner: receiver.publicKey.toBase58(),
              tokenAmount: { uiAmountString: '2.5' },
            },
          },
        })
        const raw = await connection.getTokenAccountsByOwner(receiver.publicKey, filter)
        expect(raw.value[0]!.pubkey.equals(destination.address)).toBe(true)
      }
      expect((await connection.getTokenAccountBalance(destination.address)).value).toMatchObject({
        amount: ((unit * 5n) / 2n).toString(),
        decimals: token.decimals,
        uiAmountString: '2.5',
      })
      expect(await stack.tokenBalanceOf(token.address, receiver.publicKey.toBase58())).toBe((unit * 5n) / 2n)
      const meta = (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta
      expect(meta?.postTokenBalances?.map((balance) => balance.uiTokenAmount.uiAmountString)).toContain('2.5')
      expect(meta?.preTokenBalances?.map((balance) => balance.uiTokenAmount.uiAmountString)).toContain('0')
    },
  )

  test('a mint nobody made and a foreign program are refused', async () => {
    const stranger = Keypair.generate().publicKey
    await expect(connection.getTokenAccountsByOwner(alice.publicKey, { mint: stranger })).rejects.toThrow(
      'could not find mint',
    )
    await expect(
      connection.getTokenAccountsByOwner(alice.publicKey, { programId: stranger }),
    ).rejects.toThrow('unrecognized Token program id')
  })
})

describe('refusals', () => {
  test('a forged signature never reaches a block', async () => {
    const raw = await signedTransfer(bob, alice.publicKey, 1)
    raw[10]! ^= 1
    const before = await stack.balanceOf(bob.publicKey.toBase58())
    for (const skipPreflight of [false, true]) {
      await expect(connection.sendRawTransaction(raw, { skipPreflight })).rejects.toThrow(
        'Transaction signature verification failure',
      )
    }
    expect(await stack.balanceOf(bob.publicKey.toBase58())).toBe(before)
  })

  test('a message changed after signing is refused', async () => {
    const raw = await signedTransfer(bob, alice.publicKey, 1)
    raw[raw.length - 1]! ^= 1
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow('signature verification failure')
  })

  test('a blockhash works for 150 slots and not for one more', async () => {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const sign = (lamports: number) => {
      const transaction = send(bob, alice.publicKey, lamports)
      transaction.feePayer = bob.publicKey
      transaction.recentBlockhash = blockhash
      transaction.sign(bob)
      return transaction
    }
    const start = await connection.getSlot()
    await stack.advanceSlots(140 - (start - (lastValidBlockHeight - 150)))
    await expect(connection.sendRawTransaction(sign(1).serialize())).resolves.toBeTypeOf('string')
    await stack.advanceSlots(11)
    expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
    expect(await connection.getFeeForMessage(sign(2).compileMessage())).toMatchObject({ value: null })
    await expect(connection.sendRawTransaction(sign(2).serialize())).rejects.toThrow('Blockhash not found')
    const late = sign(3).serialize()
    await expect(connection.sendRawTransaction(late, { skipPreflight: true })).rejects.toThrow(
      'Blockhash not found',
    )
  })

  test('the same transaction counts once', async () => {
    const raw = await signedTransfer(bob, alice.publicKey, 3)
    await connection.sendRawTransaction(raw)
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow('already been processed')
  })

  test('a transfer of more than there is fails in preflight, and on chain without it', async () => {
    const poor = Keypair.generate()
    await stack.airdrop(poor.publicKey.toBase58(), 1_000_000_000n)
    const raw = await signedTransfer(poor, alice.publicKey, 2_000_000_000)
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow(
      'Error processing Instruction 0: custom program error: 0x1',
    )
    const signature = await connection.sendRawTransaction(raw, { skipPreflight: true })
    const { value } = await connection.getSignatureStatuses([signature])
    expect(value[0]?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await connection.getBalance(poor.publicKey)).toBe(1_000_000_000 - 5000)
    expect((await connection.getSignaturesForAddress(poor.publicKey))[0]?.err).not.toBeNull()
  })

  test('an account that was never funded cannot pay', async () => {
    const nobody = Keypair.generate()
    const raw = await signedTransfer(nobody, alice.publicKey, 1)
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow('no record of a prior credit')
  })
})

describe('JSON-RPC', () => {
  const balance = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [PublicKey.default.toBase58()] }

  test('batches are answered together, notifications not at all', async () => {
    const { id: _, ...notification } = balance
    const answers = await rpc([
      balance,
      notification,
      { ...balance, id: 'two', method: 'getSlot', params: [] },
    ])
    expect(answers.map((answer: { id: unknown }) => answer.id)).toEqual([1, 'two'])
    expect(await rpc(notification)).toBeUndefined()
  })

  test('mistakes get the codes of the specification', async () => {
    const codes = await Promise.all(
      [
        '{',
        [],
        { id: 1 },
        { ...balance, method: 'getNothing' },
        { ...balance, method: 'constructor' },
        { ...balance, params: ['not an address'] },
      ].map(async (body) => (await rpc(body)).error.code),
    )
    expect(codes).toEqual([-32700, -32600, -32600, -32601, -32601, -32602])
  })

  test('a page of another origin may call it', async () => {
    const response = await fetch(stack.url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('the WebSocket opens on the HTTP port as well', async () => {
    const socket = new WebSocket(stack.url.replace('http', 'ws'))
    const answer = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('open', () => socket.send(JSON.stringify(balance)))
      socket.on('message', (data) => resolve(data.toString()))
    })
    socket.close()
    expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { value: 1 } })
  })

  test('a taken port is said clearly', async () => {
    const port = Number(new URL(stack.url).port)
    await expect(startSolana({ port })).rejects.toMatchObject({ code: 'PORT_IN_USE' })
    await expect(startSolana({ port: port - 1 })).rejects.toThrow(
      /could not listen on port \d+. It needs a port/,
    )
  })
})

test('stopping ends WebSockets as a node does that is stopped', async () => {
  const other = await startSolana()
  const socket = new WebSocket(other.webSocketUrl)
  await new Promise((resolve) => socket.once('open', resolve))
  const ended = new Promise<number>((resolve) => socket.once('close', resolve))
  await other.stop()
  expect(await ended).toBe(1000)
})

test('stopping frees the ports and may be repeated', async () => {
  const other = await startSolana()
  const port = Number(new URL(other.url).port)
  await Promise.all([other.stop(), other.stop()])
  await expect(fetch(other.url)).rejects.toThrow()
  const again = await startSolana({ port })
  await again.stop()
})
