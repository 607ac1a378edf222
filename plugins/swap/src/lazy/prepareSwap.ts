import { Calls, type PreparedCalls } from '@latchkey/kernel/contracts'
import { type SwapCallReader, SwapReader } from '../SwapReader.js'
import type { OpenAllowance, SwapApproval, SwapTarget } from '../Swapper.js'
import type { SwapCalls, SwapCallsRequest, SwapSignature, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import type { Offer } from './askSources.js'
import { checkCalls } from './checkCalls.js'
import { type CheckedSignature, checkSignature } from './checkSignature.js'
import { checkApprovalOutcome, checkOutcome, checkPlaces, type OutcomeQuestion } from './checkOutcome.js'
import { joinReaders } from './joinReaders.js'
import { type SwapperTools, walletOf } from './SwapperTools.js'

export interface SwapGround {
  readonly target: SwapTarget
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** The person has agreed that the wallet upgrades the account, to do approval and swap at once. */
  readonly isUpgrading: boolean
  readonly signal: AbortSignal
}

/** A quote whose calls were read and simulated, with what the wallet is to be asked. */
export interface CheckedSwap {
  readonly offer: Offer
  readonly plan: SwapCalls<unknown>
  readonly approval: SwapApproval
  /** What the person is shown. It is for the wallet as it is when `approval` is `none` or `batch`. */
  readonly prepared: PreparedCalls
  /** The wallet could do approval and swap at once after it upgrades the account. */
  readonly canUpgrade: boolean
  /** The calls' own bytes say that the account receives the minimum; otherwise only the source and the simulation do. */
  readonly isRead: boolean
}

/**
 * Has the calls for an offer made, read back, and simulated all together.
 *
 * @throws BaseError `SWAP_CALLS_REFUSED`, `SWAP_RECEIVES_LESS`, `SWAP_NOT_SIMULATED`; whatever `Calls.prepare` throws
 */
export async function prepareSwap(
  tools: SwapperTools,
  ground: SwapGround,
  offer: Offer,
): Promise<CheckedSwap> {
  const { signal } = ground
  const plan = await offer.quotes.calls(requestOf(ground, offer))
  const read = await readBack(tools, ground, offer, [...plan.approvals, ...plan.swap])
  const { approval, canUpgrade } = await chooseApproval(tools, ground, offer, plan)
  const capability = capabilityOf(tools, ground)
  const prepared = await capability.prepare({
    calls: [...plan.approvals, ...plan.swap],
    ...(approval === 'batch' ? { atomic: 'required', upgrade: ground.isUpgrading } : {}),
    signal,
  })
  checkAll(tools, ground, offer, prepared, read)
  return { offer, plan, approval, canUpgrade, prepared, isRead: read.isRead }
}

/** The swap alone, once the allowance is there: by an earlier transaction, or in the calls as a signature. */
export async function prepareCalls(
  tools: SwapperTools,
  ground: SwapGround,
  offer: Offer,
  calls: readonly unknown[],
): Promise<PreparedCalls> {
  const read = await readBack(tools, ground, offer, calls)
  const prepared = await capabilityOf(tools, ground).prepare({ calls, signal: ground.signal })
  checkAll(tools, ground, offer, prepared, read)
  return prepared
}

/** The approvals alone, for a wallet that does one after the other. */
export async function prepareApprovals(
  tools: SwapperTools,
  ground: SwapGround,
  { offer, plan }: CheckedSwap,
): Promise<PreparedCalls> {
  const { approvals: calls } = plan
  await readBack(tools, ground, offer, calls)
  const prepared = await capabilityOf(tools, ground).prepare({ calls, signal: ground.signal })
  checkApprovalOutcome(outcomeOf(tools, ground, offer, prepared))
  return prepared
}

/**
 * Checks that calls which take an approval back do only that: they allow the spender nothing, and do nothing else.
 *
 * @returns Whether a reader knows the chain's calls. When none does, the simulation has to tell.
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
export async function checkRevocation(
  tools: SwapperTools,
  target: SwapTarget,
  { token, spender, through }: Pick<OpenAllowance, 'token' | 'spender' | 'through'>,
  calls: readonly unknown[],
): Promise<boolean> {
  const { networkId, address: account } = target
  const isSame = isSameIn(tools, target)
  const readings = (await readerOf(tools, target))?.read({ networkId, account, calls })
  const isHeld = readings?.every(
    (reading) =>
      reading.kind === 'approval' &&
      reading.amount === 0n &&
      token.address !== undefined &&
      isSame(reading.token, token.address) &&
      isSame(reading.spender, reading.isPassedOn && through !== undefined ? through : spender),
  )
  if (isHeld === false) throw swapError('SWAP_CALLS_REFUSED')
  return isHeld === true
}

function requestOf({ target, sell, buy, signal }: SwapGround, { quote }: Offer): SwapCallsRequest {
  return { quote, networkId: target.networkId, sell, buy, account: target.address, signal }
}

export function capabilityOf(tools: SwapperTools, { target }: Pick<SwapGround, 'target'>) {
  const wallet = walletOf(tools, target)
  const capability = wallet.use(Calls)
  if (!capability) throw wallet.refusal(Calls) ?? swapError('SWAP_WALLET_GONE')
  return capability
}

const isSameIn = (tools: SwapperTools, target: SwapTarget) =>
  tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is

async function readerOf(tools: SwapperTools, { namespace }: SwapTarget): Promise<SwapCallReader | undefined> {
  const listed = tools.context.list(SwapReader).filter((one) => one.namespace === namespace)
  return joinReaders(await Promise.all(listed.map((one) => one.load())))
}

interface ReadBack {
  readonly isRead: boolean
  /** The network itself says where the points of both tokens are. */
  readonly isCounted: boolean
}

async function readBack(
  tools: SwapperTools,
  ground: SwapGround,
  { quote, quotes }: Offer,
  calls: readonly unknown[],
): Promise<ReadBack> {
  const { target, sell, buy } = ground
  const { networkId, address: account } = target
  const reader = await readerOf(tools, target)
  const readings = reader?.read({ networkId, account, calls })
  const targets = quotes.targets(networkId)
  const isSameAddress = isSameIn(tools, target)
  const isRead = checkCalls({
    ...{ quote, sell, buy, account, readings, targets, isSameAddress },
    now: tools.clock.now(),
  })
  return { isRead, isCounted: await checkStated(reader, ground) }
}

async function checkStated(reader: SwapCallReader | undefined, ground: SwapGround): Promise<boolean> {
  const { target, sell, buy, signal } = ground
  const tokens = [sell, buy].flatMap(({ address, ...token }) => (address ? [{ ...token, address }] : []))
  if (tokens.length === 0) return true
  const { networkId } = target
  const asked = tokens.map(({ address }) => address)
  const stated = await reader?.decimals?.({ networkId, tokens: asked, signal })
  if (!stated) return false
  for (const [index, token] of tokens.entries()) checkPlaces(token, stated[index])
  return true
}

function outcomeOf(
  tools: SwapperTools,
  { target, sell, buy }: SwapGround,
  { quote }: Offer,
  { changes, allowances }: PreparedCalls,
): OutcomeQuestion {
  const isSameAddress = isSameIn(tools, target)
  return { quote, sell, buy, account: target.address, changes, allowances, isSameAddress }
}

function checkAll(
  tools: SwapperTools,
  ground: SwapGround,
  offer: Offer,
  prepared: PreparedCalls,
  { isRead, isCounted }: ReadBack,
): void {
  const isPredicted = checkOutcome(outcomeOf(tools, ground, offer, prepared))
  if (!isPredicted && !(isRead && isCounted)) throw swapError('SWAP_NOT_SIMULATED')
}

/** One batch where the wallet does all or nothing; else a signature where there is one; else a transaction. */
async function chooseApproval(
  tools: SwapperTools,
  ground: SwapGround,
  offer: Offer,
  { approvals }: SwapCalls<unknown>,
): Promise<Pick<CheckedSwap, 'approval' | 'canUpgrade'>> {
  if (approvals.length === 0) return { approval: 'none', canUpgrade: false }
  const { target, signal, isUpgrading } = ground
  const { atomic } = await capabilityOf(tools, ground).support({ signal })
  const canUpgrade = atomic === 'ready'
  if (atomic === 'supported' || (canUpgrade && isUpgrading)) return { approval: 'batch', canUpgrade }
  const isLeftOut = target.isSmartAccount || tools.refusedSignatures.has(signatureKey(ground, offer))
  const signature = isLeftOut ? undefined : await readSignature(tools, ground, offer)
  return { approval: signature ? 'signature' : 'transaction', canUpgrade }
}

/** Names a token, on its network, and who is to be allowed by a signature to move it. */
export const signatureKey = (
  { target, sell }: Pick<SwapGround, 'target' | 'sell'>,
  { quote: { allowance } }: Offer,
): string => [target.networkId, sell.address, allowance?.spender].join(' ')

/** A checked message, the source's own part of it, and the only thing of the wallet that signs it. */
export interface ReadSignature extends CheckedSignature {
  readonly signature: SwapSignature<unknown>
  readonly signer: unknown
}

/**
 * What the wallet can sign in place of the approvals of an offer. `undefined` where nothing can be signed.
 *
 * @throws BaseError `SWAP_CALLS_REFUSED` when the source wants something else to be signed
 */
export async function readSignature(
  tools: SwapperTools,
  ground: SwapGround,
  offer: Offer,
): Promise<ReadSignature | undefined> {
  const { target, sell } = ground
  const { quote, quotes } = offer
  const reader = await readerOf(tools, target)
  const signer = reader?.signing && walletOf(tools, target).use(reader.signing.capability)
  if (!reader || !signer || !quotes.signature) return undefined
  const signature = await quotes.signature(requestOf(ground, offer))
  if (!signature) return undefined
  const { networkId, address: account } = target
  const checked = checkSignature(signature, {
    ...{ networkId, account, quote, sell, reader },
    targets: quotes.targets(networkId),
    now: tools.clock.now(),
    isSameAddress: isSameIn(tools, target),
  })
  return checked && { ...checked, signature, signer }
}
