import { type BaseError, type FeeLevel, RpcError } from '@latchkey/kernel/plugin'
import type { PublicKey } from '#web3'
import { describeTransactionError } from '../transactionErrors.js'
import { tokenPrograms } from '../tokenPrograms.js'
import type { Chain, ChainAccount } from './chain.js'
import { compile, unsigned } from './compile.js'
import type { Plan } from './plan.js'
import { unitLimit, unitPrice } from './price.js'

export interface QuoteOptions {
  readonly chain: Chain
  readonly payer: PublicKey
  readonly plan: Plan
  readonly feeLevel: FeeLevel
  readonly version: 'legacy' | 0
  /** Price it even if it would fail. */
  readonly tolerant?: boolean
}

export interface Quote {
  readonly version: 'legacy' | 0
  readonly budget: { readonly limit: number; readonly price: bigint }
  /** Lamports. */
  readonly fee: bigint
  /** The receiver's token account as the trial run left it. */
  readonly destinationAfter: ChainAccount | undefined
}

/** Tries the plan on the network without signing it, and prices it by what it used. */
export async function priceSend(options: QuoteOptions): Promise<Quote> {
  const { chain, payer, plan, feeLevel, version } = options
  const { instructions } = plan
  const { blockhash } = await chain.blockhash()
  const draft = compile({ payer, blockhash, instructions, version })
  const watched = plan.token ? [plan.token.destination] : []
  const written = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable))
  const [simulation, recent] = await Promise.all([
    chain.simulate(unsigned(draft), watched),
    chain.recentPrices([...new Set(written.map((key) => key.pubkey.toBase58()))]),
  ])
  if (simulation.error !== null && !options.tolerant)
    throw simulationFailed(simulation.error, simulation.logs, plan)
  const limit = unitLimit(simulation.units)
  const budget = { limit, price: unitPrice(recent, feeLevel, limit) }
  const message = compile({ payer, blockhash, instructions, version, budget })
  const fee = await chain.fee(message.serialize())
  return { version, budget, fee, destinationAfter: simulation.after[0] }
}

const fundsText = /not enough|no SOL/

function simulationFailed(error: unknown, logs: readonly string[], { instructions }: Plan): BaseError {
  const isToken = (index: number) => tokenPrograms.includes(instructions[index]?.programId.toBase58() ?? '')
  const sentence = describeTransactionError(error, isToken)
  return new RpcError(sentence, {
    code: fundsText.test(sentence) ? 'INSUFFICIENT_FUNDS' : 'SOLANA_SIMULATION_FAILED',
    cause: error,
    detail: [JSON.stringify(error), ...logs.slice(-3)].join(' · ').slice(0, 500),
  })
}
