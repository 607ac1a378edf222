import type { SolanaInstruction, SolanaTokens } from '@latchkey/plugin-solana'
import { minimumOf } from '../../minimumOf.js'
import type { SwapReading } from '../../SwapReader.js'
import { associatedProgram, systemProgram } from './programs.js'
import { readOffer } from './readOffer.js'
import { findRouteForm, readRouteTerms } from './routeForms.js'
import { wrappedCoin } from './wrappedCoin.js'

export interface SolanaReadOptions {
  readonly tokens: SolanaTokens
  readonly account: string
  /** Programs with Jupiter's instructions. */
  readonly programs: readonly string[]
  /** Accounts of market makers, whose signed transactions may do the swap. */
  readonly makers: readonly string[]
}

interface Swap {
  readonly index: number
  readonly target: string
  readonly source: string
  readonly destination: string
  readonly buy: string
  readonly sell: string
  readonly amount: bigint
  readonly minimum: bigint
}

/**
 * What instructions of an account say by their own bytes: one swap of the programs that are known, and around it what
 * opens and closes the account's own token accounts and wraps the coin. Everything else is `unknown`.
 */
export function readSolanaCalls(
  calls: readonly unknown[],
  options: SolanaReadOptions,
): readonly SwapReading[] {
  const { transaction } = (calls[0] ?? {}) as { readonly transaction?: unknown }
  if (calls.length === 1 && transaction instanceof Uint8Array) return [readOffer(transaction, options)]
  const list = calls.map(toCall)
  const own = ownAccounts(options)
  const found = list.flatMap((call, index) => readRoute(call, index, options) ?? [])
  // Two of them would sell twice.
  const swap = found.length === 1 ? found[0] : undefined
  const wrap = list.findIndex((call) => wrappedAmount(call, options.account, own) !== undefined)
  const close = list.findIndex((call) => isUnwrap(call, options, own))
  const wrapped = own(wrappedCoin)[0]
  const sellsCoin = swap !== undefined && swap.source === wrapped && wrap >= 0 && wrap < swap.index
  const buysCoin = swap !== undefined && swap.destination === wrapped && close > swap.index
  return list.map((call, index): SwapReading => {
    if (swap && index === swap.index) return toReading(swap, { ...options, own, sellsCoin, buysCoin })
    const isWrapOf = index === wrap && sellsCoin && wrappedAmount(call, options.account, own) === swap?.amount
    const isOwn = isOpening(call, options) || isSync(call, options, own) || isWrapOf
    if (isOwn || (index === close && (buysCoin || sellsCoin))) return { kind: 'preparation' }
    return { kind: 'unknown', target: call.programId }
  })
}

type OwnAccounts = (mint: string) => readonly string[]

/** Where an account's tokens of a mint may be: under either program, SPL Token first. */
const ownAccounts =
  ({ account, tokens }: SolanaReadOptions): OwnAccounts =>
  (mint) =>
    tokens.isAddress(mint) && tokens.isAddress(account)
      ? tokens.tokenPrograms.map((program) => tokens.associatedTokenAddress(account, mint, program))
      : []

function toReading(
  swap: Swap,
  {
    account,
    own,
    sellsCoin,
    buysCoin,
  }: SolanaReadOptions & { own: OwnAccounts; sellsCoin: boolean; buysCoin: boolean },
): SwapReading {
  const { target, source, destination, amount, minimum } = swap
  // A source that isn't one of the account's own token accounts stands here as its address, which matches no quote.
  const sell = own(swap.sell).includes(source) ? swap.sell : source
  return {
    kind: 'swap',
    target,
    ...(sellsCoin ? {} : { sell }),
    ...(buysCoin ? {} : { buy: swap.buy }),
    ...{ amount, minimum },
    receiver: own(swap.buy).includes(destination) ? account : destination,
  }
}

function readRoute(
  { programId, addresses, accounts, data }: Call,
  index: number,
  { account, programs }: SolanaReadOptions,
): Swap | undefined {
  const form = programs.includes(programId) ? findRouteForm(data) : undefined
  const terms = form && readRouteTerms(data, form)
  if (!form || !terms) return undefined
  const other = form.otherDestination === undefined ? undefined : addresses[form.otherDestination]
  const destination = other === undefined || other === programId ? addresses[form.destination] : other
  const [source, sell, buy] = [addresses[form.source], addresses[form.sell], addresses[form.buy]]
  const isSound = addresses[form.authority] === account && terms.slippage <= 10_000n && !terms.takesFee
  const signers = accounts.filter(({ isSigner }) => isSigner)
  if (!isSound || signers.some(({ address }) => address !== account)) return undefined
  if (source === undefined || destination === undefined || !sell || !buy) return undefined
  return {
    ...{ index, source, destination, sell, buy, target: programId },
    amount: terms.amount,
    minimum: minimumOf(terms.quoted, terms.slippage),
  }
}

/** Creates a token account that is the account's own. The deposit is the account's too. */
function isOpening({ programId, addresses, data }: Call, { account, tokens }: SolanaReadOptions): boolean {
  const [payer, opened, owner, mint, , program] = addresses
  if (programId !== associatedProgram || data.length > 1 || (data[0] ?? 0) > 1) return false
  if (payer !== account || owner !== account || mint === undefined || program === undefined) return false
  if (!tokens.tokenPrograms.includes(program) || !tokens.isAddress(mint)) return false
  return opened === tokens.associatedTokenAddress(account, mint, program)
}

/** Lamports that go from the account to its own wrapped coin: `Transfer` of the system program. */
function wrappedAmount(
  { programId, addresses, data }: Call,
  account: string,
  own: OwnAccounts,
): bigint | undefined {
  if (programId !== systemProgram || data.length !== 12) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const isWrap =
    view.getUint32(0, true) === 2 && addresses[0] === account && addresses[1] === own(wrappedCoin)[0]
  return isWrap ? view.getBigUint64(4, true) : undefined
}

/** `SyncNative`: counts what was transferred. */
const isSync = ({ programId, addresses, data }: Call, { tokens }: SolanaReadOptions, own: OwnAccounts) =>
  programId === tokens.tokenProgram &&
  data.length === 1 &&
  data[0] === 17 &&
  addresses[0] === own(wrappedCoin)[0]

/** `CloseAccount` of the wrapped coin, with all of it for the account. */
const isUnwrap = (
  { programId, addresses, data }: Call,
  { account, tokens }: SolanaReadOptions,
  own: OwnAccounts,
) =>
  programId === tokens.tokenProgram &&
  data.length === 1 &&
  data[0] === 9 &&
  addresses[0] === own(wrappedCoin)[0] &&
  addresses[1] === account &&
  addresses[2] === account

interface Call extends SolanaInstruction {
  readonly addresses: readonly string[]
}

/** Whatever is no call becomes one of an unknown program. */
function toCall(value: unknown): Call {
  const { programId, accounts, data } = (value ?? {}) as Partial<SolanaInstruction>
  const isCall = typeof programId === 'string' && Array.isArray(accounts) && data instanceof Uint8Array
  if (!isCall) return { programId: String(programId), accounts: [], addresses: [], data: new Uint8Array() }
  return { programId, accounts, data, addresses: accounts.map((entry) => String(entry?.address)) }
}
