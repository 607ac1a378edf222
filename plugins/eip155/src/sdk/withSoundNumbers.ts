import { BaseError } from 'viem'
import type { Endpoint } from './endpoint.js'

/** Methods that a node answers with one number, which the chain keeps in 256 bits at most. */
const numbers: ReadonlySet<string> = new Set([
  'eth_getBalance',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_blobBaseFee',
  'eth_estimateGas',
  'eth_getTransactionCount',
  'eth_blockNumber',
])

/** Hex digits of 256 bits. */
const mostDigits = 64

/**
 * The endpoint, whose answer is a fault where it's a number that can't be: another endpoint is asked then, as after any other fault. What
 * isn't a number at all is found by what reads it.
 */
export function withSoundNumbers(endpoint: Endpoint): Endpoint {
  return {
    origin: endpoint.origin,
    async request(call) {
      const answer = await endpoint.request(call)
      if (numbers.has(call.method) && isTooWide(answer)) {
        throw new BaseError('The node answered with a number of more than 256 bits.', {
          metaMessages: [`Method: ${call.method}`],
        })
      }
      return answer
    },
  }
}

function isTooWide(answer: unknown): boolean {
  if (typeof answer !== 'string' || answer.length <= mostDigits + 2 || !/^0x/i.test(answer)) return false
  return answer.slice(2).replace(/^0+/, '').length > mostDigits
}
