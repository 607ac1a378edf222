import type { Hash } from 'viem'
import { fillTransaction, type TransactionParam } from './fillTransaction.js'
import { rpcErrors } from './providerRpcError.js'
import type { WalletAccount } from './walletAccount.js'
import type { WalletContext } from './walletContext.js'

/** Completes, signs and sends one transaction. Errors of the node pass through unchanged. */
export function sendTransaction(
  context: WalletContext,
  account: WalletAccount,
  chainId: number,
  transaction: TransactionParam,
): Promise<Hash> {
  return context.inOrder(async () => {
    const node = context.node(chainId)
    const filled = await fillTransaction(node, chainId, transaction)
    const hash = await node('eth_sendRawTransaction', [await account.signTransaction(filled)])
    if (typeof hash !== 'string') throw rpcErrors.internal('The node did not answer with a transaction hash.')
    return hash as Hash
  })
}
