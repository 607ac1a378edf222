import type { EvmClient, TypedData } from '@latchkey/plugin-eip155'
import { type Abi, type Address, domainSeparator } from 'viem'
import { permit2Abi, permitAbi } from './abis.js'
import type { Permit2Message } from './encodeSwap.js'
import { readAtOnce } from './readAtOnce.js'

/** What is signed for EIP-2612. */
export const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** What is signed for an allowance that Permit2 passes on. */
export const permit2Types = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

/**
 * Of EIP-2612. Many tokens don't tell theirs. Some took signatures before there was a standard: DAI on Ethereum has the usual domain
 * and another message, which allows all or nothing (0xea2aa0a1…).
 */
const permitTypeHash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

export interface PermitQuestion {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly value: bigint
  /** Seconds since the epoch. */
  readonly deadline: bigint
}

/**
 * What has to be signed to allow a router exactly what is sold (EIP-2612). `undefined` for a token that doesn't take
 * signatures, or whose domain or message isn't the usual one: a signature for another would only fail on the chain, or allow more than is sold.
 */
export async function readPermit(
  client: EvmClient,
  question: PermitQuestion,
): Promise<TypedData | undefined> {
  const { token, owner, spender, value, deadline } = question
  const read = (functionName: string, args: readonly unknown[] = []) => ({
    address: token,
    abi: permitAbi as Abi,
    functionName,
    args,
  })
  const [name, nonce, separator, typeHash, version = '1'] = await readAtOnce(client, [
    read('name'),
    read('nonces', [owner]),
    read('DOMAIN_SEPARATOR'),
    read('PERMIT_TYPEHASH'),
    read('version'),
  ])
  if (typeof name !== 'string' || typeof nonce !== 'bigint' || typeof version !== 'string') return undefined
  if (typeHash !== undefined && typeHash !== permitTypeHash) return undefined
  const domain = { name, version, chainId: client.chain.id, verifyingContract: token }
  if (domainSeparator({ domain }) !== separator) return undefined
  const message = { owner, spender, value, nonce, deadline }
  return { domain, types: permitTypes, primaryType: 'Permit', message }
}

/** What has to be signed so that Permit2 passes exactly what is sold on to a router, until the swap's deadline. */
export async function readPermit2(
  client: EvmClient,
  permit2: Address,
  { token, owner, spender, value, deadline }: PermitQuestion,
): Promise<{ readonly typedData: TypedData; readonly permit: Permit2Message } | undefined> {
  const [stated] = await readAtOnce(client, [
    { address: permit2, abi: permit2Abi as Abi, functionName: 'allowance', args: [owner, token, spender] },
  ])
  const nonce: unknown = Array.isArray(stated) ? stated[2] : undefined
  if (typeof nonce !== 'number') return undefined
  const details = { token, amount: value, expiration: Number(deadline), nonce }
  const permit = { details, spender, sigDeadline: deadline }
  const domain = { name: 'Permit2', chainId: client.chain.id, verifyingContract: permit2 }
  return { permit, typedData: { domain, types: permit2Types, primaryType: 'PermitSingle', message: permit } }
}
