import { type Account, BaseError, ConnectorError } from '@latchkey/kernel/plugin'
import { copyList, invalidAnswer } from '@latchkey/kernel/chain'
import type { SolanaNetwork } from '../networks.js'
import { checkInstructions } from './checkInstructions.js'
import { readWire, type WireTransaction } from './readWire.js'
import { accessWallet, bytesOf, type WalletAccess } from './walletAccess.js'
import { verifySignature } from './verifySignature.js'

const feature = 'solana:signTransaction'
/** There are two. */
const versionLimit = 100

export interface SignTransactionsOptions {
  readonly account: Account
  readonly network: SolanaNetwork
  readonly provider: unknown
  readonly transactions: readonly Uint8Array[]
}

/**
 * Has the wallet sign, several with one approval, and checks what came back: a transaction each, signed by the account.
 * It may differ from what was given, because wallets add fees and guards; it is what must be sent.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID`, `WALLET_CHANGED_TRANSACTION` when it does something else.
 */
export async function signTransactions(options: SignTransactionsOptions): Promise<readonly Uint8Array[]> {
  const { account, network, provider, transactions } = options
  const wallet = accessWallet(provider, account)
  const { signTransaction, supportedTransactionVersions } = wallet.feature(feature, 'signTransactions')
  if (transactions.length === 0) return []
  const inputs = transactions.map((transaction) => {
    const bytes = Uint8Array.from(transaction)
    checkTransaction(wallet, readWire(bytes), account, supportedTransactionVersions)
    return { account: wallet.account, transaction: bytes, chain: network.walletStandardChain }
  })
  const answers = await wallet.ask(feature, inputs.length, () => signTransaction(...inputs))
  return answers.map((answer, index) => {
    const bytes = bytesOf(wallet.name, feature, 'signedTransaction', answer)
    checkSigned(wallet.name, bytes, account)
    checkInstructions(wallet.name, transactions[index] as Uint8Array, bytes)
    return bytes
  })
}

/**
 * @throws ConnectorError `WALLET_VERSION_UNSUPPORTED` when the wallet does not list the version;
 *   BaseError `TRANSACTION_NOT_FOR_ACCOUNT` when it does not need the account's signature.
 */
export function checkTransaction(
  wallet: WalletAccess,
  wire: WireTransaction,
  account: Account,
  versions: unknown,
): void {
  const listed = copyList(versions, versionLimit) ?? []
  if (!listed.includes(wire.version)) {
    throw new ConnectorError(`${wallet.name} can’t sign this kind of transaction.`, {
      code: 'WALLET_VERSION_UNSUPPORTED',
      parameters: { wallet: wallet.name },
      metaMessages: [`The transaction has version ${wire.version}.`, `The wallet lists: ${listed.join()}.`],
    })
  }
  if (wire.signers.includes(account.address)) return
  throw new BaseError('This transaction does not need a signature of the connected account.', {
    code: 'TRANSACTION_NOT_FOR_ACCOUNT',
    metaMessages: [`Account: ${account.address}`, `Signers: ${wire.signers.join(', ')}`],
  })
}

function checkSigned(wallet: string, bytes: Uint8Array, account: Account): void {
  let wire: WireTransaction
  try {
    wire = readWire(bytes)
  } catch {
    throw invalidAnswer(wallet, feature, 'bytes that are no transaction')
  }
  const signature = wire.signatures[wire.signers.indexOf(account.address)]
  if (signature && verifySignature(account.address, wire.message, signature)) return
  throw invalidAnswer(wallet, feature, 'a transaction without a valid signature of the account')
}
