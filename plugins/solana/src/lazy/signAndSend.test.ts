import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kernel } from '@latchkey/kernel'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterEach, describe, expect, it } from 'vitest'
import { accountOn, capabilityOf, createTestKernel } from '../../test/context.js'
import { createFakeWallet, type FakeWallet } from '../../test/fakeWallet.js'
import { encodeBase58 } from '@latchkey/kernel/chain'
import { SignAndSendTransaction, solanaMainnet } from '../index.js'

const options = {
  skipPreflight: true,
  preflightCommitment: 'finalized',
  maxRetries: 2,
  minContextSlot: 77,
} as const

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A node that takes every transaction. @returns What it was asked, and its address. */
async function startNode() {
  const asked: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const server = createServer(async (request, response) => {
    const question = JSON.parse(await textOf(request))
    asked.push(question)
    const wire = Buffer.from(question.params[0], 'base64')
    const result = encodeBase58(wire.subarray(1, 65))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => server.closeAllConnections(),
  )
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function walletOf(settings: Parameters<typeof createFakeWallet>[0]): Promise<FakeWallet> {
  const fake = createFakeWallet({ seeds: [1], ...settings })
  await fake.wallet.features['standard:connect']?.connect()
  return fake
}

function kernelOn(url: string): Kernel {
  const kernel = createTestKernel({ networks: [{ ...solanaMainnet, rpcUrls: [url] }] })
  cleanups.push(() => kernel.dispose())
  return kernel
}

function requestOf(fake: FakeWallet) {
  const payer = new PublicKey(fake.accounts[0]!.address)
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.default, lamports: 1 })],
  })
  return {
    account: accountOn(solanaMainnet, fake.accounts[0]!.address),
    networkId: solanaMainnet.id,
    provider: fake.wallet,
    transaction: new VersionedTransaction(message.compileToV0Message()).serialize(),
  }
}

describe('the options of sending', () => {
  it('reach the node, over the defaults, where the wallet only signs', async () => {
    const node = await startNode()
    const fake = await walletOf({})
    const { send } = capabilityOf(kernelOn(node.url), SignAndSendTransaction)
    await send({ ...requestOf(fake), options })
    await send(requestOf(fake))
    expect(node.asked.map(({ method, params }) => [method, params[1]])).toEqual([
      ['sendTransaction', { encoding: 'base64', ...options }],
      ['sendTransaction', { encoding: 'base64', preflightCommitment: 'confirmed' }],
    ])
  })

  it('reach the wallet that sends, and no node', async () => {
    const node = await startNode()
    const fake = await walletOf({ send: node.url })
    fake.answer('solana:signAndSendTransaction', () => [{ signature: new Uint8Array(64).fill(1) }])
    const { send } = capabilityOf(kernelOn(node.url), SignAndSendTransaction)
    await send({ ...requestOf(fake), options })
    expect(fake.calls.at(-1)).toMatchObject({
      feature: 'solana:signAndSendTransaction',
      inputs: [{ options }],
    })
    expect(node.asked).toEqual([])
  })
})
