// The lines of docs/sdks.md, from a connection to the libraries that apps use, with a wallet's real keys and a local node.
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { SignTransaction } from '@latchkey/kernel/contracts'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import {
  address as kitAddress,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createKitRpc } from './kit/createKitRpc.js'
import { createKitSigner } from './kit/createKitSigner.js'
import { defineSolanaNetwork, solana } from './index.js'

let stack: SolanaStack
let kernel: Kernel
let leave: () => void
beforeAll(async () => {
  stack = await startSolana()
  vi.stubGlobal('window', new EventTarget())
  leave = createSolanaTestWallet({ chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }] }).register()
  const network = defineSolanaNetwork({
    genesisHash: stack.genesisHash,
    name: 'Local',
    rpcUrls: [stack.url],
  })
  kernel = createKernel([solana({ networks: [network] })], {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  await kernel.start()
  await vi.waitFor(() => expect(kernel.list(Connector)).toHaveLength(1))
  await kernel.get(Session).connect({ connectorId: kernel.list(Connector)[0]!.id })
})
afterAll(async () => {
  await kernel?.dispose()
  leave?.()
  await stack?.stop()
  vi.unstubAllGlobals()
})

const active = () => kernel.get(Wallets).active('solana')!

async function sign(transaction: VersionedTransaction): Promise<VersionedTransaction> {
  const signer = kernel.get(Wallets).active('solana')?.use(SignTransaction)
  if (!signer) throw new Error('Connect a Solana wallet that signs transactions.')
  return VersionedTransaction.deserialize(await signer.sign({ transaction: transaction.serialize() }))
}

it('@solana/web3.js sends a transaction that the node takes', async () => {
  const connection = new Connection(stack.url, {
    commitment: 'confirmed',
    wsEndpoint: stack.webSocketUrl,
  })
  const from = new PublicKey(active().account.address)
  const to = PublicKey.unique()
  const { blockhash } = await connection.getLatestBlockhash()
  const lamports = 2_000_000
  const message = new TransactionMessage({
    payerKey: from,
    recentBlockhash: blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })],
  })
  const signed = await sign(new VersionedTransaction(message.compileToV0Message()))
  await connection.sendTransaction(signed)
  await vi.waitFor(async () => expect(await stack.balanceOf(to.toBase58())).toBe(2_000_000n))
})

it('@solana/kit sends a transaction that the node takes', async () => {
  const rpc = createKitRpc(['http://127.0.0.1:9', stack.url])
  const signer = createKitSigner(active())
  const { value } = await rpc.getLatestBlockhash().send()
  const withPayer = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 }))
  const message = appendTransactionMessageInstruction(
    {
      programAddress: kitAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      data: new TextEncoder().encode('Hello'),
    },
    setTransactionMessageLifetimeUsingBlockhash(value, withPayer),
  )
  const signed = await partiallySignTransactionMessageWithSigners(message)
  const before = await stack.balanceOf(signer.address)
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
  await vi.waitFor(async () => expect(await stack.balanceOf(signer.address)).toBeLessThan(before))
})
