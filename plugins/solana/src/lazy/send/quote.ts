import type { BaseError } from '@latchkey/kernel/plugin'
import type { FeeLevel } from '@latchkey/kernel/contracts'
import { RpcError } from '@latchkey/kernel/chain'
import type { PublicKey, TransactionInstruction } from '#web3'
import { describeTransactionError } from '../transactionErrors.js'
import { tokenPrograms } from '../tokenPrograms.js'
import type { Chain, ChainAccount, Simulation } from './chain.js'
import { compileTransaction, unsigned } from './compileTransaction.js'
import { unitLimit, unitPrice } from './price.js'

export interface QuoteOptions {
  readonly chain: Chain
  readonly payer: PublicKey
  readonly instructions: readonly TransactionInstruction[]
  /** Accounts to look at after the trial run; each is written to by an instruction. */
  readonly watched: readonly string[]
  readonly feeLevel: FeeLevel
  readonly version: 'legacy' | 0
  /** Price it even if it would fail. */
  readonly tolerant?: boolean
  /** Code of the error when a program refuses it. Default `SOLANA_SIMULATION_FAILED`. */
  readonly refusalCode?: string
}

export interface Quote {
  readonly version: 'legacy' | 0
  readonly budget: { readonly limit: number; readonly price: bigint }
  /** Lamports. */
  readonly fee: bigint
  /** The watched accounts as the trial run left them, which paid for the signatures and no priority. */
  readonly after: readonly (ChainAccount | undefined)[]
}

/** Tries the plan on the network without signing it, and prices it by what it used. */
export async function priceSend(options: QuoteOptions): Promise<Quote> {
  const { chain, payer, instructions, watched, feeLevel, version } = options
  const { blockhash } = await chain.blockhash()
  const draft = compileTransaction({ payer, blockhash, instructions, version })
  const written = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable))
  const [simulation, recent] = await Promise.all([
    chain.simulate(unsigned(draft), watched),
    chain.recentPrices([...new Set(written.map((key) => key.pubkey.toBase58()))]),
  ])
  if (simulation.error !== null && !options.tolerant) {
    const programs = instructions.map(({ programId }) => programId.toBase58())
    throw simulationFailed(simulation, programs, options.refusalCode)
  }
  const limit = unitLimit(simulation.units)
  const budget = { limit, price: unitPrice(recent, feeLevel, limit) }
  const message = compileTransaction({ payer, blockhash, instructions, version, budget })
  const fee = await chain.fee(message.serialize())
  return { version, budget, fee, after: simulation.after }
}

const fundsText = /not enough|no SOL/

/** @param programs That of each instruction. */
export function simulationFailed(
  { error, logs }: Simulation,
  programs: readonly string[],
  refusalCode = 'SOLANA_SIMULATION_FAILED',
): BaseError {
  const isToken = (index: number) => tokenPrograms.includes(programs[index] ?? '')
  const sentence = describeTransactionError(error, isToken)
  return new RpcError(sentence, {
    code: fundsText.test(sentence) ? 'INSUFFICIENT_FUNDS' : refusalCode,
    cause: error,
    detail: [JSON.stringify(error), ...logs.slice(-3)].join(' · ').slice(0, 500),
  })
}
