import { BaseError } from '@latchkey/kernel/plugin'

/** Reads bytes from the first to the last. @throws BaseError `TRANSACTION_INVALID` */
export function createWireReader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw invalid('It ends too early.')
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = () => take(1)[0] as number
  /** Compact-u16: seven bits a byte, lowest first. */
  const count = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw invalid('A length in it is not one.')
  }
  return {
    take,
    byte,
    count,
    place: () => at,
    rest: () => bytes.slice(at),
    isOver: () => at === bytes.length,
  }
}

export function invalid(why: string): BaseError {
  return new BaseError('This is not a Solana transaction.', {
    code: 'TRANSACTION_INVALID',
    metaMessages: [why, 'Expected the wire form of a legacy, version 0 or version 1 transaction.'],
  })
}
