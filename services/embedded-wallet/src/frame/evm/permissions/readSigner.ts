import { type Address, getAddress, type Hex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../../readParams.js'
import { addressOn } from '../shapes.js'

const shape = z.object({ type: z.string(), data: z.optional(z.unknown()) })
const key = z.object({ type: z.string(), publicKey: z.string() })
const keys = z.object({ keys: z.array(key) })

/**
 * The address that the `signer` of ERC-7715's earlier drafts stands for.
 *
 * @throws FrameError -32602 for keys that no contract of the account knows
 */
export function readSigner(given: unknown, chainId: number): Address {
  const { type, data } = readParams(shape, given)
  if (type === 'account') {
    const address = addressOn(chainId)
    const account = z.union([z.object({ address }), z.object({ id: address })])
    const read = readParams(account, data)
    return getAddress('address' in read ? read.address : read.id)
  }
  if (type === 'key') return addressOfKey(readParams(key, data))
  if (type === 'keys') {
    const [one, ...more] = readParams(keys, data).keys
    if (!one || more.length > 0) throw unknownSigner('several keys')
    return addressOfKey(one)
  }
  throw unknownSigner(`signers of the type "${type.slice(0, 80)}"`)
}

function addressOfKey({ type, publicKey }: z.infer<typeof key>): Address {
  if (type !== 'secp256k1') throw unknownSigner(`keys of the type "${type.slice(0, 80)}"`)
  if (!/^0x04[0-9a-fA-F]{128}$/.test(publicKey)) {
    throw invalidParams('A public key is 0x04 and 128 hex digits. Or name its address as "to".')
  }
  return publicKeyToAddress(publicKey as Hex)
}

const unknownSigner = (what: string) =>
  invalidParams(
    `Permissions are for addresses. This wallet can’t give them to ${what}. Name one address as "to".`,
  )
