import { isSameAddress, toChecksumAddress, type TypedData } from '@latchkey/plugin-eip155'
import type { Address } from 'viem'
import type { SwapReading } from '../../SwapReader.js'
import { permit2Types, permitTypes } from './permitMessages.js'

export interface PermitPlace {
  readonly chainId: number
  /** Whose signature it is. */
  readonly account: string
  /** Contracts that pass allowances on as Permit2 does. */
  readonly permit2: readonly Address[]
}

type Approval = Extract<SwapReading, { kind: 'approval' }>

/**
 * What a signature of an account would allow: an allowance of a token (EIP-2612), or one that Permit2 passes on. `undefined`
 * for everything else, and for what differs from these in any part.
 */
export function readPermitMessage(message: unknown, place: PermitPlace): Approval | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const data = message as TypedData
  return isOf(data, 'Permit', permitTypes)
    ? readToken(data, place)
    : isOf(data, 'PermitSingle', permit2Types)
      ? readPassed(data, place)
      : undefined
}

/** The same members, types and order: wallets sign what the types say, not what the message holds. */
const isOf = (data: TypedData, primaryType: string, types: TypedData['types']): boolean =>
  data.primaryType === primaryType && JSON.stringify(data.types) === JSON.stringify(types)

function readToken({ domain, message }: TypedData, { chainId, account }: PermitPlace): Approval | undefined {
  const token = toChecksumAddress(domain.verifyingContract)
  const owner = toChecksumAddress(message['owner'])
  const spender = toChecksumAddress(message['spender'])
  const [amount, deadline] = [message['value'], message['deadline']]
  const isOwn = owner !== undefined && isSameAddress(owner, account) && domain.chainId === chainId
  if (!isOwn || !token || !spender || typeof amount !== 'bigint' || typeof deadline !== 'bigint')
    return undefined
  return { kind: 'approval', token, spender, amount, deadline }
}

function readPassed({ domain, message }: TypedData, { chainId, permit2 }: PermitPlace): Approval | undefined {
  const through = permit2.find((known) => isSameAddress(known, domain.verifyingContract ?? ''))
  const isOwn = domain.name === 'Permit2' && domain.chainId === chainId && domain.version === undefined
  const details = message['details'] as Readonly<Record<string, unknown>> | undefined
  const token = toChecksumAddress(details?.['token'])
  const spender = toChecksumAddress(message['spender'])
  const [amount, expiration] = [details?.['amount'], details?.['expiration']]
  const sigDeadline = message['sigDeadline']
  const isKnown = through !== undefined && isOwn && token !== undefined && spender !== undefined
  if (!isKnown || typeof amount !== 'bigint' || typeof expiration !== 'number') return undefined
  if (typeof sigDeadline !== 'bigint') return undefined
  const ends = BigInt(expiration)
  return {
    kind: 'approval',
    token,
    spender,
    amount,
    through,
    deadline: ends > sigDeadline ? ends : sigDeadline,
  }
}
