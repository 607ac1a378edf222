import { readHex, toHex } from '../../message/bytes.js'
import type { EthereumRpc } from './EthereumRpc.js'
import { isExecutionFailure } from './isExecutionFailure.js'
import { readSimulation, simulation, type WrappedSignature } from './erc6492.js'
import { type DelegatedSignature, delegationCode } from './erc8010.js'
import { isMagic, isValidSignatureCall } from './isValidSignatureCall.js'

/** Asks a deployed account (EIP-1271). A revert or any other answer is a no. */
export async function checkErc1271(
  rpc: EthereumRpc,
  account: string,
  hash: Uint8Array,
  signature: Uint8Array,
  signal?: AbortSignal,
): Promise<boolean> {
  const data = toHex(isValidSignatureCall(hash, signature))
  const result = await call(rpc, { to: account, data }, signal)
  return result !== undefined && isMagic(result)
}

/** Asks an account after its factory call, in one simulated transaction that changes nothing (ERC-6492). */
export async function checkErc6492(
  rpc: EthereumRpc,
  account: string,
  hash: Uint8Array,
  wrapped: WrappedSignature,
  signal?: AbortSignal,
): Promise<boolean> {
  const result = await call(rpc, { data: toHex(simulation(wrapped, account, hash)) }, signal)
  const returned = result && readSimulation(result)
  return returned !== undefined && isMagic(returned)
}

/** Asks an account as if it had the code that it authorized, after the call that sets it up (ERC-8010). Nothing changes. */
export async function checkErc8010(
  rpc: EthereumRpc,
  account: string,
  hash: Uint8Array,
  { to, data, delegation, signature }: DelegatedSignature,
  signal?: AbortSignal,
): Promise<boolean> {
  const setUp = { factory: to, factoryCalldata: data, signature }
  const overrides = { [account]: { code: toHex(delegationCode(delegation)) } }
  const result = await call(rpc, { data: toHex(simulation(setUp, account, hash)) }, signal, overrides)
  const returned = result && readSimulation(result)
  return returned !== undefined && isMagic(returned)
}

/** Transactions of an account so far. */
export async function readNonce(rpc: EthereumRpc, account: string, signal?: AbortSignal): Promise<bigint> {
  const answer = await rpc('eth_getTransactionCount', [account, 'latest'], signal)
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer)) return BigInt(answer)
  throw new TypeError('The Ethereum node did not answer eth_getTransactionCount with a number.')
}

/** Code at an address, as bytes; empty for an account without. */
export async function readCode(rpc: EthereumRpc, account: string, signal?: AbortSignal): Promise<Uint8Array> {
  return readBytes('eth_getCode', await rpc('eth_getCode', [account, 'latest'], signal))
}

function readBytes(method: string, result: unknown): Uint8Array {
  const bytes = typeof result === 'string' && result.startsWith('0x') ? readHex(result) : undefined
  if (!bytes) throw new TypeError(`The Ethereum node did not answer ${method} with hexadecimal.`)
  return bytes
}

async function call(
  rpc: EthereumRpc,
  transaction: { readonly to?: string; readonly data: string },
  signal?: AbortSignal,
  overrides?: Readonly<Record<string, { readonly code: string }>>,
): Promise<Uint8Array | undefined> {
  try {
    const params = [transaction, 'latest', ...(overrides ? [overrides] : [])]
    return readBytes('eth_call', await rpc('eth_call', params, signal))
  } catch (error) {
    if (isExecutionFailure(error)) return undefined
    throw error
  }
}
