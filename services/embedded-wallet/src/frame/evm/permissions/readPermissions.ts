import {
  type Allowance,
  latestTime,
  permissionContracts,
  type Terms,
} from '@latchkey/plugin-smart-sessions/delegations'
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../../readParams.js'
import { addressOn, ownAddress, quantity, requireOwn } from '../shapes.js'
import { contracts } from '../smart/contracts.js'
import { readMethods } from './readMethods.js'
import { readSigner } from './readSigner.js'

/** More are refused: somebody has to read them. */
const mostPermissions = 5

const typed = { type: z.string(), data: z.optional(z.unknown()) }
/** Nothing is adjusted here, whether it may be or not. */
const isAdjustmentAllowed = z.optional(z.boolean())

const named = z.strictObject({
  ...typed,
  isAdjustmentAllowed,
  required: z.optional(z.boolean()),
  // The earlier draft's limits of one permission of several. There is one only: its limits are those of the request.
  policies: z.optional(
    z.array(z.unknown()).check(z.maxLength(0, 'Limits stand beside the permission, in "rules"')),
  ),
})
const rule = z.strictObject({ ...typed, isAdjustmentAllowed })

/** ERC-7715, and the members that its earlier drafts had. A member that isn't known could be a limit, and is refused. */
const shape = z.strictObject({
  chainId: quantity,
  from: z.optional(ownAddress),
  address: z.optional(ownAddress),
  to: z.optional(z.string()),
  signer: z.optional(z.unknown()),
  expiry: z.optional(z.number()),
  permission: z.optional(named),
  permissions: z.optional(z.array(named)),
  rules: z.optional(z.array(rule)),
  policies: z.optional(z.array(rule)),
})
type Asked = z.infer<typeof shape>

export interface PermissionContext {
  readonly address: Address
  readonly chainId: number
  /** Seconds since 1970, by the clock that is ahead: this device's, or the network's. */
  readonly now: number
  /** By the one that is behind: what begins at once has begun. */
  readonly begun: number
}

/**
 * The permissions that an app asks for (ERC-7715). Limits that no contract enforces are refused, and so are unknown
 * members: they could be limits that the app relies on.
 *
 * @throws FrameError -32602, 4100, 5710, 5740
 */
export function readPermissions(params: unknown, context: PermissionContext): readonly Terms[] {
  const asked = readParams(z.array(shape), params)
  if (asked.length === 0) throw invalidParams('params: there is no permission.')
  if (asked.length > mostPermissions) {
    throw new FrameError(
      'invalid_request',
      `There are ${asked.length} permissions. This wallet takes ${mostPermissions} at once.`,
      { rpcCode: 5740 },
    )
  }
  return asked.map((one) => readPermission(one, context))
}

function readPermission(asked: Asked, context: PermissionContext): Terms {
  for (const own of [asked.from, asked.address]) if (own !== undefined) requireOwn(own, context)
  if (asked.chainId !== BigInt(context.chainId)) {
    throw new FrameError(
      'invalid_request',
      `The permission is for the chain ${asked.chainId}, and the wallet is asked on ${context.chainId}.`,
      { rpcCode: 5710 },
    )
  }
  const { expiry, callLimit } = readRules(asked)
  const { allowance, from } = readAllowance(onlyPermission(asked), context)
  const holder = readHolder(asked, context)
  if (expiry <= context.now) throw invalidParams('The permission would have ended already.')
  if (expiry > latestTime) throw invalidParams('The permission would end after the year 9999.')
  if (from >= expiry) throw invalidParams('The permission would end before it begins.')
  return { allowance, holder, from, until: expiry, ...(callLimit === undefined ? {} : { callLimit }) }
}

function onlyPermission({ permission, permissions }: Asked): z.infer<typeof named> {
  const all = [...(permission ? [permission] : []), ...(permissions ?? [])]
  const [one] = all
  if (one && all.length === 1) return one
  throw invalidParams('Each request takes one permission. For several permissions, list several requests.')
}

/** Anyone may redeem what is given to this address of the framework. */
const anyone: Address = '0x0000000000000000000000000000000000000a11'
const noAddress: Address = '0x0000000000000000000000000000000000000000'

function readHolder({ to, signer }: Asked, { address: own, chainId }: PermissionContext): Address {
  if ((to === undefined) === (signer === undefined)) {
    throw invalidParams(
      'A permission is for one address: name it as "to", or as "signer" of the earlier draft.',
    )
  }
  const holder =
    to === undefined ? readSigner(signer, chainId) : getAddress(readParams(addressOn(chainId), to))
  if (isAddressEqual(holder, anyone) || isAddressEqual(holder, noAddress)) {
    throw invalidParams('A permission must name one address. It can’t be for everyone.')
  }
  if (isAddressEqual(holder, own)) throw invalidParams('An account can’t give a permission to itself.')
  return holder
}

const seconds = z.number().check(z.int(), z.nonnegative(), z.maximum(latestTime))
const expiryRule = z.strictObject({ timestamp: seconds })
const callLimitPolicy = z.strictObject({ count: z.number().check(z.int(), z.positive()) })

/** Rules of ERC-7715, which its earlier drafts called policies. */
function readRules(asked: Asked): { readonly expiry: number; readonly callLimit?: bigint } {
  let expiry = asked.expiry === undefined ? undefined : readParams(seconds, asked.expiry)
  let callLimit: bigint | undefined
  for (const { type, data } of [...(asked.rules ?? []), ...(asked.policies ?? [])]) {
    if (type === 'expiry' && expiry === undefined) expiry = readParams(expiryRule, data).timestamp
    else if (type === 'call-limit' && callLimit === undefined) {
      callLimit = BigInt(readParams(callLimitPolicy, data).count)
    } else throw unenforceable(`the rule "${type.slice(0, 80)}"`)
  }
  if (expiry === undefined) {
    throw invalidParams('A permission needs an end. Add the rule "expiry" with its timestamp in seconds.')
  }
  return { expiry, ...(callLimit === undefined ? {} : { callLimit }) }
}

const unenforceable = (what: string) =>
  invalidParams(`This account’s contracts can’t enforce ${what}, so the wallet doesn’t give the permission.`)

const justification = z.optional(z.string())
const amount = z.pipe(
  quantity,
  z.transform((value: bigint) => {
    if (value === 0n) throw invalidParams('The amount of a permission must be above 0.')
    return value
  }),
)
const period = z.number().check(z.int(), z.positive(), z.maximum(latestTime))
const start = z.optional(z.nullable(seconds))

/** By the type of a permission: ERC-7715's present types, then those of earlier drafts. */
function shapesOf(chainId: number) {
  const address = addressOn(chainId)
  return {
    'native-token-allowance': z.strictObject({ allowanceAmount: amount, startTime: start, justification }),
    'native-token-periodic': z.strictObject({
      periodAmount: amount,
      periodDuration: period,
      startTime: start,
      justification,
    }),
    'erc20-token-allowance': z.strictObject({
      tokenAddress: address,
      allowanceAmount: amount,
      startTime: start,
      justification,
    }),
    'erc20-token-periodic': z.strictObject({
      tokenAddress: address,
      periodAmount: amount,
      periodDuration: period,
      startTime: start,
      justification,
    }),
    'native-token-transfer': z.strictObject({ allowance: amount }),
    'erc20-token-transfer': z.strictObject({ address, allowance: amount }),
    'native-token-recurring-allowance': z.strictObject({ allowance: amount, period, start }),
    'erc20-recurring-allowance': z.strictObject({ address, allowance: amount, period, start }),
    'contract-call': z.strictObject({
      address,
      abi: z.optional(z.unknown()),
      functions: z.optional(z.array(z.unknown())),
      calls: z.optional(z.array(z.string())),
      valueLimit: z.optional(quantity),
      justification,
    }),
  } as const
}

/** The types of permissions that are given, as ERC-7715 names them now. */
export const permissionTypes = [
  'native-token-allowance',
  'native-token-periodic',
  'erc20-token-allowance',
  'erc20-token-periodic',
  'contract-call',
] as const

interface ReadAllowance {
  readonly allowance: Allowance
  readonly from: number
}

function readAllowance({ type, data }: z.infer<typeof named>, context: PermissionContext): ReadAllowance {
  const shapes = shapesOf(context.chainId)
  if (!Object.hasOwn(shapes, type)) throw unenforceable(`permissions of the type "${type.slice(0, 80)}"`)
  if (type === 'contract-call') return readCalls(data, context)
  const read = readParams(shapes[type as Exclude<keyof typeof shapes, 'contract-call'>], data) as {
    readonly allowanceAmount?: bigint
    readonly periodAmount?: bigint
    readonly allowance?: bigint
    readonly tokenAddress?: string
    readonly address?: string
    readonly periodDuration?: number
    readonly period?: number
    readonly startTime?: number | null
    readonly start?: number | null
  }
  const units = read.allowanceAmount ?? read.periodAmount ?? read.allowance ?? 0n
  const length = read.periodDuration ?? read.period
  const begins = read.startTime ?? read.start ?? 0
  const token = read.tokenAddress ?? read.address
  if (token !== undefined) refuseOwnParts(token, context)
  const what = token === undefined ? {} : { token: getAddress(token) }
  if (length === undefined) {
    const kind = token === undefined ? 'native' : 'token'
    return { allowance: { kind, ...what, amount: units } as Allowance, from: begins }
  }
  const kind = token === undefined ? 'nativePeriodic' : 'tokenPeriodic'
  // The contract counts periods from a moment that has come, and takes no zero.
  const first = begins === 0 ? context.begun : begins
  return {
    allowance: { kind, ...what, amount: units, period: length, start: first } as Allowance,
    from: begins > context.now ? begins : 0,
  }
}

function readCalls(data: unknown, context: PermissionContext): ReadAllowance {
  const {
    address: target,
    valueLimit = 0n,
    ...named
  } = readParams(shapesOf(context.chainId)['contract-call'], data)
  refuseOwnParts(target, context)
  const methods: readonly Hex[] = readMethods(named)
  return { allowance: { kind: 'calls', target: getAddress(target), methods, value: valueLimit }, from: 0 }
}

/** Calls to these, made by the account, change the account itself, or what others may do with it. */
function refuseOwnParts(target: string, { address: own }: PermissionContext): void {
  const parts: readonly Address[] = [own, contracts.entryPoint, ...Object.values(permissionContracts)]
  if (!parts.some((part) => isAddressEqual(part, getAddress(target)))) return
  throw invalidParams('This wallet gives no permission to change the account itself.')
}
