import { BaseError } from '@latchkey/kernel/plugin'
import { invalidAnswer, describeAnswer, encodeHex } from '@latchkey/kernel/chain'
import type { PolkadotNetwork } from '../networks.js'
import type { SignedPayload, SignPayloadRequest } from '../signPayload.js'
import { fromHex } from './hex.js'
import { accessWallet } from './walletAccess.js'

const action = 'signTransactions'

/** Has the wallet sign a payload for the network. The form of the answer is checked. */
export async function signPayload({
  account,
  provider,
  payload,
  network,
}: SignPayloadRequest & { readonly network: PolkadotNetwork }): Promise<SignedPayload> {
  if (String(payload.genesisHash).toLowerCase() !== network.genesisHash) {
    throw new BaseError(`This transaction is not for ${network.name}.`, {
      code: 'TRANSACTION_INVALID',
      parameters: { network: network.name },
      metaMessages: [
        `Genesis hash of the payload: ${payload.genesisHash}`,
        `Expected: ${network.genesisHash}`,
      ],
    })
  }
  const wallet = accessWallet(provider, account)
  const { signature, signedTransaction } = await wallet.ask('signPayload', action, {
    ...payload,
    address: account.address,
  })
  const bytes = fromHex(signature)
  // Type byte and 64 bytes, or 65 of ecdsa: an extrinsic says which kind of key signed it.
  if (!bytes || bytes.length !== (bytes[0] === 2 ? 66 : 65) || (bytes[0] ?? 3) > 2) {
    throw invalidAnswer(wallet.name, 'signPayload', `signature: ${describeAnswer(signature)}`)
  }
  if (signedTransaction === undefined || signedTransaction === null)
    return { signature: `0x${encodeHex(bytes)}` }
  const whole = bytesOf(signedTransaction)
  if (!whole)
    throw invalidAnswer(wallet.name, 'signPayload', `signedTransaction: ${describeAnswer(signedTransaction)}`)
  return { signature: `0x${encodeHex(bytes)}`, signedTransaction: `0x${encodeHex(whole)}` }
}

/** A copy, so that the wallet can't change it. Unlike `instanceof`, `isView` is never true of a proxy. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (!ArrayBuffer.isView(value)) return fromHex(value)
  return Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
}
