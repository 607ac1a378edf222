import {
  type Address,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  parseAbi,
  size,
  sliceHex,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import type { AskedCall } from './awaitReceipt.js'
import type { CarryingTransaction, MinedOperation } from './readOperation.js'

const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])

/** Contracts of Safe since version 1.1.1. Whether the hash is indexed makes no difference to a selector. */
const selectors = () => ({
  execute: toFunctionSelector(abi[0]),
  success: toEventSelector('ExecutionSuccess(bytes32,uint256)'),
  failure: toEventSelector('ExecutionFailure(bytes32,uint256)'),
})

/**
 * The libraries that make a list of calls for a Safe, `MultiSend` and `MultiSendCallOnly` of each version, as
 * https://github.com/safe-global/safe-deployments lists them: one address each, on whatever network. Other code that a Safe lends
 * itself may do anything.
 */
const multiSends: readonly Address[] = [
  // 1.1.1
  '0x8D29bE29923b68abfDD21e541b9374737B49cdAD',
  // 1.3.0: the first deployment, the one for networks that ask for EIP-155, and the one of zkSync
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa',
  '0x0dFcccB95225ffB03c6FBB2559B530C2B7C8A912',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
  '0xf220D3b4DFb23C4ade8C88E526C1353AbAcbC38F',
  // 1.4.1
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  // 1.5.0
  '0x218543288004CD07832472D464648173c77D7eB7',
  '0xA83c336B20401Af773B6219BA5027174338D1836',
]

/**
 * A transaction that an owner of a Safe, or anybody who was given the owners' signatures, had the Safe carry out. Only what the
 * account itself logged counts, and only the calls that it made: signatures and whatever else stands in the input say nothing.
 * `undefined` where the account isn't asked in this way.
 */
export function readSafeExecution(
  { to, input, logs }: CarryingTransaction,
  account: Address,
): MinedOperation | undefined {
  const { execute, success, failure } = selectors()
  if (to === null || !isAddressEqual(to, account) || !input.startsWith(execute)) return undefined
  const own = logs.filter(({ address }) => isAddressEqual(address, account))
  const count = (topic: Hex) => own.filter(({ topics }) => topics[0] === topic).length
  if (count(success) + count(failure) !== 1) return undefined
  return { kind: 'executed', isSuccess: count(success) === 1, calls: readExecuted(input), logs }
}

/** The calls in their order; `undefined` where it can't be told what was done. */
function readExecuted(input: Hex): readonly AskedCall[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: input })
    if (functionName !== 'execTransaction') return undefined
    const [to, value, data, operation] = args
    if (operation === 0) return [{ to, value, data }]
    const isList = operation === 1 && multiSends.some((address) => isAddressEqual(address, to))
    return isList ? readList(data) : undefined
  } catch {
    return undefined
  }
}

/** Bytes of a call in a list before its data: operation, target, amount, length. */
const head = 85

/** @throws Error of viem for bytes that end too early */
function readList(input: Hex): readonly AskedCall[] | undefined {
  const { functionName, args } = decodeFunctionData({ abi, data: input })
  if (functionName !== 'multiSend') return undefined
  const [packed] = args
  const calls: AskedCall[] = []
  for (let at = 0; at < size(packed); ) {
    const part = (from: number, to: number) => sliceHex(packed, at + from, at + to, { strict: true })
    const to = part(1, 21)
    // no money: bytes of the call's data
    const length = Number(part(53, head))
    // Code that is lent again may do anything, and for version 1.5.0 the zero address means the Safe.
    if (part(0, 1) !== '0x00' || isAddressEqual(to, zeroAddress)) return undefined
    const data = length === 0 ? '0x' : part(head, head + length)
    calls.push({ to, value: BigInt(part(21, 53)), data })
    at += head + length
  }
  return calls
}
