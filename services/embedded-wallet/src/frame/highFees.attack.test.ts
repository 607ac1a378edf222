// Fees that an app, or the node that it uses, asks for: told as high, and asked about first where nothing is worth them.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ComputeBudgetProgram, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { type Hex, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../devstack/src/account-abstraction/index.js'
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { address, createEvmContext } from '../../test/evmContext.js'
import { createSmartContext } from '../../test/smartContext.js'
import { answerEvm } from './evm/answerEvm.js'
import { undoUpgrade } from './evm/upgrade/undoUpgrade.js'
import { answerSolana } from './solanaRequests.js'

let chain: EvmStack
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>
let node: Server
let nodeUrl: string
/** Wei per gas that the lying node names as tip. */
let tip: bigint | undefined

beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
  node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string }
      const isLie = body.method === 'eth_maxPriorityFeePerGas' && tip !== undefined
      const shared = { jsonrpc: '2.0', id: body.id }
      // A node that fills transactions in could name the price there.
      const isUnknown = body.method === 'eth_fillTransaction'
      const answer = isLie
        ? { ...shared, result: numberToHex(tip as bigint) }
        : isUnknown
          ? { ...shared, error: { code: -32601, message: 'Method not found' } }
          : await fetch(chain.url, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }).then((told) => told.json())
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}, 300_000)
afterAll(async () => {
  await new Promise((resolve) => node.close(resolve))
  await abstraction?.stop()
  await chain?.stop()
})
let snapshot: Hex | undefined
beforeEach(async () => {
  // The node remembers the tips of transactions that were taken back, so that what it suggests depends on the tests before.
  tip = 10n ** 9n
  if (snapshot) await chain.revert(snapshot)
  snapshot = await chain.snapshot()
})

const friend = () => chain.accounts[1]!.address
const coins = 10n ** 18n
/** Wei per gas with which a plain payment costs so many coins. */
const priceOf = (fee: bigint) => fee / 21_000n
const first = 'Pay an unreasonable network fee?'
const titles = (shown: readonly { title: string }[]) => shown.map(({ title }) => title)
const factsOf = (question: { readonly facts?: readonly object[] } | undefined) => question?.facts ?? []

/** An account on the lying node, whose person declines a question that is named. */
function someone(declined?: string) {
  const { context, shown } = createEvmContext({ rpcUrl: nodeUrl, chainId: chain.chainId })
  const screen: typeof context.screen = {
    async ask(question, signal) {
      await context.screen.ask(question, signal)
      if (shown.at(-1)?.title === declined) throw new Error('Declined.')
      return ''
    },
  }
  return { context: { ...context, screen }, shown }
}
const send = (more: object, value = 1n, declined?: string) => {
  const { context, shown } = someone(declined)
  const transaction = { from: address, to: friend(), value: numberToHex(value), ...more }
  return { shown, sent: answerEvm('eth_sendTransaction', [transaction], context) }
}

describe('one transaction', () => {
  test.each([
    ['a usual fee', 10n ** 15n, parseEther('1'), undefined],
    [
      'a fee above a tenth of what is sent',
      4n * 10n ** 16n,
      parseEther('0.2'),
      'This is more than a tenth of what you send.',
    ],
    [
      'a fee far above what the network asks for',
      2n * 10n ** 16n,
      parseEther('1'),
      'This is far more than the network asks for now.',
    ],
  ])('with %s of the app’s own', async (_, fee, value, warning) => {
    const { shown, sent } = send({ gasPrice: numberToHex(priceOf(fee)) }, value)
    await sent
    expect(titles(shown)).toEqual(['Send a transaction'])
    const high = { name: 'High fee', value: warning, isWarning: true }
    if (warning) expect(factsOf(shown[0])).toContainEqual(high)
    else expect(factsOf(shown[0])).not.toContainEqual(expect.objectContaining({ name: 'High fee' }))
  })

  test.each([
    ['the app’s gas price', () => ({ gasPrice: numberToHex(priceOf(2n * coins)) })],
    [
      'the app’s highest fee',
      () => ({ maxFeePerGas: numberToHex(priceOf(2n * coins)), maxPriorityFeePerGas: '0x1' }),
    ],
    [
      'the node’s tip',
      () => {
        tip = 10n ** 17n
        return {}
      },
    ],
  ])('that costs coins by %s is asked about first, and declined there nothing is signed', async (_, asks) => {
    const before = await chain.client.getTransactionCount({ address })
    const { shown, sent } = send(asks(), 1n, first)
    await expect(sent).rejects.toThrow('Declined.')
    expect(titles(shown)).toEqual([first])
    expect(factsOf(shown[0])).toContainEqual(
      expect.objectContaining({ name: 'Max network fee', isWarning: true }),
    )
    expect(await chain.client.getTransactionCount({ address })).toBe(before)
  })

  test('is sent with such a fee by a person who agreed to both', async () => {
    const { shown, sent } = send({ gasPrice: numberToHex(priceOf(2n * coins)) })
    const hash = (await sent) as Hex
    expect(titles(shown)).toEqual([first, 'Send a transaction'])
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  })
})

describe('a node that names an absurd tip is told wherever the account signs', () => {
  const calls = () => [1, 2].map(() => ({ to: friend(), value: '0x1' }))
  const bundle = (more: object) => [
    { version: '2.0.0', from: address, chainId: numberToHex(chain.chainId), calls: calls(), ...more },
  ]
  test.each([
    [
      'calls one after the other',
      (context: never) => answerEvm('wallet_sendCalls', bundle({ atomicRequired: false }), context),
    ],
    [
      'calls at once, with an upgrade',
      (context: never) => answerEvm('wallet_sendCalls', bundle({ atomicRequired: true }), context),
    ],
    ['the way back from an upgrade', (context: never) => undoUpgrade(context)],
  ])('%s', async (_, ask) => {
    tip = 10n ** 17n
    const { context, shown } = someone(first)
    await expect(ask(context as never)).rejects.toThrow()
    expect(titles(shown)).toEqual([first])
  })

  test('an operation of the smart account', async () => {
    tip = 10n ** 16n
    const network = {
      url: nodeUrl,
      chainId: chain.chainId,
      bundlers: abstraction.bundlers.map(({ url }) => url),
    }
    const { context, shown, account } = createSmartContext(network)
    await chain.setBalance(account.address, parseEther('1000000'))
    const ask = context.screen.ask.bind(context.screen)
    const screen: typeof context.screen = {
      async ask(question, signal) {
        await ask(question, signal)
        throw new Error('Declined.')
      },
    }
    const transaction = { from: account.address, to: friend(), value: '0x1' }
    await expect(answerEvm('eth_sendTransaction', [transaction], { ...context, screen })).rejects.toThrow()
    expect(titles(shown)).toEqual([first])
  })
})

describe('on Solana', () => {
  const payer = Keypair.generate()
  /** A transfer that pays so many lamports beside the signature's price. */
  async function sign(lamports: number) {
    const { context, shown } = createEvmContext()
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      recentBlockhash: payer.publicKey.toBase58(),
    }).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: lamports }),
      SystemProgram.transfer({
        fromPubkey: payer.publicKey,
        toPubkey: Keypair.generate().publicKey,
        lamports: 1,
      }),
    )
    const bytes = transaction.serialize({ requireAllSignatures: false })
    const { screen, signal, appOrigin } = context
    await answerSolana(
      'solana_signTransaction',
      { transaction: bytes.toString('base64') },
      {
        ...{ screen, signal, appOrigin, rpcUrl: undefined, address: payer.publicKey.toBase58() },
        ...{
          networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
          seed: async () => payer.secretKey.slice(0, 32),
        },
      },
    )
    return shown
  }

  test.each([
    [100_000, ['Sign a transaction'], false],
    [50_000_000, ['Sign a transaction'], true],
    [2_000_000_000, [first, 'Sign a transaction'], true],
  ])('a price of %i lamports', async (lamports, asked, isHigh) => {
    const shown = await sign(lamports)
    expect(titles(shown)).toEqual(asked)
    const high = expect.objectContaining({ name: 'High fee', isWarning: true })
    expect(factsOf(shown.at(-1)).length > 0).toBe(true)
    if (isHigh) expect(factsOf(shown.at(-1))).toContainEqual(high)
    else expect(factsOf(shown.at(-1))).not.toContainEqual(high)
  })
})
