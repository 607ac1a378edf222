import { type Hex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nameSigned, type SignedTransaction } from '../handOver.js'
import { type Client, nodeError } from '../node.js'
import type { EvmContext } from '../shapes.js'

/** A transaction of the account to itself, which says what code it runs. */
export interface OwnTransaction {
  readonly data: Hex
  /** The code from then on (EIP-7702); the zero address for none. */
  readonly code: Hex
}

export interface PreparedOwn extends OwnTransaction {
  readonly nonce: number
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** What EIP-7702 charges for each authorization, at most. */
const authorizationGas = 25_000n

/** Prices it. Nothing is signed: the node is shown the code as if it were there already. @throws FrameError */
export async function prepareOwn(
  client: Client,
  { data, code }: OwnTransaction,
  { address }: Pick<EvmContext, 'address'>,
): Promise<PreparedOwn> {
  const shown: Hex = code === zeroAddress ? '0x' : `0xef0100${code.slice(2)}`
  const [nonce, fees, gas] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.estimateFeesPerGas(),
    client.estimateGas({ account: address, to: address, data, stateOverride: [{ address, code: shown }] }),
  ]).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  return { data, code, nonce, ...fees, gas: (gas * 5n) / 4n + authorizationGas }
}

export async function signOwn(
  { data, code, ...prepared }: PreparedOwn,
  { address, chainId, key }: Pick<EvmContext, 'address' | 'chainId' | 'key'>,
): Promise<SignedTransaction> {
  const account = privateKeyToAccount(await key())
  // The account's own transaction uses up one nonce before the authorization is looked at.
  const nonce = prepared.nonce + 1
  const serializedTransaction = await account.signTransaction({
    ...prepared,
    ...{ type: 'eip7702', chainId, to: address, data, value: 0n },
    authorizationList: [await account.signAuthorization({ contractAddress: code, chainId, nonce })],
  })
  return nameSigned(serializedTransaction)
}

export const feeLimitOf = ({ gas, maxFeePerGas }: PreparedOwn): bigint => gas * maxFeePerGas
