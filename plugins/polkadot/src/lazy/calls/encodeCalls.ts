import { copyList } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { ApiPromise } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { Call } from '@polkadot/types/interfaces'
import type { PolkadotNetwork } from '../../networks.js'

/** More is more than a block takes. */
const callLimit = 1_000
/** Characters of hex. A block takes less. */
const hexLimit = 4 * 1024 * 1024

/** Calls as they are signed, in one. */
export interface EncodedCalls {
  /** Hex with 0x. */
  readonly call: string
  /** The version of the runtime whose numbers the call has. */
  readonly specVersion: string
  /** Whether every byte of it is the host's own, and none written by what the node says of its runtime. */
  readonly isGiven: boolean
}

/**
 * Encodes the calls by what the node says of its runtime; several become one `utility.batchAll`.
 *
 * @throws BaseError `CALLS_INVALID`; `ATOMIC_UNAVAILABLE` when there are several and the runtime can't do them in one.
 */
export function encodeCalls(api: ApiPromise, network: PolkadotNetwork, calls: unknown): EncodedCalls {
  const list = copyList(calls, callLimit)
  if (!list || list.length === 0) throw invalid(`Expected a list of 1 to ${callLimit} calls.`)
  const encoded = list.map((call, index) => encodeCall(api, call, `Call ${index + 1}: `))
  const specVersion = api.runtimeVersion.specVersion.toString()
  const [first] = encoded as [Call]
  if (encoded.length === 1) {
    return { call: first.toHex(), specVersion, isGiven: typeof list[0] === 'string' }
  }
  const batchAll = api.tx['utility']?.['batchAll']
  if (!batchAll) throw atomicUnavailable(network)
  const limit = api.consts['utility']?.['batchedCallsLimit']
  if (limit !== undefined && encoded.length > Number(limit.toString())) {
    throw invalid(`${network.name} takes at most ${limit.toString()} calls at once.`)
  }
  return { call: batchAll(encoded).method.toHex(), specVersion, isGiven: false }
}

/**
 * The extrinsic of encoded calls.
 *
 * @throws BaseError `POLKADOT_RUNTIME_CHANGED` when the runtime is another one by now: its numbers may mean other calls.
 */
export function extrinsicOf(
  api: ApiPromise,
  network: PolkadotNetwork,
  { call, specVersion }: EncodedCalls,
): SubmittableExtrinsic<'promise'> {
  if (api.runtimeVersion.specVersion.toString() === specVersion) {
    return api.tx(api.registry.createType('Call', call) as Call) as SubmittableExtrinsic<'promise'>
  }
  throw new BaseError(`${network.name} was upgraded meanwhile. Try again.`, {
    code: 'POLKADOT_RUNTIME_CHANGED',
    parameters: { network: network.name },
    metaMessages: [`Prepared for version ${specVersion}.`, `Now: ${api.runtimeVersion.specVersion}.`],
  })
}

function encodeCall(api: ApiPromise, call: unknown, where: string): Call {
  if (typeof call === 'string') return decodeCall(api, call, where)
  const { pallet, method, args = [] } = (call ?? {}) as Readonly<Record<string, unknown>>
  const values = copyList(args, callLimit)
  if (typeof pallet !== 'string' || typeof method !== 'string' || !values) {
    throw invalid(`${where}expected \`pallet\`, \`method\` and a list \`args\`, or hex with 0x.`)
  }
  const section = Object.hasOwn(api.tx, pallet) ? api.tx[pallet] : undefined
  const make = section && Object.hasOwn(section, method) ? section[method] : undefined
  if (!make) throw invalid(`${where}this runtime has no ${pallet}.${method}.`)
  const { length } = make.meta.args
  if (values.length !== length) {
    throw invalid(`${where}${pallet}.${method} takes ${length} arguments, not ${values.length}.`)
  }
  try {
    return make(...values).method as Call
  } catch (cause) {
    throw invalid(`${where}the arguments aren’t those of ${pallet}.${method}.`, cause)
  }
}

function decodeCall(api: ApiPromise, hex: string, where: string): Call {
  const expected = `${where}expected hex with 0x of one call of this runtime, and nothing after it.`
  if (hex.length > hexLimit || !/^0x(?:[0-9a-f]{2})+$/i.test(hex)) throw invalid(expected)
  let call: Call
  try {
    call = api.registry.createType('Call', hex) as Call
  } catch (cause) {
    throw invalid(expected, cause)
  }
  if (call.toHex() !== hex.toLowerCase()) throw invalid(expected)
  return call
}

function invalid(detail: string, cause?: unknown): BaseError {
  return new BaseError('The app asks for something that can’t be done on this network. Nothing was sent.', {
    code: 'CALLS_INVALID',
    metaMessages: [detail],
    ...(cause === undefined ? {} : { cause }),
  })
}

function atomicUnavailable(network: PolkadotNetwork): BaseError {
  return new BaseError(`${network.name} can’t do several things at once. Nothing was sent.`, {
    code: 'ATOMIC_UNAVAILABLE',
    parameters: { network: network.name },
    metaMessages: ['Its runtime has not: utility.batchAll.', 'Prepare each call by itself.'],
  })
}
