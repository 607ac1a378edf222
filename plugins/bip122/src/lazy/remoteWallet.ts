import { decodeHex } from '@latchkey/kernel/chain'
import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import type { RemoteAdapter, RemoteSession } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { messageNotText, toBase64, toText } from './bytes.js'

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

type Request = RemoteSession['request']

/** A `BitcoinWallet` over a session; a method that was not approved is absent. */
export interface RemoteBitcoinWallet {
  readonly name: string
  /** For what the other methods do not cover, as WalletConnect names them. */
  readonly provider: { readonly request: Request }
  readonly request: Request
  signMessage?(request: MessageRequest): Promise<string>
  signPsbt?(request: PsbtRequest): Promise<string>
  sendTransfer?(request: TransferRequest): Promise<string>
}

/** Bitcoin over a session: methods of the namespace bip122 as WalletConnect names them. */
export const remoteAdapter: RemoteAdapter = {
  createProvider,
  // Taproot addresses hold ordinals, the others payments.
  kindOf: (address) => (/^(bc|tb|bcrt)1p/i.test(address) ? 'ordinals' : 'payment'),
}

function createProvider(session: RemoteSession): RemoteBitcoinWallet {
  const request: Request = (asked, networkId) => session.request(asked, networkId)
  const provider = { request }
  const methods = session.methods()
  const wallet: RemoteBitcoinWallet = { name: session.walletName, provider, request }
  if (methods.includes('signMessage')) {
    wallet.signMessage = async ({ networkId, address, message, protocol }) => {
      const text = toText(message)
      if (text === undefined) throw messageNotText(session.walletName)
      const params = { account: address, address, message: text, protocol }
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

/** Wallets answer hex, as the method says, or base64, as Bitcoin does elsewhere. The caller checks it. */
function base64Of(signature: string): string {
  const bytes = decodeHex(signature.replace(/^0x/, ''))
  return bytes === undefined || bytes.length === 0 ? signature : toBase64(bytes)
}
