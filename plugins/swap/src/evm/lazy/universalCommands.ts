import {
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
} from 'viem'

/** What the universal router is told to do, one byte each. Others are not known here. */
export const commandBytes = {
  v3: 0x00,
  v2: 0x08,
  permit: 0x0a,
  wrap: 0x0b,
  unwrap: 0x0c,
  fourth: 0x10,
} as const

export type UniversalCommand = keyof typeof commandBytes

/** The router's own name for itself, as a receiver. */
export const universalItself: Address = '0x0000000000000000000000000000000000000002'
/** In place of an amount: all that the router holds. */
export const universalBalance = 2n ** 255n

/** What each command is told. The last flag of a swap: the account pays, and not what the router holds. */
const inputs = {
  v3: parseAbiParameters(
    'address recipient, uint256 amount, uint256 minimum, bytes path, bool isPaidByAccount',
  ),
  v2: parseAbiParameters(
    'address recipient, uint256 amount, uint256 minimum, address[] path, bool isPaidByAccount',
  ),
  permit: parseAbiParameters([
    'Permit permit, bytes signature',
    'struct Permit { Details details; address spender; uint256 sigDeadline; }',
    'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  ]),
  wrap: parseAbiParameters('address recipient, uint256 amount'),
  unwrap: parseAbiParameters('address recipient, uint256 minimum'),
  fourth: parseAbiParameters('bytes actions, bytes[] parameters'),
}

type Inputs = typeof inputs

export function writeInput<C extends UniversalCommand>(
  command: C,
  values: ReturnType<typeof decodeAbiParameters<Inputs[C]>>,
): Hex {
  return encodeAbiParameters(inputs[command], values as never)
}

/** The input of a command. @throws Error for bytes of anything else */
export function readInput<C extends UniversalCommand>(
  command: C,
  data: Hex,
): ReturnType<typeof decodeAbiParameters<Inputs[C]>> {
  return readParameters(inputs[command], data)
}

/**
 * Bytes that don't come back the same when they are written again are refused, because the router reads them at fixed places.
 *
 * @throws Error for any other bytes
 */
export function readParameters<P extends readonly AbiParameter[]>(
  parameters: P,
  data: Hex,
): ReturnType<typeof decodeAbiParameters<P>> {
  const values = decodeAbiParameters(parameters, data)
  if (encodeAbiParameters(parameters, values as never) !== data.toLowerCase()) {
    throw new Error('The command holds something else.')
  }
  return values
}
