import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  encodePacked,
  type Hex,
  pad,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { AskedCall } from './awaitReceipt.js'
import { judgeOperation } from './judgeOperation.js'
import { readSafeExecution } from './readSafeExecution.js'

const account: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const stranger: Address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const friend: Address = '0x0000000000000000000000000000000000000101'
/** `MultiSendCallOnly` 1.4.1, as Safe's list of deployments has it. */
const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
/** As Safe's contracts document them. */
const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])
const execute = ({ to, value, data }: AskedCall, operation = 0, signatures: Hex = '0x') =>
  encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures],
  })
const list = (calls: readonly AskedCall[], operation = 0) =>
  encodeFunctionData({
    abi,
    functionName: 'multiSend',
    args: [
      concatHex(
        calls.map(({ to, value, data }) =>
          encodePacked(
            ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
            [operation, to, value, BigInt(size(data)), data],
          ),
        ),
      ),
    ],
  })
/** Says that its last data is longer than it is. */
const shortList = encodeFunctionData({
  abi,
  functionName: 'multiSend',
  args: [
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, friend, 5n, 90n, '0xabcdef01']),
  ],
})
const asked: AskedCall = { to: friend, value: 5n, data: '0xabcdef01' }
const other: AskedCall = { to: stranger, value: 7n, data: '0x' }
const input = execute(asked)
const hash = pad('0xab')

type Outcome = 'ExecutionSuccess' | 'ExecutionFailure'

/** As contracts since 1.4.1 log it: the hash is indexed. */
const indexed = (eventName: Outcome, address = account) => ({
  address,
  topics: encodeEventTopics({
    abi: parseAbi([
      'event ExecutionSuccess(bytes32 indexed hash, uint256 payment)',
      'event ExecutionFailure(bytes32 indexed hash, uint256 payment)',
    ]),
    eventName,
    args: { hash },
  }) as [Hex, ...Hex[]],
  data: pad('0x00'),
})

/** As contracts before 1.4.1 log it: all of it is data. */
const plain = (eventName: Outcome) => {
  const { address, topics } = indexed(eventName)
  const data = encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [hash, 0n])
  return { address, topics: [topics[0]] as [Hex], data }
}

const read = (
  logs: readonly ReturnType<typeof indexed>[],
  to: Address | null = account,
  called: Hex = input,
) => readSafeExecution({ to, input: called, logs }, account)

describe.each([
  ['1.4.1', indexed],
  ['1.3.0', plain],
] as const)('a transaction of a Safe of version %s', (_, log) => {
  it('is done where the Safe itself says so', () => {
    const logs = [indexed('ExecutionFailure', stranger), log('ExecutionSuccess')]
    expect(read(logs)).toEqual({ kind: 'executed', isSuccess: true, calls: [asked], logs })
  })

  it('failed where the Safe itself says so, although the chain took it', () => {
    const logs = [log('ExecutionFailure')]
    expect(read(logs)).toEqual({ kind: 'executed', isSuccess: false, calls: [asked], logs })
  })
})

it('takes no word from another address for that of the Safe', () => {
  expect(read([indexed('ExecutionSuccess', stranger)])).toBeUndefined()
  expect(read([indexed('ExecutionFailure', stranger)])).toBeUndefined()
  expect(read([indexed('ExecutionSuccess', stranger), indexed('ExecutionFailure')])).toMatchObject({
    ...{ kind: 'executed', isSuccess: false },
  })
})

it('reads nothing where another Safe was asked, or this one in another way', () => {
  const logs = [indexed('ExecutionSuccess')]
  expect(read(logs, stranger)).toBeUndefined()
  expect(read(logs, null)).toBeUndefined()
  expect(read(logs, account, '0x')).toBeUndefined()
  expect(read(logs, account, list([asked]))).toBeUndefined()
})

it('decides nothing where the Safe says both, or one of them twice', () => {
  const [success, failure] = [indexed('ExecutionSuccess'), indexed('ExecutionFailure')]
  expect(read([success, failure])).toBeUndefined()
  expect(read([success, success])).toBeUndefined()
  expect(read([failure, failure])).toBeUndefined()
  expect(read([])).toBeUndefined()
})

describe('what was asked of a Safe', () => {
  const judge = (called: Hex, calls: readonly AskedCall[] = [asked], outcome: Outcome = 'ExecutionSuccess') =>
    judgeOperation({ from: stranger, to: account, input: called, logs: [indexed(outcome)] }, account, calls)
  const lend = (to: Address, data: Hex): AskedCall => ({ to, value: 0n, data })

  it('is done or undone where it is what the Safe was to do', () => {
    expect(judge(input)).toBe('done')
    expect(judge(input, [asked], 'ExecutionFailure')).toBe('failed')
  })

  it('is done or undone where the list of calls is what was asked for', () => {
    const listed = execute(lend(multiSend, list([asked, other])), 1)
    expect(judge(listed, [asked, other])).toBe('done')
    expect(judge(listed, [asked, other], 'ExecutionFailure')).toBe('failed')
  })

  it('is unknown where the Safe lent itself the code of the target, which moves no coin', () => {
    expect(judge(execute(asked, 1))).toBe('unknown')
    expect(judge(execute(asked, 1), [asked], 'ExecutionFailure')).toBe('unknown')
  })

  it('is unknown where only signatures or appended bytes carry what was asked for', () => {
    const words = concatHex([pad(asked.to), pad('0x05'), asked.data])
    expect(judge(concatHex([execute(other), words]))).toBe('unknown')
    expect(judge(execute(other, 0, words))).toBe('unknown')
    expect(judge(execute({ ...other, data: words }))).toBe('unknown')
  })

  it('is unknown where the Safe undid something else', () => {
    expect(judge(execute(other), [asked], 'ExecutionFailure')).toBe('unknown')
  })

  it.each([
    ['a contract that is no known list', execute(lend(stranger, list([asked, other])), 1)],
    ['a list with lent code', execute(lend(multiSend, list([asked, other], 1)), 1)],
    ['more than was asked for', execute(lend(multiSend, list([asked, other, other])), 1)],
    ['another order', execute(lend(multiSend, list([other, asked])), 1)],
    ['less than was asked for', execute(lend(multiSend, list([asked])), 1)],
    ['a list that ends too early', execute(lend(multiSend, shortList), 1)],
    ['the list called in place of lent', execute(lend(multiSend, list([asked, other])))],
    ['an input that isn’t one', concatHex(['0x6a761202', pad('0x01')])],
  ])('is unknown for %s', (_, called) => {
    expect(judge(called, [asked, other])).toBe('unknown')
  })
})
