import { BaseError, type ActiveWallet } from '@latchkey/kernel/plugin'
import { type EvmClient, SignTypedData, type TypedData } from '@latchkey/plugin-eip155'
import { type Abi, type Address, domainSeparator, type Hex, parseSignature } from 'viem'
import { permitAbi } from './abis.js'
import type { SignedAllowance } from './encodeSwap.js'
import { readAtOnce } from './readAtOnce.js'

export interface Permit {
  readonly typedData: TypedData
  readonly token: Address
  readonly value: bigint
  readonly deadline: bigint
}

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

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
 * signatures, or whose domain isn't the usual one: a signature for another domain would only fail on the chain.
 */
export async function readPermit(client: EvmClient, question: PermitQuestion): Promise<Permit | undefined> {
  const { token, owner, spender, value, deadline } = question
  const read = (functionName: string, args: readonly unknown[] = []) => ({
    address: token,
    abi: permitAbi as Abi,
    functionName,
    args,
  })
  const [name, nonce, separator, version = '1'] = await readAtOnce(client, [
    read('name'),
    read('nonces', [owner]),
    read('DOMAIN_SEPARATOR'),
    read('version'),
  ])
  if (typeof name !== 'string' || typeof nonce !== 'bigint' || typeof version !== 'string') return undefined
  const domain = { name, version, chainId: client.chain.id, verifyingContract: token }
  if (domainSeparator({ domain }) !== separator) return undefined
  const message = { owner, spender, value, nonce, deadline }
  return { typedData: { domain, types, primaryType: 'Permit', message }, token, value, deadline }
}

/** @throws ConnectorError `USER_REJECTED`; BaseError `SIGNATURE_INVALID` */
export async function signAllowance(
  wallet: ActiveWallet,
  { typedData, token, value, deadline }: Permit,
): Promise<SignedAllowance> {
  const signer = wallet.use(SignTypedData)
  if (!signer) throw wallet.refusal(SignTypedData) ?? unreadable()
  const { signature } = await signer.sign({ typedData })
  const { r, s, yParity } = parse(signature)
  return { token, value, deadline, v: yParity + 27, r, s }
}

function parse(signature: unknown) {
  try {
    return parseSignature(signature as Hex)
  } catch (cause) {
    throw unreadable(cause)
  }
}

const unreadable = (cause?: unknown) =>
  new BaseError('Your wallet’s signature can’t be used for this token. Try again with an approval.', {
    code: 'SIGNATURE_INVALID',
    cause,
  })
