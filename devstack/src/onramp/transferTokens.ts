import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { SolanaMint } from '../solana/createMints.js'
import { openPlace, payAsset } from '../solana/market-maker/makeDeal.js'
import type { SolanaStack } from '../solana/startSolana.js'

/** Sends tokens of the stack's first account, and opens the receiver's place for them. */
export async function transferTokens(
  stack: SolanaStack,
  { address, program, decimals }: SolanaMint,
  to: string,
  units: bigint,
): Promise<string> {
  const connection = new Connection(stack.url, { commitment: 'confirmed', wsEndpoint: stack.webSocketUrl })
  const owner = Keypair.fromSecretKey(base58.decode(stack.accounts[0]?.secretKey as string))
  const receiver = new PublicKey(to)
  const asset = { mint: address, symbol: '', name: '', decimals, program }
  await stack.advanceSlots(1)
  const { blockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: owner.publicKey,
    recentBlockhash: blockhash,
    instructions: [
      ...openPlace(receiver, asset, owner.publicKey),
      payAsset(asset, owner.publicKey, receiver, units),
    ],
  }).compileToLegacyMessage()
  const transaction = new VersionedTransaction(message)
  transaction.sign([owner])
  return connection.sendTransaction(transaction)
}
