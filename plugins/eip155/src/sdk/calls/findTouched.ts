import { uniteCoinMoves } from '@latchkey/kernel/chain'
import {
  type Address,
  decodeEventLog,
  decodeFunctionData,
  getAddress,
  type Hex,
  isAddressEqual,
  parseAbi,
  zeroAddress,
} from 'viem'
import { type Movement, readMovements, type SimulatedLog, type Transfer } from '../send/simulate.js'

export interface Approval {
  readonly asset: Address
  readonly spender: Address
  /** What the log says; the token itself is asked. */
  readonly amount: bigint | undefined
  /** What is left when all is done, by the account's own call. Absent where a later call may have used it. */
  readonly least?: bigint
  /** Whether one of the calls itself says so. */
  readonly isOwn?: boolean
}

/** The right to move collectibles: one of them, or all that the account has of the contract. */
export interface CollectibleRight {
  readonly asset: Address
  readonly spender: Address
  readonly id: bigint | undefined
  readonly isGiven: boolean
  /** Whether one of the calls itself says so. */
  readonly isOwn?: boolean
}

/** What calls touched of one account, each asset and allowance once. */
export interface Touched {
  /** Wei that came in, less what went out. */
  readonly native: bigint
  readonly tokens: readonly { readonly asset: Address; readonly flow: bigint }[]
  readonly collectibles: readonly { readonly asset: Address; readonly id: bigint; readonly flow: bigint }[]
  readonly approvals: readonly Approval[]
  readonly rights: readonly CollectibleRight[]
}

const collectibleAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
/** What the wrapped coin logs in place of a transfer. */
const wrappingAbi = parseAbi([
  'event Deposit(address indexed account, uint256 amount)',
  'event Withdrawal(address indexed account, uint256 amount)',
])
const rightAbi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
  'event ApprovalForAll(address indexed owner, address indexed spender, bool isGiven)',
])
const approvalAbi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
])
const callAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
])
const rightCallAbi = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

/**
 * Finds what to look at, in logs and, for tokens that log nothing, in the calls themselves.
 *
 * @param coinToken The token contract that moves the network's own coin, where there is one: its moves are the coin's.
 */
export function findTouched(
  account: Address,
  calls: readonly Transfer[],
  logs: readonly SimulatedLog[],
  coinToken?: Address | undefined,
): Touched {
  const { native, tokens } = findFlows(account, logs, coinToken?.toLowerCase())
  const collectibles = new Map<string, { asset: Address; id: bigint; flow: bigint }>()
  const approvals = new Map<string, Approval>()
  const rights = new Map<string, CollectibleRight>()
  const approvedItems = new Set<string>()
  const approve = (approval: Approval) =>
    approvals.set(`${approval.asset}/${approval.spender}`.toLowerCase(), approval)

  for (const { address, ...event } of logs) {
    const log = { ...event, address: getAddress(address) }
    // Others log the same for what is no token: its balance alone says whether anything came.
    if (isWrapping(log, account) && log.address.toLowerCase() !== coinToken?.toLowerCase())
      tokens.set(log.address, tokens.get(log.address) ?? 0n)
    for (const { from, to, id, amount } of readCollectibles(log)) {
      const flow = flowOf(account, from, to, amount)
      const key = `${log.address}/${id}`.toLowerCase()
      const known = collectibles.get(key)
      if (flow !== 0n || known) {
        collectibles.set(key, { asset: log.address, id, flow: (known?.flow ?? 0n) + flow })
      }
    }
    const approval = readApproval(log, account)
    if (approval) approve(approval)
    const right = readRight(log, account)
    if (right) {
      rights.set(`${right.asset}/${right.id ?? right.spender}`.toLowerCase(), right)
      if (right.id !== undefined) approvedItems.add(approvalForm(right, right.id))
    }
  }
  for (const [index, call] of calls.entries()) {
    const approval = readApprovalCall(call, index === calls.length - 1, approvedItems)
    if (approval) {
      const known = approvals.get(`${approval.asset}/${approval.spender}`.toLowerCase())
      approve({ ...approval, amount: known?.amount })
    }
    const right = readRightCall(call)
    // What the account itself says goes before what is logged.
    if (right) rights.set(`${right.asset}/${right.spender}`.toLowerCase(), right)
  }
  return {
    native,
    tokens: [...tokens].map(([asset, flow]) => ({ asset, flow })),
    collectibles: [...collectibles.values()],
    approvals: [...approvals.values()],
    rights: [...rights.values()],
  }
}

/** Sums up what the coin and each token say that the account gained. */
function findFlows(
  account: Address,
  logs: readonly SimulatedLog[],
  coinToken: string | undefined,
): { readonly native: bigint; readonly tokens: Map<Address, bigint> } {
  const tokens = new Map<Address, bigint>()
  const moves = readMovements(logs).map(inSmallLetters)
  const ofCoin = moves.filter(({ asset }) => asset === 'native')
  const asToken = moves.filter(({ asset }) => asset === coinToken)
  const coin = coinToken === undefined ? ofCoin : uniteCoinMoves(ofCoin, asToken, coinToken)
  for (const { asset, from, to, amount } of moves) {
    if (asset === 'native' || asset === coinToken) continue
    if (!isAddressEqual(from, account) && !isAddressEqual(to, account)) continue
    const token = getAddress(asset)
    tokens.set(token, (tokens.get(token) ?? 0n) + flowOf(account, from, to, amount))
  }
  const native = coin.reduce((sum, { from, to, amount }) => sum + flowOf(account, from, to, amount), 0n)
  return { native, tokens }
}

const inSmallLetters = ({ asset, from, to, amount }: Movement): Movement => ({
  asset: asset.toLowerCase() as Movement['asset'],
  from: from.toLowerCase() as Address,
  to: to.toLowerCase() as Address,
  amount,
})

const flowOf = (account: Address, from: Address, to: Address, amount: bigint) =>
  (isAddressEqual(to, account) ? amount : 0n) - (isAddressEqual(from, account) ? amount : 0n)

/** An approval: of an amount of a token, or of one collectible. Both are called `approve`. */
const approvalForm = ({ asset, spender }: Pick<Approval, 'asset' | 'spender'>, amountOrId: bigint): string =>
  `${asset}/${spender}/${amountOrId}`.toLowerCase()

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // Any contract may log what it likes: what has another form is no such event.
    return undefined
  }
}

const eventOf = ({ topics, data }: SimulatedLog) => ({ topics: topics as [Hex, ...Hex[]], data })

function isWrapping(log: SimulatedLog, account: Address): boolean {
  const event = attempt(() => decodeEventLog({ abi: wrappingAbi, ...eventOf(log) }))
  return event !== undefined && isAddressEqual(event.args.account, account)
}

function readCollectibles(
  log: SimulatedLog,
): readonly { from: Address; to: Address; id: bigint; amount: bigint }[] {
  const event = attempt(() => decodeEventLog({ abi: collectibleAbi, ...eventOf(log) }))
  if (!event) return []
  const { from, to } = event.args
  if (event.eventName === 'Transfer') return [{ from, to, id: event.args.id, amount: 1n }]
  if (event.eventName === 'TransferSingle') return [{ from, to, id: event.args.id, amount: event.args.value }]
  const { ids, values } = event.args
  return ids.flatMap((id, index) => {
    const amount = values[index]
    return amount === undefined ? [] : [{ from, to, id, amount }]
  })
}

function readApproval(log: SimulatedLog, account: Address): Approval | undefined {
  const event = attempt(() => decodeEventLog({ abi: approvalAbi, ...eventOf(log) }))
  if (!event || !isAddressEqual(event.args.owner, account)) return undefined
  return { asset: log.address, spender: event.args.spender, amount: event.args.amount }
}

function readRight(log: SimulatedLog, account: Address): CollectibleRight | undefined {
  const event = attempt(() => decodeEventLog({ abi: rightAbi, ...eventOf(log) }))
  if (!event || !isAddressEqual(event.args.owner, account)) return undefined
  const { spender } = event.args
  if (event.eventName === 'ApprovalForAll') {
    return { asset: log.address, spender, id: undefined, isGiven: event.args.isGiven }
  }
  return { asset: log.address, spender, id: event.args.id, isGiven: !isAddressEqual(spender, zeroAddress) }
}

/** As much is not used up by a later call. */
const endless = 2n ** 255n

/** @param approvedItems collectibles that the contract itself logged as approved, each with its spender */
function readApprovalCall(
  { to, data }: Transfer,
  isLast: boolean,
  approvedItems: ReadonlySet<string>,
): Approval | undefined {
  const call = attempt(() => decodeFunctionData({ abi: callAbi, data }))
  if (!call) return undefined
  const [spender, amount] = call.args
  const approval = { asset: to, spender, amount: undefined, isOwn: true }
  if (approvedItems.has(approvalForm(approval, amount))) return undefined
  const isLeft = call.functionName === 'approve' && (isLast || amount >= endless)
  return isLeft ? { ...approval, least: amount } : approval
}

function readRightCall({ to, data }: Transfer): CollectibleRight | undefined {
  const call = attempt(() => decodeFunctionData({ abi: rightCallAbi, data }))
  return call && { asset: to, spender: call.args[0], id: undefined, isGiven: call.args[1], isOwn: true }
}
