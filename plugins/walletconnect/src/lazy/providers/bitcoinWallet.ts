import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { base64, hex } from '@scure/base'
import * as z from 'zod/mini'
import { messageNotText } from '../messageNotText.js'
import type { SessionAccess } from '../sessionConnection.js'
import { createRequestProvider, type RequestProvider } from './requestProvider.js'

const signedMessage = z.object({ signature: z.string() })
const signedPsbt = z.object({ psbt: z.string() })
const sentTransfer = z.object({ txid: z.string() })

interface MessageRequest {
  readonly networkId: NetworkId
  readonly address: string
  readonly message: string | Uint8Array
  readonly protocol: 'ecdsa' | 'bip322'
}
interface PsbtRequest {
  readonly networkId: NetworkId
  /** Base64. */
  readonly psbt: string
  readonly inputs: readonly { readonly index: number; readonly address: string; readonly sighash?: number }[]
}
interface TransferRequest {
  readonly networkId: NetworkId
  readonly from: string
  readonly to: string
  /** Satoshis. */
  readonly amount: bigint
}

/** What the Bitcoin plugin works with, over a session; a method that was not approved is absent. */
export interface SessionBitcoinWallet extends RequestProvider {
  readonly name: string
  /** For what the other methods do not cover. */
  readonly provider: RequestProvider
  signMessage?(request: MessageRequest): Promise<string>
  signPsbt?(request: PsbtRequest): Promise<string>
  sendTransfer?(request: TransferRequest): Promise<string>
}

/** Methods of the namespace bip122 as WalletConnect names them. */
export function createBitcoinWallet(session: SessionAccess): SessionBitcoinWallet {
  const provider = createRequestProvider('bip122', session)
  const { methods = [] } = session.view().approved.namespaces['bip122'] ?? {}
  const wallet: SessionBitcoinWallet = { name: session.walletName, provider, request: provider.request }
  if (methods.includes('signMessage')) {
    wallet.signMessage = async ({ networkId, address, message, protocol }) => {
      const params = { account: address, address, message: textOf(message, session.walletName), protocol }
      const answer = await provider.request({ method: 'signMessage', params }, networkId)
      return base64Of(parse(signedMessage, answer, 'The signed message').signature)
    }
  }
  if (methods.includes('signPsbt')) {
    wallet.signPsbt = async ({ networkId, psbt, inputs }) => {
      const signInputs = inputs.map(({ index, address, sighash }) => ({
        index,
        address,
        ...(sighash === undefined ? {} : { sighashTypes: [sighash] }),
      }))
      const account = inputs[0]?.address
      const params = { account, psbt, signInputs, broadcast: false }
      const answer = await provider.request({ method: 'signPsbt', params }, networkId)
      return parse(signedPsbt, answer, 'The signed transaction').psbt
    }
  }
  if (methods.includes('sendTransfer')) {
    wallet.sendTransfer = async ({ networkId, from, to, amount }) => {
      const params = { account: from, recipientAddress: to, amount: String(amount) }
      const answer = await provider.request({ method: 'sendTransfer', params }, networkId)
      return parse(sentTransfer, answer, 'The sent transaction').txid
    }
  }
  return wallet
}

function textOf(message: string | Uint8Array, walletName: string): string {
  if (typeof message === 'string') return message
  try {
    // Without `ignoreBOM` the first character of a message could vanish.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw messageNotText(walletName)
  }
}

/** Wallets answer hex, as the method says, or base64, as Bitcoin does elsewhere. Whoever asked checks it. */
function base64Of(signature: string): string {
  const digits = signature.replace(/^0x/, '').toLowerCase()
  return /^(?:[0-9a-f]{2})+$/.test(digits) ? base64.encode(hex.decode(digits)) : signature
}
