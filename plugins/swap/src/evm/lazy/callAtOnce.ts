import type { EvmClient } from '@latchkey/plugin-eip155'
import { type Address, BaseError, type Hex, RpcRequestError } from 'viem'
import { call } from 'viem/actions'
import { readWords, toHex, type Words, wordDigits, writeAddress, writeBytes, writeWord } from './words.js'

export interface ContractCall {
  readonly to: Address
  readonly data: Hex
}

/**
 * Calls contracts in one request, each of which may refuse: `undefined` then. One call of Multicall3 where the chain names
 * it; elsewhere calls that go together as one batch. A node stops a call at a limit of gas of its own: halves are asked then.
 *
 * @throws Error for an answer that isn't Multicall3's
 */
export async function callAtOnce(
  client: EvmClient,
  calls: readonly ContractCall[],
): Promise<readonly (Hex | undefined)[]> {
  const to = client.chain.contracts?.multicall3?.address
  if (to) return aggregated(client, to, calls)
  const answers = await Promise.allSettled(calls.map((one) => call(client, one)))
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.data : undefined))
}

async function aggregated(
  client: EvmClient,
  to: Address,
  calls: readonly ContractCall[],
): Promise<readonly (Hex | undefined)[]> {
  try {
    return readResults((await call(client, { to, data: writeCalls(calls) })).data, calls.length)
  } catch (error) {
    if (!isOutOfGas(error)) throw error
    // One that needs more than all is one that refuses.
    if (calls.length < 2) return calls.map(() => undefined)
    const middle = Math.ceil(calls.length / 2)
    const halves = [calls.slice(0, middle), calls.slice(middle)]
    return (await Promise.all(halves.map((half) => aggregated(client, to, half)))).flat()
  }
}

/** By the words of geth, Reth, Erigon and anvil ("out of gas") and of Nethermind ("OutOfGas"): no number says it. */
function isOutOfGas(error: unknown): boolean {
  const said = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return said instanceof RpcRequestError && /\bout ?of ?gas\b/i.test(said.details)
}

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
const aggregate = '0x82ad56cb'
const canFail = writeWord(1)
const bytesPlace = writeWord(96)

/**
 * What Multicall3 is called with. Written by hand, because the time of a first quote is spent in general encoders otherwise.
 * Exported for its test.
 */
export function writeCalls(calls: readonly ContractCall[]): Hex {
  const places: string[] = []
  const tuples: string[] = []
  let place = calls.length * wordDigits
  for (const { to, data } of calls) {
    const tuple = `${writeAddress(to)}${canFail}${bytesPlace}${writeBytes(data.slice(2))}`
    places.push(writeWord(place / 2))
    tuples.push(tuple)
    place += tuple.length
  }
  return `${aggregate}${writeWord(32)}${writeWord(calls.length)}${places.join('')}${tuples.join('')}`
}

/**
 * What each of so many calls returned, of `(bool success, bytes returnData)[]`. Exported for its test.
 *
 * @throws Error for anything else
 */
export function readResults(data: unknown, count: number): readonly (Hex | undefined)[] {
  const words = readWords(data)
  const list = words?.distance(0)
  if (!words || list === undefined || words.word(list) !== BigInt(count)) throw unreadable()
  const first = list + wordDigits
  return Array.from({ length: count }, (_, index) => readResult(words, first, index))
}

function readResult(words: Words, first: number, index: number): Hex | undefined {
  const offset = words.distance(first + index * wordDigits)
  if (offset === undefined) throw unreadable()
  const tuple = first + offset
  const success = words.word(tuple)
  const bytes = words.distance(tuple + wordDigits)
  const length = bytes === undefined ? undefined : words.distance(tuple + bytes)
  if (success === undefined || success > 1n || bytes === undefined || length === undefined) throw unreadable()
  const digits = words.digits(tuple + bytes + wordDigits, length)
  if (digits === undefined) throw unreadable()
  return success === 1n ? toHex(digits) : undefined
}

const unreadable = () =>
  new Error('The network’s answer to several calls at once is not what Multicall3 returns.')
