import { truncateAddress } from '@latchkey/kernel/contracts'
import type { Currency, TransactionTransfer } from '@latchkey/kernel/contracts'
import { type NetworkId, plainText } from '@latchkey/kernel/plugin'
import type { HistoryFacts, HistoryTools } from '../HistorySource.js'

/** Functions whose meaning is known wherever they are called. */
const bySelector: Readonly<Record<string, string>> = {
  '0x095ea7b3': 'approve', // approve(address,uint256)
  '0x39509351': 'approve', // increaseAllowance(address,uint256)
  '0xa22cb465': 'approve', // setApprovalForAll(address,bool)
  '0xa9059cbb': 'send', // transfer(address,uint256)
  '0xd0e30db0': 'deposit', // deposit() of wrapped coins
  '0x2e1a7d4d': 'withdraw', // withdraw(uint256) of wrapped coins
}

/** Calls inside a transaction that move their coins. Delegated and static ones only repeat or have none. */
const movingCalls = new Set(['call', 'create', 'create2', 'selfdestruct', 'suicide'])

export interface EvmMove {
  readonly from: string
  readonly to: string
  readonly value: string
}

export interface EvmToken extends EvmMove {
  readonly contract: string
  readonly name: unknown
  readonly symbol: unknown
  readonly decimals: string | number | null | undefined
  /** Of a collectible. */
  readonly itemId?: string | null | undefined
}

export interface EvmTransaction extends Omit<EvmMove, 'to'> {
  /** Absent where a contract is made. */
  readonly to?: string
  readonly hasFailed: boolean
  readonly input: string | null | undefined
  readonly created?: string | undefined
  /** In the coin's smallest unit. */
  readonly fee?: bigint | undefined
}

/** How rows of explorers of EVM networks become entries of an account's history. */
export function createEvmEntries(tools: HistoryTools, networkId: NetworkId, account: string, coin: Currency) {
  const isAccount = (address: string | undefined) =>
    address !== undefined && tools.isSameAddress(networkId, address, account)
  /** With its checksum where that is right; an explorer may write it without. */
  const spelled = (address: string) => (tools.isAddress(networkId, address) ? address : address.toLowerCase())
  const unit = { decimals: coin.decimals, symbol: coin.symbol }

  const ends = ({ from, to }: Pick<EvmMove, 'from' | 'to'>) => {
    if (!isAccount(from) && !isAccount(to)) return undefined
    const direction: TransactionTransfer['direction'] = isAccount(from)
      ? isAccount(to)
        ? 'self'
        : 'out'
      : 'in'
    return { direction, from: spelled(from), to: spelled(to) }
  }

  function coinTransfers(move: EvmMove): readonly TransactionTransfer[] {
    const found = move.value === '0' ? undefined : ends(move)
    return found ? [{ ...found, amount: { ...unit, value: BigInt(move.value) }, name: coin.name }] : []
  }

  return {
    coinTransfers,

    /** `undefined` for what can't be shown: a token that doesn't say where its point is. */
    tokenTransfer(token: EvmToken): TransactionTransfer | undefined {
      const found = ends(token)
      const moved = movedOf(token, spelled(token.contract))
      return found && moved && { ...found, ...moved }
    },

    internalTransfers: (type: string, move: EvmMove): readonly TransactionTransfer[] =>
      movingCalls.has(type.toLowerCase()) ? coinTransfers(move) : [],

    /** What a transaction says of itself, and the coins it moves. */
    transaction({ from, to, value, hasFailed, input, created, fee }: EvmTransaction) {
      const receiver = to ?? created
      const selector = (input ?? '').slice(0, 10).toLowerCase()
      const called = to === undefined ? 'deploy' : (bySelector[selector] ?? plainCall(input, value))
      const facts: HistoryFacts = {
        status: hasFailed ? 'failed' : 'confirmed',
        called,
        from: spelled(from),
        ...(receiver === undefined ? {} : { to: spelled(receiver) }),
        ...(fee === undefined || !isAccount(from) ? {} : { fee: { ...unit, value: fee } }),
      }
      const transfers =
        hasFailed || receiver === undefined ? [] : coinTransfers({ from, to: receiver, value })
      return { facts, transfers }
    },
  }
}

function movedOf(
  { value, name: given, symbol: claimed, decimals, itemId }: EvmToken,
  asset: string,
): Pick<TransactionTransfer, 'amount' | 'asset' | 'name' | 'collectible'> | undefined {
  const isItem = itemId !== undefined && itemId !== null
  if (!isItem && (decimals === undefined || decimals === null)) return undefined
  const name = plainText(given, 60)
  const symbol = plainText(claimed, 20) || truncateAddress(asset)
  return {
    // no money: places
    amount: { value: BigInt(value), decimals: isItem ? 0 : Number(decimals), symbol },
    asset,
    ...(name ? { name } : {}),
    ...(isItem ? { collectible: { id: String(itemId) } } : {}),
  }
}

/** Coins that are sent without calling anything, also where the transaction failed and none moved. */
const plainCall = (input: string | null | undefined, value: string) =>
  value !== '0' && (input === '0x' || input === '') ? 'send' : 'execute'
