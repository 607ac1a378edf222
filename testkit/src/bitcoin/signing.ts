import { base64, hex } from '@scure/base'
import type { Transaction } from '@scure/btc-signer'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { ApprovalRequest } from '../evm/approvals.js'
import { signBip322 } from './bip322.js'
import type { BitcoinKey } from './bitcoinKeys.js'
import { type BitcoinWalletContext, visibleKeys } from './bitcoinWalletContext.js'
import { buildTransfer, type BitcoinRecipient } from './buildTransfer.js'
import { signCompact } from './signCompact.js'
import { type PsbtSigning, readPsbt, signPsbt } from './signPsbt.js'

type Prompt = Omit<ApprovalRequest, 'method'>

/** The key of an address the page may use. @throws ProviderRpcError 4100 */
export function requireKey(context: BitcoinWalletContext, address: string): BitcoinKey {
  const key = visibleKeys(context).find((candidate) => candidate.address === address)
  if (!key) throw rpcErrors.unauthorized(`the address ${address}`)
  return key
}

/** Signs a message. @throws ProviderRpcError -32602 for ECDSA with a taproot address */
export function signMessage(
  message: string,
  key: BitcoinKey,
  protocol: 'ECDSA' | 'BIP322',
  header: number,
): string {
  if (protocol === 'BIP322') return signBip322(message, key)
  if (key.addressType === 'p2tr') {
    throw rpcErrors.invalidParams('the request', 'a taproot address signs messages by BIP-322 only')
  }
  return signCompact(message, key.privateKey, header)
}

/** What the user sees before a message is signed. */
export const messagePrompt = (message: string, key: BitcoinKey): Prompt => ({
  title: 'sign this message',
  details: [
    { label: 'Address', value: key.address },
    { label: 'Message', value: message },
  ],
})

/** What the user sees before a PSBT is signed. */
export function psbtPrompt(
  context: BitcoinWalletContext,
  transaction: Transaction,
  broadcast: boolean,
): Prompt {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { amount = 0n, script = new Uint8Array() } = transaction.getOutput(index)
    if (script[0] === opReturn) return { label: 'Writes', value: hex.encode(script.subarray(1)) }
    return { label: 'Pays', value: `${amount} sat to ${addressOf(context, transaction, index)}` }
  })
  return { title: broadcast ? 'sign and send this transaction' : 'sign this transaction', details: outputs }
}

/** The opcode of outputs that carry data and can't be spent. */
const opReturn = 0x6a

function addressOf({ network }: BitcoinWalletContext, transaction: Transaction, index: number): string {
  try {
    return transaction.getOutputAddress(index, network.parameters) ?? withoutAddress
  } catch {
    // The library writes no address for forms that it doesn't know.
    return withoutAddress
  }
}

const withoutAddress = 'a script without address'

/** Reads, signs and, if asked, finalises and sends. The PSBT was copied before the user was asked. */
export async function completePsbt(
  context: BitcoinWalletContext,
  transaction: Transaction,
  signings: readonly PsbtSigning[],
  { finalize, broadcast }: { readonly finalize: boolean; readonly broadcast: boolean },
): Promise<{ readonly psbt: Uint8Array; readonly txid?: string }> {
  signPsbt(transaction, signings)
  if (finalize || broadcast) {
    for (const index of signings.flatMap(({ indexes }) => indexes)) transaction.finalizeIdx(index)
  }
  const psbt = transaction.toPSBT()
  return broadcast ? { psbt, txid: await context.esplora.broadcast(transaction.extract()) } : { psbt }
}

/** Reads a PSBT in base64. @throws ProviderRpcError -32602 */
export function readBase64Psbt(text: string): Transaction {
  let bytes: Uint8Array
  try {
    bytes = base64.decode(text)
  } catch {
    throw rpcErrors.invalidParams('the request', 'the PSBT is not base64')
  }
  return readPsbt(bytes)
}

/** What the user sees before a transfer. */
export const transferPrompt = (recipients: readonly BitcoinRecipient[]): Prompt => ({
  title: 'send bitcoin',
  details: recipients.map(({ address, amount }) => ({ label: 'Pays', value: `${amount} sat to ${address}` })),
})

/** Sends from the payment address of the selected account and returns the transaction id. */
export async function sendTransfer(
  context: BitcoinWalletContext,
  recipients: readonly BitcoinRecipient[],
  feeRate: number = context.feeRate,
): Promise<string> {
  const [account] = context.access.visible()
  if (!account) throw rpcErrors.unauthorized('any account')
  const from = account.payment
  const unspent = await context.esplora.unspent(from.address)
  const transaction = buildTransfer({ from, unspent, recipients, feeRate, network: context.network })
  transaction.finalize()
  return context.esplora.broadcast(transaction.extract())
}
