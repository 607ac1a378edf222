import { BaseError, type LogService, parse } from '@latchkey/kernel/plugin'
import {
  type Address,
  decodeAbiParameters,
  decodeErrorResult,
  type Hex,
  isAddressEqual,
  isHex,
  numberToHex,
  RpcRequestError,
  toEventSelector,
} from 'viem'
import { call, getCode } from 'viem/actions'
import * as z from 'zod/mini'
import type { EvmClient } from '../../clients.js'

export interface Transfer {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** One movement of a coin or token that the chain predicts. */
export interface Movement {
  /** The token's contract, or `native`. */
  readonly asset: Address | 'native'
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}

/** What the node shows native movements as (ERC-7528). */
const nativePlaceholder = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

const hex = z.string().check(z.refine((value) => isHex(value), 'Expected hex.'))
const Simulation = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: hex,
        returnData: z.optional(hex),
        logs: z.optional(z.array(z.object({ address: hex, topics: z.array(hex), data: hex }))),
        error: z.optional(z.object({ message: z.optional(z.string()), data: z.optional(z.unknown()) })),
      }),
    ),
  }),
)
type SimulatedCall = z.infer<typeof Simulation>[number]['calls'][number]

/**
 * Runs a transfer on the chain's latest state without sending it: with `eth_simulateV1`, which tells what moves, or by
 * `eth_call` where a node does not have it; the answer is then `undefined`.
 *
 * @throws BaseError `EXECUTION_REVERTED`, `TOKEN_TRANSFER_REFUSED`, `TOKEN_NOT_FOUND`
 */
export async function simulate(
  client: EvmClient,
  transfer: Transfer,
  log: LogService,
): Promise<readonly Movement[] | undefined> {
  const { from, to, value, data } = transfer
  const request = { from, to, data, value: numberToHex(value) }
  let answer: unknown
  try {
    answer = await client.request(
      {
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls: [request] }], traceTransfers: true }, 'latest'],
      },
      { retryCount: 0 },
    )
  } catch (error) {
    log.debug('The node does not simulate; the transfer is tried as a call.', error)
    return tryCall(client, transfer)
  }
  const [block] = parse(Simulation, answer, 'The answer to eth_simulateV1')
  const [result] = block?.calls ?? []
  if (!result) return tryCall(client, transfer)
  if (BigInt(result.status) !== 1n) throw reverted(result)
  await checkReturn(client, transfer, result.returnData as Hex | undefined)
  return (result.logs ?? []).flatMap(readMovement)
}

async function tryCall(client: EvmClient, transfer: Transfer): Promise<undefined> {
  const { from, to, value, data } = transfer
  const answer = await call(client, { account: from, to, value, data })
  await checkReturn(client, transfer, answer.data)
  return undefined
}

/** Old tokens answer nothing, some answer false in place of failing, and what is no contract answers nothing too. */
async function checkReturn(
  client: EvmClient,
  { to, data }: Transfer,
  returned: Hex | undefined,
): Promise<void> {
  if (data === '0x') return
  if (returned === undefined || returned === '0x') {
    const code = await getCode(client, { address: to })
    if (code === undefined || code === '0x') {
      throw new BaseError('There is no such token on this network.', { code: 'TOKEN_NOT_FOUND' })
    }
    return
  }
  if (returned.length < 66 || BigInt(returned.slice(0, 66)) === 0n) {
    throw new BaseError('The token refused the transfer.', { code: 'TOKEN_TRANSFER_REFUSED' })
  }
}

function readMovement(log: NonNullable<SimulatedCall['logs']>[number]): Movement[] {
  const [topic, from, to] = log.topics as Hex[]
  if (topic !== transferTopic || !from || !to || log.topics.length !== 3 || log.data.length !== 66) return []
  const [sender] = decodeAbiParameters([{ type: 'address' }], from)
  const [receiver] = decodeAbiParameters([{ type: 'address' }], to)
  const address = log.address as Address
  const asset = isAddressEqual(address, nativePlaceholder) ? 'native' : address
  return [{ asset, from: sender, to: receiver, amount: BigInt(log.data) }]
}

/** The same fault as a node reports it, so that one table of sentences serves both. */
function reverted({ error, returnData }: SimulatedCall): RpcRequestError {
  const message =
    reasonOf((returnData ?? error?.data) as Hex | undefined) ?? error?.message ?? 'no reason given'
  return new RpcRequestError({
    body: { method: 'eth_simulateV1' },
    url: '',
    error: { code: 3, message: `execution reverted: ${message}` },
  })
}

/** What `require(false, reason)` and failed assertions say; contracts may have errors of their own. */
function reasonOf(data: Hex | undefined): string | undefined {
  try {
    const { args } = decodeErrorResult({ data: data ?? '0x' })
    return args?.map(String).join(', ')
  } catch {
    return undefined
  }
}
