import {
  type Address,
  decodeEventLog,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  type Log,
  parseAbi,
  toEventSelector,
} from 'viem'
import type { AskedCall } from './awaitReceipt.js'
import { readSafeExecution } from './readSafeExecution.js'

/** The entry points of ERC-4337, versions 0.6 to 0.9: one address each on every network. */
const entryPoints: readonly Address[] = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]

const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed hash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 cost, uint256 gas)',
  'struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Operation[] operations, address beneficiary)',
  'function handleOps(Packed[] operations, address beneficiary)',
])

type MinedLog = Pick<Log, 'address' | 'topics' | 'data'>

/** A transaction that the chain has, with its logs in their order. */
export interface CarryingTransaction {
  readonly to: Address | null
  readonly input: Hex
  readonly logs: readonly MinedLog[]
}

/** What an account did in another account's transaction, by the entry point's event (ERC-4337), or by its own (Safe). */
export type MinedOperation =
  /** No entry point logged anything: the account acts in another way. */
  | { readonly kind: 'none' }
  /** Others' operations only. */
  | { readonly kind: 'others' }
  /** The fee was charged, and the calls were undone. */
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'done'
      /** What the account was called with. Absent where the transaction doesn't show it, or has several of the account. */
      readonly callData: Hex | undefined
      readonly logs: readonly MinedLog[]
    }
  /** A Safe carried out calls, or undid them. */
  | {
      readonly kind: 'executed'
      readonly isSuccess: boolean
      /** Absent where it can't be told what was carried out. */
      readonly calls: readonly AskedCall[] | undefined
      readonly logs: readonly MinedLog[]
    }

interface OperationEvent {
  /** Its place among the logs. */
  readonly index: number
  readonly entryPoint: Address
  readonly sender: Address
  /** Who paid the fee in place of the sender. The zero address where the sender paid. */
  readonly paymaster: Address
  readonly nonce: bigint
  readonly success: boolean
}

/** The entry points' events of operations. Only known entry points count: any contract can log the same event. */
export function readOperationEvents(logs: readonly MinedLog[]): readonly OperationEvent[] {
  return logs.flatMap((log, index) => readEvent(log, index))
}

/** Reads the operation of an account: one transaction carries the operations of many. */
export function readOperation(transaction: CarryingTransaction, account: Address): MinedOperation {
  const told = readOperationEvents(transaction.logs)
  if (told.length === 0) return readSafeExecution(transaction, account) ?? { kind: 'none' }
  const own = told.filter(({ sender }) => isAddressEqual(sender, account))
  const [one] = own
  if (!one) return { kind: 'others' }
  if (own.every(({ success }) => !success)) return { kind: 'failed' }
  if (own.length > 1) return { kind: 'done', callData: undefined, logs: [] }
  const before = told.filter(({ index }) => index < one.index).at(-1)?.index ?? -1
  const logs = transaction.logs.slice(before + 1, one.index)
  return { kind: 'done', callData: readCallData(transaction, one), logs }
}

/** An entry point logs it when every operation of a call is checked, and before the first is carried out. */
const beforeExecution = toEventSelector('BeforeExecution()')

/**
 * What was logged while the account's own operations, which it signed, were carried out: between the event before and its own. What
 * was logged earlier in the transaction is the word of whoever made it.
 */
export function logsOfOperations<Logged extends { readonly address: string }>(
  logs: readonly Logged[],
  account: string,
): ReadonlySet<Logged> {
  const mined = logs as readonly (Logged & MinedLog)[]
  const told = readOperationEvents(mined)
  return new Set(
    told.flatMap(({ sender, index, entryPoint }, place) => {
      if (sender.toLowerCase() !== account.toLowerCase()) return []
      const begin = mined.findLastIndex(
        ({ address, topics }, at) =>
          at < index && isAddressEqual(address, entryPoint) && topics[0] === beforeExecution,
      )
      const previous = told[place - 1]?.index ?? -1
      return begin === -1 ? [] : mined.slice(Math.max(begin, previous) + 1, index)
    }),
  )
}

function readEvent(log: MinedLog, index: number): readonly OperationEvent[] {
  if (!entryPoints.some((address) => isAddressEqual(address, log.address))) return []
  try {
    const { args } = decodeEventLog({ abi, eventName: 'UserOperationEvent', ...log })
    const { sender, paymaster, nonce, success } = args
    return [{ index, entryPoint: log.address, sender, paymaster, nonce, success }]
  } catch {
    // Another of its events.
    return []
  }
}

function readCallData({ to, input }: CarryingTransaction, told: OperationEvent): Hex | undefined {
  if (to === null || !isAddressEqual(to, told.entryPoint)) return undefined
  try {
    const { args } = decodeFunctionData({ abi, data: input })
    const own = args[0].filter(
      ({ sender, nonce }) => isAddressEqual(sender, told.sender) && nonce === told.nonce,
    )
    return own.length === 1 ? own[0]?.callData : undefined
  } catch {
    return undefined
  }
}
