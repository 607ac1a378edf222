import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { invalidAnswer, encodeBase58, featureMissing } from '@latchkey/kernel/chain'
import { networkOf } from '../networks.js'
import type { SignAndSendTransactionRequest } from '../signAndSendTransaction.js'
import type { Client } from './client.js'
import { readWire } from './readWire.js'
import { sendTransaction, submitted } from './sendTransaction.js'
import { checkTransaction, signTransactions } from './signTransactions.js'
import { isSignatureOf, waitAndCompare } from './waitAndCompare.js'
import { accessWallet, bytesOf } from './walletAccess.js'

const feature = 'solana:signAndSendTransaction'

/**
 * Has the wallet sign and send, or signs with it and sends by the network's endpoints when it can only sign. An id that is
 * not the account's signature of what was given is looked up afterwards, and compared.
 */
export async function signAndSend(
  client: Client,
  request: SignAndSendTransactionRequest,
): Promise<SubmittedTransaction> {
  const { account, provider, transaction, options = {} } = request
  const network = networkOf(client.networks, request.networkId)
  const wallet = accessWallet(provider, account)
  if (!wallet.has(feature)) {
    if (!wallet.has('solana:signTransaction')) {
      const needed = `${feature} or solana:signTransaction, by the wallet and by the account`
      throw featureMissing(wallet.name, 'sendTransactions', needed)
    }
    const [signed] = await signTransactions({ account, network, provider, transactions: [transaction] })
    return submitted(client, network, await sendTransaction(client, network, signed as Uint8Array, options))
  }
  const { signAndSendTransaction, supportedTransactionVersions } = wallet.feature(feature, 'sendTransactions')
  const bytes = Uint8Array.from(transaction)
  checkTransaction(wallet, readWire(bytes), account, supportedTransactionVersions)
  const [answer = {}] = await wallet.ask(feature, 1, () =>
    signAndSendTransaction({
      account: wallet.account,
      transaction: bytes,
      chain: network.walletStandardChain,
      options: withoutUndefined(options),
    }),
  )
  const signature = bytesOf(wallet.name, feature, 'signature', answer)
  if (signature.length !== 64)
    throw invalidAnswer(wallet.name, feature, `a signature of ${signature.length} bytes`)
  const sent = submitted(client, network, encodeBase58(signature))
  if (isSignatureOf(account.address, bytes, sent.id)) return sent
  const compared = { client, network, wallet: wallet.name, transaction: bytes, sent }
  return { ...sent, wait: (signal) => waitAndCompare({ ...compared, signal }) }
}

type Given<T> = { readonly [key in keyof T]: Exclude<T[key], undefined> }

/** A wallet may take a member that is there for one that was chosen. */
function withoutUndefined<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>
}
