/** A log of a receipt or of a simulation, in the form of EVM nodes. */
export interface EvmLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** One move of the network's coin. */
export interface CoinMove {
  /** In lower case. */
  readonly from: string
  /** In lower case. */
  readonly to: string
  /** In wei. */
  readonly amount: bigint
}

/** Stands for the coin where an address is wanted (ERC-7528), and as the writer of logs that only simulations have. */
export const coinPlaceholder = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** The address by which the network itself logs moves of the coin (EIP-7708, `SYSTEM_ADDRESS` of EIP-4788). */
const systemAddress = '0xfffffffffffffffffffffffffffffffffffffffe'
/** `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type CoinLogKind = 'simulated' | 'logged'

function kindOf(log: EvmLog): CoinLogKind | undefined {
  const address = log.address.toLowerCase()
  if (address === systemAddress) return 'logged'
  return address === coinPlaceholder ? 'simulated' : undefined
}

/** Says whether a node or the network wrote the log about its coin, so that its address is no token's. */
export const isCoinLog = (log: EvmLog): boolean => kindOf(log) !== undefined

function moveOf({ topics: [topic, from, to, ...more], data }: EvmLog): CoinMove | undefined {
  const isMove = topic === transferTopic && more.length === 0 && from?.length === 66 && to?.length === 66
  if (!isMove || data.length !== 66) return undefined
  return { from: addressIn(from), to: addressIn(to), amount: BigInt(data) }
}

const addressIn = (topic: string): string => `0x${topic.slice(26).toLowerCase()}`

/**
 * Reads the moves of the network's coin out of logs, in their order. Nodes write them in two ways: for the caller of a simulation
 * (`eth_simulateV1` with `traceTransfers`, ERC-7528) and as part of the chain (EIP-7708). Where both stand in one answer each move
 * counts once: of equal moves, as many as the way that has more of them tells.
 *
 * @param logs of one transaction or of one simulation, whole
 */
export function coinMovesOf(logs: readonly EvmLog[]): readonly CoinMove[] {
  const counts = new Map<string, Record<CoinLogKind, number>>()
  return logs.flatMap((log) => {
    const kind = kindOf(log)
    const move = kind && moveOf(log)
    if (!kind || !move) return []
    const key = `${move.from}/${move.to}/${move.amount}`
    const count = counts.get(key) ?? { simulated: 0, logged: 0 }
    counts.set(key, count)
    const told = Math.max(count.simulated, count.logged)
    count[kind] += 1
    return count[kind] > told ? [move] : []
  })
}
