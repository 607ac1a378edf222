import type { AllowanceChange, BalanceChange, TokenReference } from '@latchkey/kernel/contracts'
import { BaseError, type LogService, plainText } from '@latchkey/kernel/plugin'
import type { ApiPromise } from '@polkadot/api'
import type { DispatchError } from '@polkadot/types/interfaces'
import * as z from 'zod/mini'
import { largestAmount } from '../../largestAmount.js'
import type { PolkadotNetwork } from '../../networks.js'
import { describeDispatchError } from '../chain/dispatchError.js'
import { nativeAmount } from '../chain/readBalance.js'
import { fromHex } from '../hex.js'
import { type Movements, readEvents, type RuntimeEvent, type TokenApproval } from './readEvents.js'

export interface Prediction extends Pick<Movements, 'native' | 'reserved' | 'hasMore' | 'isPartial'> {
  readonly changes: readonly BalanceChange[]
  readonly allowances: readonly AllowanceChange[]
}

export interface CallToPredict {
  /** In the network's own form. */
  readonly address: string
  /** Hex of the encoded call. */
  readonly call: string
  readonly log: LogService
}

/** The form of XCM messages in the answer, which isn't looked at. The runtimes that ask for it know this one. */
const xcmVersion = 5
/** More assets and approvals are spam. */
const assetLimit = 40

/**
 * What a call changes for the account that makes it, by a trial run of the runtime (`DryRunApi`). The run charges no fee.
 *
 * @returns `undefined` where the runtime has no trial run, or it fails.
 * @throws BaseError `EXECUTION_REVERTED` when the network would refuse the call.
 */
export async function predictCalls(
  api: ApiPromise,
  network: PolkadotNetwork,
  { address, call, log }: CallToPredict,
): Promise<Prediction | undefined> {
  const events = await dryRun(api, { address, call, log })
  if (!events) return undefined
  const { tokens, approvals, ...movements } = readEvents(events, address)
  const shown = tokens.slice(0, assetLimit)
  const [changes, allowances] = await Promise.all([
    Promise.all(
      shown.map(async ({ section, asset, amount }) => {
        const { address: id, ...facts } = await describeToken(api, section, asset)
        return { address, asset: id, amount: { value: amount, ...facts } }
      }),
    ),
    Promise.all(approvals.slice(0, assetLimit).map((approval) => readAllowance(api, address, approval))),
  ])
  const { native } = movements
  const coin = native === 0n ? [] : [{ address, amount: nativeAmount(network, native) }]
  const isCut = tokens.length > assetLimit || approvals.length > assetLimit
  return { ...movements, hasMore: movements.hasMore || isCut, changes: [...coin, ...changes], allowances }
}

/** As @polkadot/api makes it from the metadata of the runtime. */
interface DryRun {
  (...parameters: readonly unknown[]): Promise<unknown>
  readonly meta: { readonly params: readonly unknown[] }
}

interface DryRunResult {
  readonly isOk: boolean
  readonly asOk: {
    readonly executionResult: {
      readonly isErr: boolean
      readonly asErr: DispatchError | { readonly error: DispatchError }
    }
    readonly emittedEvents: Iterable<RuntimeEvent>
  }
}

async function dryRun(
  api: ApiPromise,
  { address, call, log }: CallToPredict,
): Promise<readonly RuntimeEvent[] | undefined> {
  const run = api.call['dryRunApi']?.['dryRunCall'] as DryRun | undefined
  if (!run) return undefined
  const origin = { system: { Signed: address } }
  // The second version of the trial run wants to know one thing more.
  const more = run.meta.params.length > 2 ? [xcmVersion] : []
  let answer: DryRunResult
  try {
    answer = (await run(origin, call, ...more)) as DryRunResult
  } catch (error) {
    log.debug('The node did not try the calls.', error)
    return undefined
  }
  if (!answer.isOk) return undefined
  const { executionResult, emittedEvents } = answer.asOk
  if (executionResult.isErr) throw refused(executionResult.asErr)
  return [...emittedEvents]
}

function refused(fault: DispatchError | { readonly error: DispatchError }): BaseError {
  const error = 'error' in fault ? fault.error : fault
  return new BaseError(describeDispatchError(error), { code: 'EXECUTION_REVERTED' })
}

const Facts = z.object({ symbol: z.string(), decimals: z.number().check(z.int(), z.gte(0), z.lte(77)) })

/** The entry of an asset's pallet, written by the asset's creator. */
async function describeToken(
  api: ApiPromise,
  section: string,
  asset: { toString(): string },
): Promise<TokenReference> {
  // Three pallets count their assets apart.
  const address = section === 'assets' ? String(asset) : `${section}/${asset}`
  const found = z.safeParse(Facts, (await api.query[section]?.['metadata']?.(asset))?.toJSON())
  if (!found.success) return { address, symbol: 'Asset', decimals: 0 }
  const { symbol, decimals } = found.data
  const bytes = fromHex(symbol)
  return {
    address,
    symbol: plainText(bytes ? new TextDecoder().decode(bytes) : symbol, 32) || 'Asset',
    decimals,
  }
}

const Approval = z.object({ amount: z.union([z.number().check(z.int(), z.gte(0)), z.string()]) })

async function readAllowance(
  api: ApiPromise,
  owner: string,
  { section, asset, spender, isReset, added }: TokenApproval,
): Promise<AllowanceChange> {
  const [token, entry] = await Promise.all([
    describeToken(api, section, asset),
    api.query[section]?.['approvals']?.(asset, owner, spender),
  ])
  const found = z.safeParse(Approval, entry?.toJSON())
  const previous = found.success ? BigInt(found.data.amount) : 0n
  const amount = (isReset ? 0n : previous) + added
  return { token, spender, amount: amount >= largestAmount ? 'unlimited' : amount, previous }
}
