import { BaseError } from '@latchkey/kernel/plugin'
import type { EvmCall, TypedData } from '@latchkey/plugin-eip155'
import { type Address, type Hex, isHex, parseSignature } from 'viem'
import { getCode } from 'viem/actions'
import type { SwapCallsRequest, SwapSignature } from '../../SwapSource.js'
import { encodeSwap, type SignedAllowance, type SwapOrder } from './encodeSwap.js'
import { type PermitQuestion, readPermit, readPermit2 } from './permitMessages.js'
import type { Place, QuoteReference } from './quotePools.js'

/**
 * What can be signed in place of the approvals of a quote: for Permit2, where the token lets it move enough already; for the
 * token itself, where the router takes that and the token too.
 */
export async function signatureFor(
  { client }: Place,
  { quote, sell, account }: SwapCallsRequest,
): Promise<SwapSignature<EvmCall> | undefined> {
  const reference = quote.reference as QuoteReference
  const { allowance } = quote
  if (reference.kind !== 'order' || reference.order.route.kind === 'v2') return undefined
  if (sell.address === undefined || !allowance) return undefined
  const { order, passing } = reference
  const question: PermitQuestion = {
    token: sell.address as Address,
    owner: account as Address,
    spender: allowance.spender as Address,
    value: allowance.needed,
    deadline: order.deadline,
  }
  if (!passing) {
    const typedData = await readPermit(client, question)
    return typedData && signatureOf(order, account, typedData, (signed) => ownPermit(question, signed))
  }
  if (passing.held < allowance.needed) return undefined
  const [found, code] = await Promise.all([
    readPermit2(client, passing.permit2, question),
    getCode(client, { address: question.owner }),
  ])
  // Permit2 asks an account with code whether it has signed (EIP-1271), and not every one can say so.
  if (code !== undefined && code !== '0x') return undefined
  return (
    found &&
    signatureOf(order, account, found.typedData, (signature) => ({
      kind: 'permit2',
      permit: found.permit,
      signature: hexOf(signature),
    }))
  )
}

function signatureOf(
  order: SwapOrder,
  account: string,
  message: TypedData,
  allow: (signature: string) => SignedAllowance,
): SwapSignature<EvmCall> {
  return {
    message,
    calls: async (signature) => ({
      approvals: [],
      swap: [encodeSwap(order, account as Address, allow(signature))],
      revoke: [],
    }),
  }
}

function ownPermit({ token, value, deadline }: PermitQuestion, signature: string): SignedAllowance {
  const { r, s, yParity } = parse(hexOf(signature))
  return { kind: 'permit', token, value, deadline, v: yParity + 27, r, s }
}

function parse(signature: Hex) {
  try {
    return parseSignature(signature)
  } catch (cause) {
    throw unreadable(cause)
  }
}

function hexOf(signature: string): Hex {
  if (!isHex(signature)) throw unreadable()
  return signature
}

const unreadable = (cause?: unknown) =>
  new BaseError('Your wallet’s signature can’t be used for this token. Try again with an approval.', {
    code: 'SIGNATURE_INVALID',
    cause,
  })
