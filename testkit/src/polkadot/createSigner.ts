import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod/mini'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { AccountAccess } from '../wallet/accountAccess.js'
import type { Behaviour } from '../wallet/behaviour.js'
import { readable } from '../wallet/bytes.js'
import { extrinsicPayloadBytes, extrinsicPayloadSchema } from './extrinsicPayload.js'
import type { PolkadotAccount } from './createPolkadotTestWallet.js'
import { inWalletWords } from './inWalletWords.js'
import { decodeSs58 } from './ss58.js'
import { wrapBytes } from './wrapBytes.js'

/** What a signer answers. */
export interface PolkadotSignature {
  readonly id: number
  /** 0x-prefixed: 64 bytes for raw data, 65 with a leading type byte for extrinsics. */
  readonly signature: `0x${string}`
}

/** The signer of an injected wallet. */
export interface PolkadotSigner {
  /** @param raw SignerPayloadRaw: data is 0x hex, or text */
  signRaw(raw: unknown): Promise<PolkadotSignature>
  /** @param payload SignerPayloadJSON */
  signPayload(payload: unknown): Promise<PolkadotSignature>
}

const rawSchema = z.object({
  address: z.string(),
  data: z.string(),
  type: z.optional(z.enum(['bytes', 'payload'])),
})

/** The type byte of sr25519 in a MultiSignature. */
const sr25519Type = Uint8Array.of(1)

/** Creates the signer. The account may be given with any SS58 prefix. */
export function createSigner(behaviour: Behaviour, access: AccountAccess<PolkadotAccount>): PolkadotSigner {
  let lastId = 0
  const require = (address: string) => {
    const key = decodeSs58(address)
    const account = access
      .visible()
      .find(({ keypair }) => key && bytesToHex(keypair.publicKey) === bytesToHex(key))
    if (!account) throw rpcErrors.unauthorized(`the account ${address}`)
    return account
  }
  const answer = (signature: Uint8Array): PolkadotSignature => {
    lastId += 1
    return { id: lastId, signature: `0x${bytesToHex(signature)}` }
  }
  return {
    signRaw: (raw) =>
      inWalletWords('Cancelled', async () => {
        const { address, data } = rawSchema.parse(raw)
        const { keypair } = require(address)
        const message = /^0x(?:[0-9a-fA-F]{2})*$/.test(data) ? hexToBytes(data.slice(2)) : utf8ToBytes(data)
        const prompt = {
          title: 'sign this message',
          details: [
            { label: 'Account', value: address },
            { label: 'Message', value: readable(message) },
          ],
        }
        return behaviour.perform({ method: 'signRaw', params: [raw], prompt }, () =>
          answer(keypair.sign(wrapBytes(message))),
        )
      }),
    signPayload: (input) =>
      inWalletWords('Cancelled', async () => {
        const payload = extrinsicPayloadSchema.parse(input)
        const { keypair } = require(payload.address)
        const message = extrinsicPayloadBytes(payload)
        const prompt = {
          title: 'sign this transaction',
          details: [
            { label: 'Account', value: payload.address },
            { label: 'Network', value: payload.genesisHash },
            { label: 'Call', value: payload.method },
          ],
        }
        return behaviour.perform({ method: 'signPayload', params: [payload], prompt }, () =>
          answer(concatBytes(sr25519Type, keypair.sign(message))),
        )
      }),
  }
}
