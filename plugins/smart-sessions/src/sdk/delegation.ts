import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashStruct,
  maxUint256,
  toHex,
} from 'viem'
import { managerAbi, nonceAbi, permissionContracts } from './contracts.js'

/** A limit that a contract enforces. */
export interface Caveat {
  readonly enforcer: Address
  readonly terms: Hex
}

/** What an account lets another address do (ERC-7710, in the form of the Delegation Framework). */
export interface Delegation {
  /** Who may act. */
  readonly delegate: Address
  /** The account that is acted for. */
  readonly delegator: Address
  readonly caveats: readonly Caveat[]
  /** Tells equal permissions apart. */
  readonly salt: bigint
}

export interface SignedDelegation extends Delegation {
  readonly signature: Hex
}

/** Of a permission that an account gives itself, and doesn't pass on from another. */
const rootAuthority = toHex(maxUint256)

const types = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** The typed data whose signature makes the delegation valid, on one chain only (EIP-712). */
export const delegationTypedData = ({ delegate, delegator, caveats, salt }: Delegation, chainId: number) =>
  ({
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId,
      verifyingContract: permissionContracts.delegationManager,
    },
    types,
    primaryType: 'Delegation',
    message: { delegate, delegator, authority: rootAuthority, caveats, salt },
  }) as const

/** The contracts' hash of a delegation. The same on every chain. */
export function hashDelegation({ delegate, delegator, caveats, salt }: Delegation): Hex {
  const data = { delegate, delegator, authority: rootAuthority, caveats, salt }
  return hashStruct({ types, primaryType: 'Delegation', data })
}

const parameters = [
  {
    type: 'tuple[]',
    components: [
      { name: 'delegate', type: 'address' },
      { name: 'delegator', type: 'address' },
      { name: 'authority', type: 'bytes32' },
      {
        name: 'caveats',
        type: 'tuple[]',
        components: [
          { name: 'enforcer', type: 'address' },
          { name: 'terms', type: 'bytes' },
          { name: 'args', type: 'bytes' },
        ],
      },
      { name: 'salt', type: 'uint256' },
      { name: 'signature', type: 'bytes' },
    ],
  },
] as const

const onChain = ({ caveats, ...delegation }: SignedDelegation) => ({
  ...delegation,
  authority: rootAuthority,
  caveats: caveats.map((caveat) => ({ ...caveat, args: '0x' as const })),
})

/** The `context` of ERC-7715, which is handed to the delegation manager when the permission is used. */
export const encodeContext = (delegation: SignedDelegation): Hex =>
  encodeAbiParameters(parameters, [[onChain(delegation)]])

/** Far longer than any permission with the limits of this package. */
const longestContext = 20_000

/** Returns the delegation in a context; `undefined` for anything else, including one that passes another on. */
export function decodeContext(context: string): SignedDelegation | undefined {
  if (context.length > longestContext || !/^0x(?:[0-9a-fA-F]{2})+$/.test(context)) return undefined
  try {
    const [chain] = decodeAbiParameters(parameters, context as Hex)
    const [found] = chain
    if (!found || chain.length !== 1 || found.authority !== rootAuthority) return undefined
    const { delegate, delegator, salt, signature } = found
    const caveats = found.caveats.map(({ enforcer, terms }) => ({ enforcer, terms }))
    const delegation = { delegate, delegator, caveats, salt, signature }
    // Only one encoding is accepted, so that equal permissions have equal contexts.
    return encodeContext(delegation) === context.toLowerCase() ? delegation : undefined
  } catch {
    return undefined
  }
}

/** The call by which the account ends a permission. */
export const endCall = (delegation: SignedDelegation): { readonly to: Address; readonly data: Hex } => ({
  to: permissionContracts.delegationManager,
  data: encodeFunctionData({
    abi: managerAbi,
    functionName: 'disableDelegation',
    args: [onChain(delegation)],
  }),
})

/**
 * The call by which the account ends every permission that names its present count (`nonce` of `Terms`), also those that no one
 * remembers.
 */
export const endAllCall = (): { readonly to: Address; readonly data: Hex } => ({
  to: permissionContracts.nonce,
  data: encodeFunctionData({
    abi: nonceAbi,
    functionName: 'incrementNonce',
    args: [permissionContracts.delegationManager],
  }),
})
