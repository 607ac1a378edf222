import { withGasMargin } from '@latchkey/plugin-email-auth/protocol'
import { type Hex, pad, zeroAddress } from 'viem'
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

/** Prices it. Nothing is signed: the node is shown the code as if it were there already. @throws FrameError */
export async function prepareOwn(
  client: Client,
  { data, code }: OwnTransaction,
  { address }: Pick<EvmContext, 'address'>,
): Promise<PreparedOwn> {
  const shown: Hex = code === zeroAddress ? '0x' : `0xef0100${code.slice(2)}`
  const [nonce, fees, gas, { gasLimit: blockGasLimit }] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }),
    client.estimateFeesPerGas(),
    client.estimateGas({
      ...{ account: address, to: address, data, stateOverride: [{ address, code: shown }] },
      authorizationList: [{ ...nobodys, address: code, chainId: client.chain.id }],
    }),
    client.getBlock(),
  ]).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  return { data, code, nonce, ...fees, gas: withGasMargin(gas, { isPlain: false, blockGasLimit }) }
}

/** The signature of an authorization that counts for nobody. The network charges for it all the same, whatever its price is then. */
const nobodys = { nonce: 0, r: pad('0x01'), s: pad('0x01'), yParity: 0 } as const

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
