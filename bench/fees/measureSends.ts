import type { PreparedCalls, PreparedSend } from '@latchkey/kernel/contracts'
import fc from 'fast-check'
import type { Ground, Round, Sending } from './Ground.js'

/** One send: as the preview told its fee, and as the chain took it, in the coin's smallest unit. */
export interface Measured {
  readonly round: Round
  readonly most: bigint
  readonly likely: bigint
  readonly charged: bigint
  /** Of coin: what the preview said would be sent, and what the receiver has more. */
  readonly sent: bigint
  readonly arrived: bigint
  /** Coin in the account afterwards, above what may stay there. */
  readonly left: bigint
}

/** Sends of one kind of account: coin and tokens, small, large and everything, to used and to new addresses. */
export function generateRounds(
  { hasTokens, canEmpty }: Pick<Ground, 'hasTokens' | 'canEmpty'>,
  count: number,
): readonly Round[] {
  const shares = fc.sample(fc.bigInt({ min: 1n, max: 900n }), { numRuns: count, seed: 39 })
  return shares.map((share, index) => {
    const isToken = hasTokens && index % 3 === 1
    const isOften = canEmpty === undefined || (canEmpty === 'coin' && !isToken)
    const isEverything = isOften ? index % 4 === 3 : index === count - 1 && !isToken
    return { index, share, isToken, isEverything, isNewReceiver: index % 2 === 0 }
  })
}

/** Previews a send, carries it out, and reads from the chain what it took. @throws Error when the chain refuses it */
export async function measureSend(ground: Ground, round: Round): Promise<Measured> {
  const sending = await ground.begin(round)
  const amount = await amountOf(sending, round)
  const prepared = await sending.prepare(amount, round.isEverything)
  const sent = round.isToken ? 0n : (sentOf(prepared) ?? amount)
  const [before, receiverBefore] = [await sending.held(), await sending.received()]
  await carryOut(sending, prepared)
  const [after, receiverAfter] = [await sending.held(), await sending.received()]
  return {
    round,
    sent,
    most: prepared.fee.value,
    likely: (prepared.likelyFee ?? prepared.fee).value,
    charged: before - after - sent - depositOf(prepared),
    arrived: receiverAfter - receiverBefore,
    left: after - (sending.stays ?? 0n),
  }
}

/** @throws Error when the chain refuses what was prepared */
export async function carryOut(sending: Sending, prepared: PreparedSend | PreparedCalls): Promise<void> {
  const submitted = await prepared.submit()
  await sending.settle?.()
  const { status, reason } = await submitted.wait()
  if (status !== 'confirmed') throw new Error(`The chain didn’t take it: ${reason}`)
}

export async function amountOf(sending: Sending, { isEverything, share }: Round): Promise<bigint> {
  const most = (await sending.maximum()).value
  if (isEverything) return most
  const { least, ceiling = most } = sending
  const part = ((most < ceiling ? most : ceiling) * share) / 1_000n
  return part > least ? part : least
}

const sentOf = (prepared: PreparedSend | PreparedCalls): bigint | undefined =>
  'amount' in prepared ? prepared.amount?.value : undefined

/** Coin that is laid down for the receiver's account of a token: told apart from the fee, because it isn't spent. */
function depositOf({ notices }: PreparedSend | PreparedCalls): bigint {
  const told = notices.find(({ code }) => code === 'RECEIVER_TOKEN_ACCOUNT_CREATED')?.parameters?.['amount']
  return typeof told === 'object' && 'value' in told && typeof told.value === 'bigint' ? told.value : 0n
}

/** How far the likely fee is from what was taken, in ten-thousandths of that. */
export function deviationOf({ likely, charged }: Measured): bigint {
  const apart = likely > charged ? likely - charged : charged - likely
  if (charged === 0n) return apart === 0n ? 0n : 1_000_000n
  return (apart * 10_000n) / charged
}
