import type { SendRequest, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { PublicKey, type TransactionInstruction } from '#web3'
import type { SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import { readWire } from '../readWire.js'
import { sendTransaction, submitted } from '../sendTransaction.js'
import { signAndSend } from '../signAndSend.js'
import { signTransactions } from '../signTransactions.js'
import { accessWallet } from '../walletAccess.js'
import { createChain } from './chain.js'
import { compileTransaction, unsigned } from './compileTransaction.js'
import type { Quote } from './quote.js'

export interface SubmitOptions {
  readonly client: Client
  readonly network: SolanaNetwork
  readonly request: Pick<SendRequest, 'from' | 'provider' | 'signal'>
  readonly instructions: readonly TransactionInstruction[]
  readonly quote: Quote
  /** Called right before the wallet is asked. */
  handingOver(): void
}

/**
 * Opens the wallet and sends what it signed. The block hash is fetched now, because it lives for a minute and a person
 * may take that long to read. Sending goes by the network's own endpoints, which the host chose; a wallet that only
 * signs and sends in one does it by its own.
 */
export async function submitSend({
  client,
  network,
  request,
  instructions,
  quote,
  handingOver,
}: SubmitOptions): Promise<SubmittedTransaction> {
  const { from: account, signal } = request
  const { blockhash, lastValidBlockHeight } = await createChain(client, network, signal).blockhash()
  const payer = new PublicKey(account.address)
  const transaction = unsigned(compileTransaction({ payer, blockhash, instructions, ...quote }))
  return handOver({ client, network, request, transaction, blockhash, lastValidBlockHeight, handingOver })
}

export interface HandOverOptions
  extends Pick<SubmitOptions, 'client' | 'network' | 'request' | 'handingOver'> {
  readonly transaction: Uint8Array
  readonly blockhash: string
  /** Of that block hash, or later. */
  readonly lastValidBlockHeight: number
}

/** Gives a transaction to the wallet, and sends it where the wallet only signs. */
export async function handOver(options: HandOverOptions): Promise<SubmittedTransaction> {
  const { client, network, request, transaction, blockhash, lastValidBlockHeight, handingOver } = options
  const { from: account, provider } = request
  const wallet = accessWallet(provider, account)
  handingOver()
  if (!wallet.has('solana:signTransaction')) {
    return signAndSend(client, { account, networkId: network.id, provider, transaction })
  }
  const [signed] = await signTransactions({ account, network, provider, transactions: [transaction] })
  const bytes = signed as Uint8Array
  const id = await sendTransaction(client, network, bytes)
  const ownHash = readWire(bytes).blockhash === blockhash
  return submitted(client, network, id, ownHash ? lastValidBlockHeight : undefined)
}
