import type { SolanaTokens } from '@latchkey/plugin-solana'
import type { SwapReading } from '../../SwapReader.js'
import { associatedProgram, systemProgram } from './programs.js'

type Transaction = ReturnType<SolanaTokens['readTransaction']>
type Instruction = Transaction['instructions'][number]

export interface OfferReadOptions {
  readonly tokens: SolanaTokens
  readonly account: string
  /** Accounts of market makers, of which one signs its side. */
  readonly makers: readonly string[]
}

interface Parties extends OfferReadOptions {
  readonly maker: string
}

interface Payment {
  readonly from: string
  /** Absent for the coin. */
  readonly mint: string | undefined
  readonly amount: bigint
}

const budgetProgram = 'ComputeBudget111111111111111111111111111111'

/**
 * What a transaction that a market maker has signed does by its own bytes: one payment to the maker and one from it, and
 * around them what opens places for tokens. Everything else is `unknown`, by the program that would do it.
 */
export function readOffer(bytes: Uint8Array, options: OfferReadOptions): SwapReading {
  const wire = attempt(() => options.tokens.readTransaction(bytes))
  const [maker, ...others] = wire?.signers.filter((signer) => signer !== options.account) ?? []
  const isMaker = maker !== undefined && others.length === 0 && options.makers.includes(maker)
  if (!wire || !isMaker || wire.lookupTables.length > 0) return { kind: 'unknown', target: maker ?? '' }
  const parties = { ...options, maker }
  const payments: Payment[] = []
  for (const instruction of wire.instructions) {
    if (instruction.program === budgetProgram || isOpening(instruction, parties)) continue
    const payment = coinPayment(instruction, parties) ?? tokenPayment(instruction, parties)
    if (!payment) return { kind: 'unknown', target: instruction.program }
    payments.push(payment)
  }
  const paid = payments.filter(({ from }) => from === options.account)
  const received = payments.filter(({ from }) => from === maker)
  const [sell, buy] = [paid[0], received[0]]
  // What is paid in parts can't be held against one amount.
  if (!sell || !buy || payments.length !== 2) return { kind: 'unknown', target: systemProgram }
  return {
    kind: 'swap',
    target: maker,
    ...(sell.mint === undefined ? {} : { sell: sell.mint }),
    ...(buy.mint === undefined ? {} : { buy: buy.mint }),
    ...{ amount: sell.amount, minimum: buy.amount, receiver: options.account },
  }
}

/** The places of the account are the account's to pay; those of others aren't. */
function isOpening({ program, accounts, data }: Instruction, { tokens, account, maker }: Parties): boolean {
  const [payer, opened, owner, mint, , tokenProgram] = accounts
  if (program !== associatedProgram || data.length > 1 || (data[0] ?? 0) > 1) return false
  if (owner === undefined || mint === undefined || tokenProgram === undefined) return false
  const isPaid = payer === maker || (payer === account && owner === account)
  if (!isPaid || !tokens.tokenPrograms.includes(tokenProgram)) return false
  return opened === tokens.associatedTokenAddress(owner, mint, tokenProgram)
}

/** `Transfer` of the system program. */
function coinPayment(
  { program, accounts, data }: Instruction,
  { account, maker }: Parties,
): Payment | undefined {
  if (program !== systemProgram || data.length !== 12 || accounts.length !== 2) return undefined
  const view = viewOf(data)
  const [from, to] = accounts
  const isBetween = (from === account && to === maker) || (from === maker && to === account)
  if (view.getUint32(0, true) !== 2 || !isBetween) return undefined
  return { from, mint: undefined, amount: view.getBigUint64(4, true) }
}

/** `TransferChecked` of a token program, from the payer's own place into the receiver's. */
function tokenPayment(
  { program, accounts, data }: Instruction,
  { tokens, account, maker }: Parties,
): Payment | undefined {
  const isTransfer = tokens.tokenPrograms.includes(program) && data.length === 10 && data[0] === 12
  const [source, mint, destination, from] = accounts
  if (!isTransfer || accounts.length !== 4 || mint === undefined) return undefined
  if (from !== account && from !== maker) return undefined
  const to = from === account ? maker : account
  const isPlace = (place: string | undefined, owner: string) =>
    place === tokens.associatedTokenAddress(owner, mint, program)
  // Where a maker keeps its tokens is its own affair.
  if (!isPlace(destination, to) || (from === account && !isPlace(source, from))) return undefined
  return { from, mint, amount: viewOf(data).getBigUint64(1, true) }
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.length)

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
