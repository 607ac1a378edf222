import { BaseError as ViemError, RpcRequestError } from 'viem'
import { type Ask, toHex } from './createAsk.js'
import { quantitySchema } from './rpcSchemas.js'

export interface CoinChanges {
  /** Blocks in which the account sent something or its coins changed, newest first. */
  readonly blocks: readonly bigint[]
  /** Older blocks were not looked at. */
  readonly from: bigint
}

interface State {
  readonly nonce: bigint
  readonly balance: bigint
}

interface Span {
  /** The block before the span's first. */
  readonly before: bigint
  readonly last: bigint
  readonly atStart: State
  readonly atEnd: State
}

/** How many blocks behind the head a node without an archive still knows the state of: reth's 10,064 and geth's 128, less what passes meanwhile. */
const knownBlocks = [10_000n, 120n]

/**
 * Finds where the account's coins changed by halving: a nonce only grows and, while it stays, the coins of an account
 * without code only grow too, so that an equal state at both ends means that nothing happened in between. That costs
 * some calls for each transaction instead of a download of every block.
 *
 * @param limit Most blocks to find; the newest win.
 * @returns `undefined` when the node does not know the state that far back.
 */
export async function findCoinChanges(
  ask: Ask,
  address: string,
  { from, to, limit }: { readonly from: bigint; readonly to: bigint; readonly limit: number },
): Promise<CoinChanges | undefined> {
  const stateAt = async (block: bigint): Promise<State> => {
    if (block < 0n) return { nonce: 0n, balance: 0n }
    const [nonce, balance] = await Promise.all([
      ask('eth_getTransactionCount', [address, toHex(block)], quantitySchema),
      ask('eth_getBalance', [address, toHex(block)], quantitySchema),
    ])
    return { nonce, balance }
  }
  let spans: Span[]
  try {
    const [atStart, atEnd] = await Promise.all([stateAt(from - 1n), stateAt(to)])
    spans = [{ before: from - 1n, last: to, atStart, atEnd }].filter(differs)
  } catch (error) {
    if (isForgotten(error)) return undefined
    throw error
  }
  let reached = from
  while (spans.some((span) => span.last - span.before > 1n)) {
    const halves = await Promise.all(spans.map((span) => halve(span, stateAt)))
    spans = halves.flat().filter(differs)
    const dropped = spans[limit]
    if (dropped) reached = dropped.last + 1n
    spans = spans.slice(0, limit)
  }
  return { blocks: spans.map(({ last }) => last), from: reached }
}

/**
 * The oldest block up to which the state is known.
 * @param head The newest block.
 */
export async function findCoinFloor(
  ask: Ask,
  address: string,
  { floor, head }: { readonly floor: bigint; readonly head: bigint },
): Promise<bigint> {
  const recent = knownBlocks.map((blocks) => (head > blocks ? head - blocks : 0n))
  for (const first of new Set([floor, ...recent.filter((block) => block > floor), head])) {
    const probe = await findCoinChanges(ask, address, { from: first, to: first, limit: 1 })
    if (probe) return first
  }
  return head + 1n
}

const differs = ({ atStart, atEnd }: Span) =>
  atStart.nonce !== atEnd.nonce || atStart.balance !== atEnd.balance

/** The newer half first. */
async function halve(span: Span, stateAt: (block: bigint) => Promise<State>): Promise<Span[]> {
  const { before, last, atStart, atEnd } = span
  if (last - before === 1n) return [span]
  const middle = (before + last) / 2n
  const atMiddle = await stateAt(middle)
  return [
    { before: middle, last, atStart: atMiddle, atEnd },
    { before, last: middle, atStart, atEnd: atMiddle },
  ]
}

/** Nodes say in many ways that they dropped an old state; whatever they answer to so plain a question means that. */
function isForgotten(error: unknown): boolean {
  const answer = error instanceof ViemError && error.walk((cause) => cause instanceof RpcRequestError)
  return answer instanceof RpcRequestError && !limits.has(answer.code)
}

/** Too many questions: to be asked again later, and no word about the state. */
const limits: ReadonlySet<number> = new Set([-32005, 429])
