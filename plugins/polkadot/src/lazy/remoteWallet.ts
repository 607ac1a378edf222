import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import type { RemoteAdapter, RemoteSession } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { fromHex } from './hex.js'

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

/** A `PolkadotWallet` over a session; a method that was not approved is absent. */
export interface RemotePolkadotWallet {
  readonly name: string
  readonly accounts: { get(): Promise<readonly { readonly address: string }[]> }
  readonly signer: {
    signRaw?(raw: Raw): Promise<Signed>
    signPayload?(payload: Payload): Promise<Signed>
  }
  /** For what the signer does not cover, as WalletConnect names it. */
  readonly request: RemoteSession['request']
}

/** Polkadot over a session: methods of the namespace polkadot as WalletConnect names them. */
export const remoteAdapter: RemoteAdapter = { createProvider }

function createProvider(session: RemoteSession): RemotePolkadotWallet {
  const request: RemoteSession['request'] = (asked, networkId) => session.request(asked, networkId)
  const methods = session.methods()
  const signer: RemotePolkadotWallet['signer'] = {}
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
    accounts: { get: async () => session.accounts().map(({ address }) => ({ address })) },
  }
}

/** CAIP-2 of a chain: the first 32 digits of its genesis hash. */
function chainOf(genesisHash: string): NetworkId {
  return `polkadot:${genesisHash.slice(2, 34).toLowerCase()}`
}

/** Text where the bytes are text, which a person can read. Wallets take hex for bytes, so text like it stays hex. */
function shown(data: string): string {
  const bytes = fromHex(data)
  if (bytes === undefined) return data
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return /^0x[0-9a-f]*$/i.test(text) || text === '' ? data : text
  } catch {
    return data
  }
}
