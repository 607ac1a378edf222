import { concat, encodeAbiParameters, type Hex, numberToHex, pad, size } from 'viem'

/** LOG4 of the first four words of the call, with the rest of it as data. */
const log: Hex = ('0x6080360380608060003760603560403560203560003584' + '6000a400') as Hex
const headSize = 7
const tailSize = 16

/**
 * Runtime code of a contract that logs whatever it is told to: the first 128 bytes of the call are four topics, the
 * rest is data. Asked for a name or a symbol (a call of four bytes) it answers the given text.
 */
export function emitterCode(text: string): Hex {
  const answer = encodeAbiParameters([{ type: 'string' }], [text])
  const tail = headSize + size(log)
  const length = numberToHex(size(answer), { size: 2 })
  // CALLDATASIZE == 4 ? jump to the tail, which returns the text that stands behind the code.
  const head = concat(['0x3660041460', numberToHex(tail, { size: 1 }), '0x57'])
  const offset = numberToHex(tail + tailSize, { size: 2 })
  return concat([head, log, '0x5b61', length, '0x61', offset, '0x60003961', length, '0x6000f3', answer])
}

/** The call that makes the contract log. Addresses and numbers among the topics are padded. */
export function emit(topics: readonly Hex[], data: Hex = '0x'): Hex {
  return concat([...topics.map((topic) => pad(topic)), data])
}

/**
 * Runtime code of a token that nobody can hold and that logs whatever it is told to: the first 96 bytes of the call are
 * three topics, the rest is data. Asked for its decimals it answers 18.
 */
export const forgedTokenCode: Hex = ('0x36600414601f576060360380606060003760403560203560003583' +
  '6000a3005b60126000526020' +
  '6000f3') as Hex
