import {
  type Allowance,
  encodeContext,
  permissionContracts,
  readTerms,
  type SignedDelegation,
} from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { type Hex, numberToHex } from 'viem'
import type { SmartAccount } from '../smart/deriveSmartAccount.js'

/** A permission as ERC-7715 answers it, with the members of its earlier drafts. */
export interface GivenAnswer {
  readonly chainId: Hex
  readonly from: Hex
  readonly to: Hex
  readonly permission: {
    readonly type: string
    readonly isAdjustmentAllowed: false
    readonly data: Readonly<Record<string, unknown>>
  }
  readonly rules: readonly { readonly type: string; readonly data: Readonly<Record<string, number>> }[]
  readonly context: Hex
  readonly delegationManager: Hex
  readonly dependencies: readonly { readonly factory: Hex; readonly factoryData: Hex }[]
  readonly address: Hex
  readonly expiry: number
  readonly signer: { readonly type: 'account'; readonly data: { readonly address: Hex } }
  readonly signerMeta: { readonly delegationManager: Hex }
  readonly accountMeta?: { readonly factory: Hex; readonly factoryData: Hex }
}

interface GivenBy {
  readonly chainId: number
  readonly account: SmartAccount
  readonly isDeployed: boolean
}

/** What was given, told by what was signed and not by what was asked for. */
export function answerGiven(
  delegation: SignedDelegation,
  { chainId, account, isDeployed }: GivenBy,
): GivenAnswer {
  const terms = readTerms(delegation)
  if (!terms) throw new FrameError('failed', 'The permission can’t be read.')
  const { holder, until, callLimit } = terms
  const { address, factory, factoryData } = account
  const { delegationManager } = permissionContracts
  return {
    chainId: numberToHex(chainId),
    from: address,
    to: holder,
    permission: { ...permissionOf(terms.allowance, terms.from), isAdjustmentAllowed: false },
    rules: [
      { type: 'expiry', data: { timestamp: until } },
      ...(callLimit === undefined ? [] : [{ type: 'call-limit', data: { count: Number(callLimit) } }]),
    ],
    context: encodeContext(delegation),
    delegationManager,
    // Until the account is deployed, no contract can check its signature: the permission's holder deploys it first.
    dependencies: isDeployed ? [] : [{ factory, factoryData }],
    address,
    expiry: until,
    signer: { type: 'account', data: { address: holder } },
    signerMeta: { delegationManager },
    ...(isDeployed ? {} : { accountMeta: { factory, factoryData } }),
  }
}

function permissionOf(allowance: Allowance, from: number) {
  const startTime = from === 0 ? {} : { startTime: from }
  switch (allowance.kind) {
    case 'native':
      return {
        type: 'native-token-allowance',
        data: { allowanceAmount: numberToHex(allowance.amount), ...startTime },
      }
    case 'token':
      return {
        type: 'erc20-token-allowance',
        data: { tokenAddress: allowance.token, allowanceAmount: numberToHex(allowance.amount), ...startTime },
      }
    case 'nativePeriodic':
      return { type: 'native-token-periodic', data: periodData(allowance) }
    case 'tokenPeriodic':
      return {
        type: 'erc20-token-periodic',
        data: { tokenAddress: allowance.token, ...periodData(allowance) },
      }
    case 'calls':
      return {
        type: 'contract-call',
        data: {
          address: allowance.target,
          calls: allowance.methods,
          valueLimit: numberToHex(allowance.value),
        },
      }
  }
}

const periodData = (allowance: {
  readonly amount: bigint
  readonly period: number
  readonly start: number
}) => ({
  periodAmount: numberToHex(allowance.amount),
  periodDuration: allowance.period,
  startTime: allowance.start,
})
