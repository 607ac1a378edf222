import { hex } from '@scure/base'
import * as z from 'zod/mini'
import { rpcErrors } from '../evm/providerRpcError.js'

const unspentSchema = z.array(
  z.object({
    txid: z.string(),
    vout: z.number(),
    value: z.number(),
    status: z.object({ confirmed: z.boolean() }),
  }),
)

/** An output the wallet can spend. */
export interface UnspentOutput {
  readonly txid: string
  readonly index: number
  /** Satoshis. */
  readonly amount: bigint
  readonly confirmed: boolean
}

/** What the wallet needs of an Esplora-style server. */
export interface EsploraClient {
  unspent(address: string): Promise<readonly UnspentOutput[]>
  /** Returns the transaction id. @throws ProviderRpcError -32603 with the server's words */
  broadcast(transaction: Uint8Array): Promise<string>
}

/** Creates the client of the server at `url`. */
export function createEsploraClient(url: string): EsploraClient {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw rpcErrors.internal(text)
    return text
  }
  return {
    async unspent(address) {
      const list = unspentSchema.parse(JSON.parse(await ask(`/address/${address}/utxo`)))
      return list.map(({ txid, vout, value, status }) => {
        return { txid, index: vout, amount: BigInt(value), confirmed: status.confirmed }
      })
    },
    broadcast: (transaction) => ask('/tx', { method: 'POST', body: hex.encode(transaction) }),
  }
}
