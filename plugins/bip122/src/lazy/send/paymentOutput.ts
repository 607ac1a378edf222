/** What a payment is to contain, beside the change. */
export interface PaymentOutput {
  readonly script: Uint8Array
  /** Satoshis. */
  readonly amount: bigint
}

/** The opcode that makes an output which can never be spent. */
const opReturn = 0x6a

/** Whether all that the output holds would be lost: it carries data. */
export const isData = ({ script }: Pick<PaymentOutput, 'script'>): boolean => script[0] === opReturn

/** Bytes of an output: its amount, and its script after the length. */
function sizeOf({ length }: Uint8Array): number {
  return 8 + (length < 0xfd ? 1 : length <= 0xffff ? 3 : 5) + length
}

/** Weight units: no part of an output is witness (BIP-141). */
export function weightOf(outputs: readonly Pick<PaymentOutput, 'script'>[]): number {
  // no money: weight units
  return outputs.reduce((weight, { script }) => weight + 4 * sizeOf(script), 0)
}

/**
 * Below this the network does not carry an output, in satoshis: what it costs to make and spend it at the 3 sat/vB of
 * Bitcoin Core (`GetDustThreshold`). What can never be spent is never dust.
 */
export function dustOf(script: Uint8Array): bigint {
  if (isData({ script })) return 0n
  // no money: bytes
  return 3n * BigInt(sizeOf(script) + (isWitnessProgram(script) ? 67 : 148))
}

/** A version and 2 to 40 bytes (BIP-141). */
export function isWitnessProgram({ length, 0: version = 0xff, 1: size }: Uint8Array): boolean {
  const isVersion = version === 0 || (version >= 0x51 && version <= 0x60)
  return isVersion && length >= 4 && length <= 42 && size === length - 2
}

/** Forms of scripts that nodes pass on: those with an address, and data. */
export function isStandard(script: Uint8Array): boolean {
  const { length, 0: first, 1: second, [length - 1]: last } = script
  if (isData({ script }) || isWitnessProgram(script)) return true
  if (length === 25) return first === 0x76 && second === 0xa9 && script[2] === 20 && last === 0xac
  return length === 23 && first === 0xa9 && second === 20 && last === 0x87
}

export const sumOfOutputs = (outputs: readonly PaymentOutput[]): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n)
