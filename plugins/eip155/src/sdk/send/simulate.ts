import { coinMovesOf, isCoinLog } from '@latchkey/kernel/chain'
import { BaseError, type LogService, parse } from '@latchkey/kernel/plugin'
import {
  type Address,
  BaseError as ViemError,
  decodeAbiParameters,
  decodeErrorResult,
  type Hex,
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

/** Effects of a transfer that is tried. */
export interface SimulatedTransfer {
  readonly movements: readonly Movement[]
  readonly gasUsed: bigint
}

const transferTopic = toEventSelector('Transfer(address,address,uint256)')

const hex = z.string().check(z.refine((value) => isHex(value), 'Expected hex.'))
const Simulation = z.array(
  z.object({
    calls: z.array(
      z.object({
        status: hex,
        gasUsed: z.optional(hex),
        returnData: z.optional(hex),
        logs: z.optional(z.array(z.object({ address: hex, topics: z.array(hex), data: hex }))),
        error: z.optional(z.object({ message: z.optional(z.string()), data: z.optional(z.unknown()) })),
      }),
    ),
  }),
)
type SimulatedCall = z.infer<typeof Simulation>[number]['calls'][number]

export interface CallOutcome {
  readonly isSuccess: boolean
  readonly gasUsed: bigint
  readonly returnData: Hex | undefined
  readonly logs: readonly SimulatedLog[]
  /** What the chain would refuse it with. */
  readonly error: RpcRequestError | undefined
}

export interface SimulatedLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Calls that are made one after the other on the chain's latest state, without being sent. */
export type SimulatedRequest = Pick<Transfer, 'from' | 'to' | 'data'> & { readonly value?: bigint }

/**
 * Runs calls with `eth_simulateV1`, each on what the ones before left. `undefined` where a node doesn't have it.
 *
 * @throws RpcRequestError when the node says why they can't be made (codes from -38,000)
 */
export async function simulateAll(
  client: EvmClient,
  requests: readonly SimulatedRequest[],
  log: LogService,
): Promise<readonly CallOutcome[] | undefined> {
  const calls = requests.map(({ from, to, data, value }) => ({
    from,
    to,
    data,
    ...(value === undefined ? {} : { value: numberToHex(value) }),
  }))
  let answer: unknown
  try {
    answer = await client.request(
      {
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'],
      },
      { retryCount: 0 },
    )
  } catch (error) {
    if (isRefusal(error)) throw error
    log.debug('The node does not simulate.', error)
    return undefined
  }
  const [block] = parse(Simulation, answer, 'The answer to eth_simulateV1')
  return block?.calls.length === calls.length ? block.calls.map(readOutcome) : undefined
}

/** The node understood, and refuses what it is asked: no money for the value, a wrong nonce, too much gas. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof ViemError ? error.walk((inner) => inner instanceof RpcRequestError) : error
  return cause instanceof RpcRequestError && cause.code <= -38_000 && cause.code > -39_000
}

function readOutcome(call: SimulatedCall): CallOutcome {
  const isSuccess = BigInt(call.status) === 1n
  return {
    isSuccess,
    gasUsed: BigInt(call.gasUsed ?? 0),
    returnData: call.returnData as Hex | undefined,
    logs: (call.logs ?? []) as readonly SimulatedLog[],
    error: isSuccess ? undefined : reverted(call),
  }
}

/**
 * Runs a transfer on the chain's latest state without sending it: with `eth_simulateV1`, which tells what moves, or by
 * `eth_call` where a node does not have it; the answer is then `undefined`.
 *
 * @throws BaseError `EXECUTION_REVERTED`, `TOKEN_TRANSFER_REFUSED`, `TOKEN_NOT_FOUND`
 */
export async function simulateTransaction(
  client: EvmClient,
  transfer: Transfer,
  log: LogService,
): Promise<SimulatedTransfer | undefined> {
  const [result] = (await simulateAll(client, [transfer], log)) ?? []
  if (!result) return tryCall(client, transfer)
  if (result.error) throw result.error
  await checkReturn(client, transfer, result.returnData)
  return { movements: readMovements(result.logs), gasUsed: result.gasUsed }
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

/** Reads movements of the coin, and of tokens (ERC-20) in the order of their logs; of collectibles it reads none. */
export function readMovements(logs: readonly SimulatedLog[]): readonly Movement[] {
  const coins = coinMovesOf(logs).map(
    ({ from, to, amount }): Movement => ({
      asset: 'native',
      from: from as Address,
      to: to as Address,
      amount,
    }),
  )
  return [...coins, ...logs.flatMap(readTokenMovement)]
}

function readTokenMovement(log: SimulatedLog): Movement[] {
  const [topic, from, to] = log.topics
  if (topic !== transferTopic || !from || !to || log.topics.length !== 3 || log.data.length !== 66) return []
  if (isCoinLog(log)) return []
  const [sender] = decodeAbiParameters([{ type: 'address' }], from)
  const [receiver] = decodeAbiParameters([{ type: 'address' }], to)
  return [{ asset: log.address, from: sender, to: receiver, amount: BigInt(log.data) }]
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
