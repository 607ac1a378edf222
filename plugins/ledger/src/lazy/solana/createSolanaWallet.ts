import { decodeBase58 } from '@latchkey/kernel/chain'
import { ledgerMark } from '../../ledgerMark.js'
import type { ProviderOptions } from '../chainCode.js'
import { isPlainText, signMessage } from './signMessage.js'
import { readSignable, readVersions, signTransaction } from './signTransaction.js'

interface MessageInput {
  readonly message: Uint8Array
}
interface TransactionInput {
  readonly transaction: Uint8Array
}

const features = ['solana:signMessage', 'solana:signTransaction'] as const

/**
 * Solana, as a Wallet Standard wallet that signs. A message is signed in the envelope of off-chain messages, which `signedMessage`
 * of the answer is; the app's node sends transactions.
 */
export function createSolanaWallet({ account, networks, askDevice, signal }: ProviderOptions) {
  const chains = networks.all.map((network) => {
    const named: unknown = Reflect.get(network, 'walletStandardChain')
    return typeof named === 'string' ? named : network.id
  })
  return {
    version: '1.0.0',
    name: 'Ledger',
    icon: ledgerMark,
    chains,
    accounts: [
      { address: account.address, publicKey: decodeBase58(account.address), chains, features: [...features] },
    ],
    features: {
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly MessageInput[]) =>
          inOrder(inputs, ({ message }) => {
            signal.throwIfAborted()
            const bytes = Uint8Array.from(message)
            return askDevice(isPlainText(bytes) ? 'text' : 'textHash', (app) =>
              signMessage(app, account, bytes),
            )
          }),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: readVersions,
        signTransaction: (...inputs: readonly TransactionInput[]) =>
          inOrder(inputs, async ({ transaction }) => {
            signal.throwIfAborted()
            const bytes = Uint8Array.from(transaction)
            // Nobody is asked for a device that can't read it.
            readSignable(bytes, account)
            return {
              signedTransaction: await askDevice('transaction', (app) =>
                signTransaction(app, account, bytes),
              ),
            }
          }),
      },
    },
  }
}

async function inOrder<Input, Output>(
  inputs: readonly Input[],
  run: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}
