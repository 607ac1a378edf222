import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { hex } from '@scure/base'
import * as z from 'zod/mini'
import type { SessionAccess } from '../sessionConnection.js'
import { createRequestProvider, type RequestProvider } from './requestProvider.js'

const signed = z.object({
  signature: z.string(),
  // A wallet that changed the payload answers the whole transaction.
  signedTransaction: z.optional(z.nullable(z.string())),
})
type Signed = z.infer<typeof signed>

interface Raw {
  readonly address: string
  /** 0x hex of the bytes. */
  readonly data: string
}
interface Payload {
  readonly address: string
  readonly genesisHash: string
}

/** What the Polkadot plugin works with, over a session; a method that was not approved is absent. */
export interface SessionPolkadotWallet extends RequestProvider {
  readonly name: string
  readonly accounts: { get(): Promise<readonly { readonly address: string }[]> }
  readonly signer: {
    signRaw?(raw: Raw): Promise<Signed>
    signPayload?(payload: Payload): Promise<Signed>
  }
}

/** Methods of the namespace polkadot as WalletConnect names them. */
export function createPolkadotWallet(session: SessionAccess): SessionPolkadotWallet {
  const { request } = createRequestProvider('polkadot', session)
  const { methods = [] } = session.view().approved.namespaces['polkadot'] ?? {}
  const signer: SessionPolkadotWallet['signer'] = {}
  if (methods.includes('polkadot_signMessage')) {
    signer.signRaw = async ({ address, data }) => {
      const params = { address, message: shown(data) }
      return parse(signed, await request({ method: 'polkadot_signMessage', params }), 'The signed message')
    }
  }
  if (methods.includes('polkadot_signTransaction')) {
    signer.signPayload = async (payload) => {
      const params = { address: payload.address, transactionPayload: payload }
      const answer = await request(
        { method: 'polkadot_signTransaction', params },
        chainOf(payload.genesisHash),
      )
      return parse(signed, answer, 'The signed transaction')
    }
  }
  return {
    name: session.walletName,
    request,
    signer,
    accounts: {
      get: async () =>
        session
          .view()
          .accounts.flatMap(({ namespace, address }) => (namespace === 'polkadot' ? [{ address }] : [])),
    },
  }
}

/** CAIP-2 of a chain: the first 32 digits of its genesis hash. */
function chainOf(genesisHash: string): NetworkId {
  return `polkadot:${genesisHash.slice(2, 34).toLowerCase()}`
}

/** Text where the bytes are text, which a person can read. Wallets take hex for bytes, so text like it stays hex. */
function shown(data: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hex.decode(data.slice(2)))
    return /^0x[0-9a-f]*$/i.test(text) || text === '' ? data : text
  } catch {
    return data
  }
}
