import { getAddress, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import type { AppWords } from '../appWords.js'
import type { Screen } from '../screen.js'
import { foreignAccount, invalidParams } from '../readParams.js'
import { hasChecksum } from './hasChecksum.js'

export interface EvmContext {
  readonly screen: Screen
  readonly signal: AbortSignal
  readonly appOrigin: string
  /** The app's words about itself. Default none. */
  readonly app?: AppWords | undefined
  readonly chainId: number
  readonly rpcUrl: string | undefined
  readonly address: `0x${string}`
  /** Makes the key for one signature, after the person agreed. */
  key(): Promise<Hex>
  /** Converts a signature to the account's own form. Default: unchanged. */
  finish?(signature: Hex): Promise<Hex>
  /** Contracts whose typed data is never signed, because it would do something with the account that the person didn't see. */
  readonly ownContracts?: readonly Hex[]
}

/** Bytes: an even number of digits (EIP-1474). */
export const bytes = z
  .string()
  .check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Bytes are written as 0x and an even number of hex digits'))

const isHexAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text)

/** 20 bytes. Capital and small letters at once are a checksum, which must be right on the chain (EIP-55, EIP-1191). */
export const addressOn = (chainId: number) =>
  z.string().check(
    z.refine(isHexAddress, 'An address is 0x and 40 hex digits'),
    z.refine(
      (text: string) => !isHexAddress(text) || hasChecksum(text, chainId),
      'The checksum of the address is wrong (EIP-55)',
    ),
  )

/** The account's, which `requireOwn` compares: what is another one after a typing error is refused there. */
export const ownAddress = z.string().check(z.refine(isHexAddress, 'An address is 0x and 40 hex digits'))

/**
 * A number as hex. EIP-1474 has no leading zeros; apps write them, and they change nothing, so that they are taken. A bare
 * `0x`, decimal text and JSON numbers are not.
 */
export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/, 'A quantity is 0x and 1 to 64 hex digits')),
  z.transform((text: string) => BigInt(text)),
)

const sameAddress = (left: string, right: string) => isAddressEqual(getAddress(left), getAddress(right))

/** @throws FrameError 4100 */
export function requireOwn(from: string, { address: own }: Pick<EvmContext, 'address'>): void {
  if (!sameAddress(from, own)) throw foreignAccount()
}

/** @throws FrameError -32602 */
export function requireNode(rpcUrl: string | undefined): string {
  if (rpcUrl === undefined) throw invalidParams('There is no address of a node for this network.')
  return rpcUrl
}
