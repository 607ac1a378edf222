import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { readSafeExecution } from './readSafeExecution.js'

const account: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const stranger: Address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
/** `execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)`, as Safe's contracts document it. */
const input = concatHex(['0x6a761202', pad('0x01')])
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
    expect(read(logs)).toEqual({ kind: 'done', callData: input, logs })
  })

  it('failed where the Safe itself says so, although the chain took it', () => {
    expect(read([log('ExecutionFailure')])).toEqual({ kind: 'failed' })
  })
})

it('takes no word from another address for that of the Safe', () => {
  expect(read([indexed('ExecutionSuccess', stranger)])).toBeUndefined()
  expect(read([indexed('ExecutionFailure', stranger)])).toBeUndefined()
  expect(read([indexed('ExecutionSuccess', stranger), indexed('ExecutionFailure')])).toEqual({
    kind: 'failed',
  })
})

it('reads nothing where another Safe was asked, or this one in another way', () => {
  const logs = [indexed('ExecutionSuccess')]
  expect(read(logs, stranger)).toBeUndefined()
  expect(read(logs, null)).toBeUndefined()
  expect(read(logs, account, '0x')).toBeUndefined()
  expect(read(logs, account, concatHex(['0x8d80ff0a', pad('0x01')]))).toBeUndefined()
})

it('decides nothing where the Safe says both, or one of them twice', () => {
  const [success, failure] = [indexed('ExecutionSuccess'), indexed('ExecutionFailure')]
  expect(read([success, failure])).toBeUndefined()
  expect(read([success, success])).toBeUndefined()
  expect(read([failure, failure])).toBeUndefined()
  expect(read([])).toBeUndefined()
})
